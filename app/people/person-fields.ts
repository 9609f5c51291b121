import { hidden, line } from '../../rules/commands/fields.ts'
import { nameLength } from '../../rules/limits.ts'
import { profileMessages } from './profile.ts'

const { NAME_LONG, ORGANIZATION_LONG } = profileMessages

/** A person's details, as typed by an administrator. */
export const personFields = {
  full_name: line('Full name', { most: nameLength, optional: true }, { NAME_LONG }),
  organization: line('Organization', { most: nameLength, optional: true }, { ORGANIZATION_LONG }),
}

/** The values that a form was loaded with: another person's changes since stay, unless this form changes the field, too. */
export const loadedFields = { loaded_full_name: hidden(), loaded_organization: hidden() }

import { hidden, line } from '../commands/fields.ts'
import { nameLength } from '../limits.ts'
import { profileMessages } from '../profile.ts'

const { NAME_LONG, ORGANIZATION_LONG } = profileMessages

/** A person's details, as an administrator types them. */
export const personFields = {
  full_name: line('Full name', { most: nameLength, optional: true }, { NAME_LONG }),
  organization: line('Organization', { most: nameLength, optional: true }, { ORGANIZATION_LONG }),
}

/** Those that a form was loaded with: what somebody else has changed since stays, unless this form changes it, too. */
export const loadedFields = { loaded_full_name: hidden(), loaded_organization: hidden() }

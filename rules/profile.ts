/**
 * Names and organizations by the rules of specification section 5 ("trimmed; empty values are sent as absent"), shared
 * by the settings, the administrators' form and the server.
 */
import { nameLength } from './limits.ts'
import { oneLine } from './text.ts'

/** How administrators narrow the list of people. */
export const personStates = ['guests', 'invited', 'shared', 'erasures', 'administrators', 'disabled'] as const
export type PersonState = (typeof personStates)[number]

export interface ProfileForm {
  /** Null to clear it; undefined to leave it unchanged. */
  full_name?: string | null
  organization?: string | null
}

/** Messages of the catalogue (`messages.ts`) about names and organizations, shared by form and server. */
export const profileMessages = {
  NAME_LONG: 'This name is too long. Enter at most 200 characters.',
  ORGANIZATION_LONG: 'This organization is too long. Enter at most 200 characters.',
} as const

const names = ['full_name', 'organization'] as const

/** @returns the name of the hidden field with the original value of a field */
export function originalFieldName(name: (typeof names)[number]): string {
  return `loaded_${name}`
}

/**
 * Reads only the fields that were changed, so that others keep changes that someone else has made meanwhile.
 * @param form with a hidden field for each field, see `originalFieldName`; without it the field counts as changed
 */
export function changedFields(form: FormData): ProfileForm {
  const changed = names.filter(name => form.has(name) && form.get(name) !== form.get(originalFieldName(name)))
  return Object.fromEntries(changed.map(name => [name, String(form.get(name))]))
}

/**
 * @param fields as typed; undefined ones stay unchanged
 * @returns them trimmed and on one line, empty ones as null, and problems by field
 */
export function readProfile(fields: ProfileForm): {
  form: ProfileForm
  problems: Partial<Record<keyof ProfileForm, keyof typeof profileMessages>>
} {
  const form: ProfileForm = {}
  const problems: ReturnType<typeof readProfile>['problems'] = {}
  for (const name of names) {
    const typed = fields[name]
    if (typed === undefined) continue
    const value = oneLine(typed ?? '') || null
    form[name] = value
    if (value && value.length > nameLength) problems[name] = name === 'full_name' ? 'NAME_LONG' : 'ORGANIZATION_LONG'
  }
  return { form, problems }
}

/**
 * What a person may be called: the rules of specification section 5 ("trimmed; empty values are sent as absent"), which
 * the settings, the administrators' form and the server all keep.
 */
import { nameLength } from './limits.ts'
import { oneLine } from './text.ts'

export interface ProfileForm {
  /** Null where it is to be empty; undefined where it stays as it is. */
  full_name?: string | null
  organization?: string | null
}

/** The catalogue's sentences (`messages.ts`) about a name and an organization: form and server say the same. */
export const profileMessages = {
  NAME_LONG: 'This name is too long. Enter at most 200 characters.',
  ORGANIZATION_LONG: 'This organization is too long. Enter at most 200 characters.',
} as const

const names = ['full_name', 'organization'] as const

/** @returns the name of the hidden field that tells what a field of the form said when it was filled in */
export function loadedName(name: (typeof names)[number]): string {
  return `loaded_${name}`
}

/**
 * What somebody has changed in such a form: what they left alone may have been changed by another meanwhile, and stays.
 * @param form with, for each field, a hidden one by its `loadedName`; without that a field counts as changed
 */
export function changedIn(form: FormData): ProfileForm {
  const changed = names.filter(name => form.has(name) && form.get(name) !== form.get(loadedName(name)))
  return Object.fromEntries(changed.map(name => [name, String(form.get(name))]))
}

/**
 * @param fields as they were typed; what is undefined stays as it is
 * @returns them on one line and trimmed, empty ones as null, and what is wrong, by field
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

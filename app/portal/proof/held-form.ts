import { isSecretField } from '../../../rules/kept-fields.ts'

/*
 * A form that was sent without scripts and needs fresh proof first: the page that asks for it holds what was typed, and then sends
 * it on. Nothing of it is stored.
 */

/** What a form had, and which fields have to be filled in again. */
export interface HeldForm {
  fields: [name: string, value: string][]
  again: { name: string; isFile: boolean }[]
}

/** The name of the field that has a held form in the forms of the page that holds it. */
export const heldField = 'held'

/** @returns a form as it is held; of secrets and files only the names */
export function holdForm(form: FormData): HeldForm {
  const held: HeldForm = { fields: [], again: [] }
  for (const [name, value] of form) {
    if (typeof value !== 'string') {
      if (value.size > 0) held.again.push({ name, isFile: true })
    } else if (value && isSecretField(name, value)) held.again.push({ name, isFile: false })
    else held.fields.push([name, value])
  }
  return held
}

/** @returns what `JSON.stringify` has written of a held form; undefined for anything else */
export function readHeldForm(text: string): HeldForm | undefined {
  try {
    const { fields, again } = JSON.parse(text) as HeldForm
    return {
      fields: fields.map(([name, value]) => [String(name), String(value)]),
      again: again.map(({ name, isFile }) => ({ name: String(name), isFile: Boolean(isFile) })),
    }
  } catch {
    return undefined
  }
}

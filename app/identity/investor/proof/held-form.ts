import { isSecretField } from '../../../../rules/secret-fields.ts'

/* A form that was submitted without scripts and needs fresh proof first: the page that asks for proof embeds the
   entered data, and then submits it. Nothing is stored. */

/** A form's fields, and the ones to fill in again. */
export interface HeldForm {
  fields: [name: string, value: string][]
  again: { name: string; isFile: boolean }[]
}

/** The name of the field that carries a held form in that page's forms. */
export const heldField = 'held'

/** @returns a held form; of secrets and files only the names */
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

/** @returns a held form from its JSON; undefined for anything else */
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

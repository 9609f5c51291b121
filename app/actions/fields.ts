/** Reads one thing out of a submitted form. It never throws: what is missing or is a file reads as empty. */
export type Reader<Value> = (form: FormData, name: string) => Value

/** What an intent reads from its form, by the name of the field. */
export type Schema<Fields> = { [Name in keyof Fields]: Reader<Fields[Name]> }

/** A field as it was typed. How long it may be and what it may say is checked by the operation it goes to. */
export const text: Reader<string> = (form, name) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A field without spaces around it. */
export const trimmedText: Reader<string> = (form, name) => text(form, name).trim()

/** The digits of a code, however it was grouped. */
export const digits: Reader<string> = (form, name) => text(form, name).replaceAll(/\D/g, '')

/** A field that may occur several times, such as the checkboxes of a list. */
export const texts: Reader<string[]> = (form, name) => form.getAll(name).filter(value => typeof value === 'string')

/** Every field of the form, for rules that look at the form as a whole. */
export function wholeForm(form: FormData): Record<string, string> {
  return Object.fromEntries([...form.keys()].map(name => [name, text(form, name)]))
}

/** @returns the fields an intent asked for; `schema` undefined where it needs none */
export function readFields<Fields>(form: FormData, schema: Schema<Fields> | undefined): Fields {
  const entries = Object.entries<Reader<unknown>>(schema ?? {}).map(([name, read]) => [name, read(form, name)])
  return Object.fromEntries(entries)
}

/** @returns a request's form; an empty one for a body that is no form, which the action then refuses in its own words */
export function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData())
}

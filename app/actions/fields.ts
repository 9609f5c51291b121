/** Reads one value from a submitted form. It never throws: a field that is missing or is a file reads as empty. */
export type Reader<Value> = (form: FormData, name: string) => Value

/** The readers of the fields an intent needs, by field name. */
export type Schema<Fields> = { [Name in keyof Fields]: Reader<Fields[Name]> }

/** A field as typed. The operation that gets it validates its length and content. */
export const text: Reader<string> = (form, name) => {
  const value = form.get(name)
  return typeof value === 'string' ? withoutNulls(value) : ''
}

/** PostgreSQL's text can't hold null characters. */
const withoutNulls = (value: string) => value.replaceAll('\0', '')

/** A field without spaces around it. */
export const trimmedText: Reader<string> = (form, name) => text(form, name).trim()

/** The digits of a code, however it was spaced. */
export const digits: Reader<string> = (form, name) => text(form, name).replaceAll(/\D/g, '')

/** A field that may occur several times, such as the checkboxes of a list. */
export const texts: Reader<string[]> = (form, name) =>
  form
    .getAll(name)
    .filter(value => typeof value === 'string')
    .map(withoutNulls)

/** @returns every field of the form by name, for rules that validate the form as a whole */
export function wholeForm(form: FormData): Record<string, string> {
  return Object.fromEntries([...form.keys()].map(name => [name, text(form, name)]))
}

/** @returns the fields in `schema`, which is undefined for an intent that needs none */
export function readFields<Fields>(form: FormData, schema: Schema<Fields> | undefined): Fields {
  const entries = Object.entries<Reader<unknown>>(schema ?? {}).map(([name, read]) => [name, read(form, name)])
  return Object.fromEntries(entries)
}

/** @returns a request's form; an empty one if the body is not a form, which the action then refuses itself */
export function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData())
}

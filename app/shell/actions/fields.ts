/** @returns a field as typed. The operation that gets it validates its length and content; missing, or a file, it reads as empty */
export function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? withoutNulls(value) : ''
}

/** PostgreSQL's text can't hold null characters. */
const withoutNulls = (value: string) => value.replaceAll('\0', '')

/** @returns a field without spaces around it */
export const trimmedText = (form: FormData, name: string) => text(form, name).trim()

/** @returns the secret from an e-mail, which the operation checks */
export const tokenIn = (form: FormData) => trimmedText(form, 'token')

/** @returns a field that may occur several times, such as the checkboxes of a list */
export function texts(form: FormData, name: string): string[] {
  return form
    .getAll(name)
    .filter(value => typeof value === 'string')
    .map(withoutNulls)
}

/** @returns every field of the form by name */
export function wholeForm(form: FormData): Record<string, string> {
  return Object.fromEntries([...form.keys()].map(name => [name, text(form, name)]))
}

/** @returns a request's form; an empty one if the body is not a form, which the action then refuses itself */
export function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData())
}

/** @returns what a request's form says; of what is no form, nothing, for the action to refuse in its own words */
export function formOf(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData())
}

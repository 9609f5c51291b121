/** @returns the file that a form came with, as text; empty without one */
export async function chosenFile(form: FormData): Promise<{ filename: string; content: string }> {
  const file = form.get('file')
  if (!(file instanceof File)) return { filename: '', content: '' }
  // PostgreSQL stores no NUL, and no file of text has one.
  return { filename: file.name, content: (await file.text()).replaceAll('\0', '') }
}

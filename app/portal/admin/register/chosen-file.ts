/** @returns the name and the bytes of the file that a form came with; nothing in it without one */
export async function chosenFile(form: FormData): Promise<{ filename: string; content: Uint8Array }> {
  const file = form.get('file')
  if (!(file instanceof File)) return { filename: '', content: new Uint8Array() }
  return { filename: file.name, content: new Uint8Array(await file.arrayBuffer()) }
}

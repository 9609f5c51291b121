/** @returns the fields of the form for a bank's file */
export function bankFile(filename: string, content: string | Uint8Array<ArrayBuffer>, order?: 'month' | 'day') {
  return { file: new File([content], filename), order }
}

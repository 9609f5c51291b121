/** @returns what the form of a list of the bank's sends */
export function bankFile(filename: string, content: string | Uint8Array<ArrayBuffer>, order?: 'month' | 'day') {
  return { file: new File([content], filename), order }
}

export interface PlacedField { page: number; x: number; y: number; width: number; height: number; text: string }
export async function prepareTemplate(_bytes: Uint8Array): Promise<{ bytes: Uint8Array; pages: { width: number; height: number }[]; flattened: string[] }> {
  throw new Error('stand-in')
}
export async function fillTemplate(_bytes: Uint8Array, _fields: readonly PlacedField[], _appended?: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  throw new Error('stand-in')
}
export function missingLetters(_text: string): string[] {
  throw new Error('stand-in')
}

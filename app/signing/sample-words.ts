/** Wrong words after which the sample form has another one. */
export const sampleTries = 5

/** @returns the word as it is compared: without spaces around it and in lower case */
export function typedWord(typed: string): string {
  return typed.trim().toLowerCase()
}

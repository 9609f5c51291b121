/** @returns the notice to the members of a frozen holder */
export function frozenWords(name: string): string {
  return `${name} is frozen. You can read everything as before, but no one can act on its behalf until we end the freeze. Payments are recorded as before.`
}

/** Shared helpers of this folder's checks. */

/** A fault, unless a condition holds. */
export const unless = (good: boolean, where: string, what: string) => (good ? [] : [`${where} ${what}`])
/** @returns whether there is a text; a missing field has none */
export const filled = (text: string | undefined) => Boolean(text?.trim())
export const listed = (all: readonly string[]) => all.map(each => `'${each}'`).join(', ')

/** Duplicate names or ids. */
export function repeated(all: readonly string[]): string[] {
  return [...new Set(all.filter((each, i) => all.indexOf(each) !== i))]
}

/** @returns whether an id is valid as the part of an address after # */
export const isPlace = (id: string) => /^[a-z][a-z0-9-]*$/.test(id)

/** @returns whether a number is a positive integer */
export const whole = (n: number) => Number.isSafeInteger(n) && n > 0

/** @returns whether it is a language tag such as 'en-US' */
export function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

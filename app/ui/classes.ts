/**
 * @param names class names; whatever is not a string with something in it does not apply
 * @returns the class attribute, undefined if nothing applies
 */
export function classes(...names: unknown[]): string | undefined {
  return names.filter(name => typeof name === 'string' && name).join(' ') || undefined
}

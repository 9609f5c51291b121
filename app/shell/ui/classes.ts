/**
 * @param names class names; values that are not strings, and empty strings, are skipped
 * @returns the class attribute, undefined if no class is left
 */
export function classes(...names: unknown[]): string | undefined {
  return names.filter(name => typeof name === 'string' && name).join(' ') || undefined
}

/**
 * @param value of a bigint column, which arrives as a number, or of a sum of them, which arrives as text
 * @returns the amount in cents
 */
export function toCents(value: number | string): bigint {
  return BigInt(value)
}

/** @returns the amount in cents, or null */
export function toCentsOrNull(value: number | string | null): bigint | null {
  return value === null ? null : BigInt(value)
}

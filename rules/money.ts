import { grouped } from './number.ts'

/** An amount in whole US cents. */
export type Cents = bigint

/**
 * @param always shows two decimals even if zero, for example in a table's column
 * @returns '$12,500' or '$1,833.33'; with `always` '$12,500.00'; '−$5' if negative
 */
export function formatCents(cents: Cents, always = false): string {
  const { sign, whole, rest } = split(cents)
  const decimals = always || rest !== '00' ? `.${rest}` : ''
  return `${sign && '−'}$${grouped(whole)}${decimals}`
}

/** @returns such as '1833.33' or '-5.00', for files that programs read */
export function decimalCents(cents: Cents): string {
  const { sign, whole, rest } = split(cents)
  return `${sign}${whole}.${rest}`
}

/**
 * @param typed dollars, such as '200,000', '$1,833.33' or '1833.3'
 * @returns cents; undefined for an invalid or negative amount
 */
export function parseCents(typed: string): Cents | undefined {
  const text = typed.trim().replace(/^\$\s*/, '')
  const [, whole, rest = ''] = /^(\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? undefined : BigInt(whole.replaceAll(',', '') + rest.padEnd(2, '0'))
}

/** @returns a rate in basis points as '13%' or '11.33%' */
export function formatRate(rateBp: number): string {
  return `${rateBp / 100}%`
}

/**
 * @param typed a rate in percent a year, such as '13', '11.33' or '11.33%'
 * @returns basis points; undefined if invalid
 */
export function parseRate(typed: string): number | undefined {
  const [, whole, rest = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(typed.trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}

/**
 * @param numerator not negative
 * @param denominator positive
 * @returns the quotient, rounded half up to a whole number
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

export function sumCents(amounts: readonly Cents[]): Cents {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

function split(cents: Cents) {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return { sign: cents < 0n ? '-' : '', whole: digits.slice(0, -2), rest: digits.slice(-2) }
}

/**
 * Numbers and money for people, in one style on the site, in the portal and in mail; dates and times are in dates.ts.
 * Nothing here uses `Intl`, whose first use blocks a phone's main thread for 80 ms before the page is interactive.
 */

/**
 * @param whole an integer, or its digits
 * @returns it with thousands separators, for example '200,000'
 */
export function grouped(whole: number | string): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
}

/**
 * @param cents whole cents, not negative
 * @param always shows two decimals even if zero, for example in a table's column
 * @returns '$12,500' or '$1,833.33'; with `always` '$12,500.00'
 */
export function fromCents(cents: number, always = false): string {
  const rest = cents % 100
  return `$${grouped((cents - rest) / 100)}${always || rest > 0 ? `.${String(rest).padStart(2, '0')}` : ''}`
}

/** @returns dollars in full, such as '$200,000' */
export function dollars(amount: number): string {
  return `$${grouped(Math.round(amount))}`
}

/** @returns dollars in short, such as '$200K' or '$30M' */
export function shortDollars(amount: number): string {
  return amount >= 1_000_000 ? `$${amount / 1_000_000}M` : `$${amount / 1_000}K`
}

/** @returns such as '1 person' or '2,000 people' */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

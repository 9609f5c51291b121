/** Names and addresses as the IRS's file has them: in parts. */
import { usStates } from '../holders/holders.ts'

/** A postal address in the United States. */
export interface PostalAddress {
  street: string
  /** Of a second line, such as a suite. */
  unit: string
  city: string
  state: string
  zip: string
}

/**
 * @param lines of an address, as a holder has them: streets, then the city with its state and ZIP code
 * @returns its parts; undefined where the last line is no city of the United States, or there is no street before it
 */
export function readPostalAddress(lines: readonly string[]): PostalAddress | undefined {
  const written = lines
    .map(line => line.trim())
    .filter(line => line && !/^(USA|U\.?S\.?A?\.?|United States)$/i.test(line))
  const found = /^(.+?)[,\s]+([A-Za-z]{2})[,.\s]+(\d{5}(?:-\d{4})?)$/.exec(written.at(-1) ?? '')
  const [, city = '', state = '', zip = ''] = found ?? []
  const streets = written.slice(0, -1)
  if (!found || streets.length === 0 || !usStates.includes(state.toUpperCase())) return undefined
  const [street = '', ...rest] = streets
  return { street, unit: rest.join(', '), city: city.replace(/,$/, ''), state: state.toUpperCase(), zip }
}

/** A person's name in parts. */
export interface PersonName {
  first: string
  middle: string
  last: string
  suffix: string
}

const suffix = /^(jr|sr|ii|iii|iv|v)\.?$/i

/**
 * @param name as line 1 of the form has it: 'Iris B. Vestor Jr.', or 'Vestor, Iris B.'
 * @returns its parts, and whether they are sure: names of two people, of one word or of many need a review
 */
export function readPersonName(name: string): { name: PersonName; isSure: boolean } {
  const [before = '', after = ''] = name.split(',').map(part => part.trim())
  const isTurned = after !== '' && !suffix.test(after)
  const words = (isTurned ? `${after} ${before}` : `${before} ${after}`).split(/\s+/).filter(Boolean)
  const ending = words.length > 1 && suffix.test(words.at(-1) ?? '') ? (words.pop() ?? '') : ''
  const [first = '', ...rest] = words
  const last = rest.pop() ?? ''
  const isSure = last !== '' && rest.length <= 1 && !/&|\b(and|or)\b/i.test(name) && name.split(',').length <= 2
  return last
    ? { name: { first, middle: rest.join(' '), last, suffix: ending }, isSure }
    : { name: { first: '', middle: '', last: first, suffix: ending }, isSure }
}

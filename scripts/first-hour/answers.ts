import { shortDollars } from '../../rules/number.ts'
import { type Payout, payouts } from '../../rules/returns.ts'
import { stateNamed } from '../../server/demo/places.ts'

/** The questions of the first hour, and the form of each answer. */

export interface TierAnswer {
  /** Whole US dollars. */
  from: number
  /** Percent a year. */
  oneYear: number
  twoYears: number
}

export interface PartnerAnswer {
  name: string
  role: string
  /** One sentence on their background, and one on their responsibilities. */
  before: string
  answersFor: string
}

export interface Answers {
  name: string
  shortName: string
  city: string
  state: string
  timeZone: string
  /** The fund's address on tax forms, in that city and state. */
  street: string
  zip: string
  /** From the IRS; undefined if not known yet. */
  ein: string | undefined
  phone: string
  domain: string
  tiers: TierAnswer[]
  /** The largest amount of the highest tier, US dollars. */
  most: number
  /** The sum being raised now, US dollars. */
  raise: number
  /** The highest rate that the state's law allows, percent a year. */
  ceiling: number
  payouts: Payout[]
  partners: PartnerAnswer[]
  /** How many of them must agree before a loan is made. */
  mustAgree: number
  /** The title of the person named on buttons, such as 'Founder'. */
  founder: string
  /** 0 to 360. */
  hue: number
}

/** Hues by their common names. */
export const hues: Record<string, number> = { green: 165, blue: 255, slate: 230, burgundy: 15, plum: 330, umber: 60 }

/** An invalid answer: a sentence that explains a valid one. */
export class Unusable extends Error {}

const refuse = (sentence: string): never => {
  throw new Unusable(sentence)
}

/** @returns a text without surrounding spaces. @throws Unusable without a letter */
export function text(typed: string): string {
  return /\p{L}/u.test(typed) ? typed.trim() : refuse('Type at least a word.')
}

/** Common words at the end of a fund's name. */
const ofAnyFund =
  /[\s,]+(?:and|&|the|private|real estate|credit|lending|lenders|loans?|notes?|income|debt|mortgage|capital|finance|financial|investments?|investors|funding|funds?|partners|group|holdings|management|company|co|trust|l\.?l\.?c|l\.?l?\.?p|inc|corp|[ivx]+)\.?$/i

/** @returns a fund's short name, such as 'Cedar Point' for 'Cedar Point Lending, LLC' */
export function shortNameOf(name: string): string {
  const without = name.trim().replace(ofAnyFund, '')
  return without === name.trim() ? without : shortNameOf(without)
}

/** @returns a ZIP code, with or without its last four digits. @throws Unusable */
export function zip(typed: string): string {
  return /^\d{5}(-\d{4})?$/.test(typed.trim()) ? typed.trim() : refuse('Type a ZIP code, such as 97205.')
}

/** @returns an EIN such as '12-3456789', or undefined for 'later'. @throws Unusable */
export function ein(typed: string): string | undefined {
  if (/^\s*later\s*$/i.test(typed)) return undefined
  const [, first, second] = typed.match(/^\s*(\d{2})-?(\d{7})\s*$/) ?? []
  return first ? `${first}-${second}` : refuse('Type nine digits, such as 12-3456789, or later.')
}

/** @returns such as '(503) 555-0142'. @throws Unusable */
export function phone(typed: string): string {
  const [, area, office, line] =
    typed.replace(/^\+?1(?=\D*\d{3}\D*\d{3}\D*\d{4}$)/, '').match(/^\D*(\d{3})\D*(\d{3})\D*(\d{4})\D*$/) ?? []
  return area
    ? `(${area}) ${office}-${line}`
    : refuse('Type a number of the United States with ten digits, such as (503) 555-0142.')
}

/** @returns such as 'example.com'. @throws Unusable */
export function domain(typed: string): string {
  const bare = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/.*$/, '')
  return /^([a-z0-9-]+\.)+[a-z]{2,}$/.test(bare) ? bare : refuse('Type a domain such as example.com.')
}

/** @returns whole dollars from '150000', '$150,000', '150k' or '1.5m'. @throws Unusable */
export function dollarsOf(typed: string): number {
  const [, digits, unit] =
    typed
      .trim()
      .replace(/[$,\s]/g, '')
      .match(/^(\d+(?:\.\d+)?)([km]?)$/i) ?? []
  const amount = Number(digits) * { '': 1, k: 1_000, m: 1_000_000 }[(unit ?? '').toLowerCase() as '' | 'k' | 'm']
  return digits && Number.isSafeInteger(amount) && amount > 0
    ? amount
    : refuse('Type dollars, such as 150,000 or 150k.')
}

/** @returns percent from '11' or '9.75%'. @throws Unusable */
export function rate(typed: string): number {
  const number = Number(typed.trim().replace(/%$/, ''))
  const isRate = number > 0 && number < 100 && Number(number.toFixed(2)) === number
  return isRate ? number : refuse('Type a rate in percent with at most two decimals, such as 9.75.')
}

/**
 * @param typed from, one year, two years, such as '150k 9 10'
 * @param before the tier below it
 * @throws Unusable
 */
export function tier(typed: string, before?: TierAnswer): TierAnswer {
  const [from = '', oneYear = '', twoYears = '', ...more] = typed.trim().split(/[\s;]+/)
  if (!twoYears || more.length > 0) refuse('Type where it begins and its two rates, such as 150k 9 10.')
  const answer = { from: dollarsOf(from), oneYear: rate(oneYear), twoYears: rate(twoYears) }
  if (before && answer.from <= before.from) refuse(`It has to begin above ${shortDollars(before.from)}.`)
  return answer
}

const joining = ['and', 'or', 'both', 'either', 'each', 'every', 'a', 'once', 'paid']
const sameAs: Record<string, string> = { yearly: 'annually', year: 'annually' }

/** @returns the payouts, in order, from 'monthly, quarterly', 'monthly and quarterly' or 'all'. @throws Unusable */
export function payoutsOf(typed: string): Answers['payouts'] {
  if (/^\s*all\s*$/i.test(typed)) return [...payouts]
  const words = (typed.toLowerCase().match(/[a-z]+/g) ?? []).filter(word => !joining.includes(word))
  const meant = words.map(word => payouts.find(each => each.startsWith((sameAs[word] ?? word).slice(0, 5))))
  const known = payouts.filter(each => meant.includes(each))
  return known.length > 0 && meant.every(Boolean) ? known : refuse('Type one or more of monthly, quarterly, annually.')
}

/** @returns a hue from its name or a number. @throws Unusable */
export function hue(typed: string): number {
  const word = typed.trim().toLowerCase()
  const number = hues[word] ?? Number(word || Number.NaN)
  return number >= 0 && number <= 360
    ? number
    : refuse(`Type ${Object.keys(hues).join(', ')}, or a number from 0 to 360.`)
}

/** Time zones by their common names in the United States. */
const zones: Record<string, string> = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
  arizona: 'America/Phoenix',
  alaska: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
  et: 'America/New_York',
  ct: 'America/Chicago',
  mt: 'America/Denver',
  pt: 'America/Los_Angeles',
}

/** @returns an IANA name, from one or a common name such as 'Pacific' or 'US Eastern Time'. @throws Unusable */
export function zone(typed: string): string {
  const called = typed
    .toLowerCase()
    .replace(/\b(us|u\.s\.|time|standard|daylight|zone)\b/g, ' ')
    .replace(/^([ecmp])[sd]t$/, '$1t')
    .trim()
  try {
    const timeZone = zones[called] ?? typed.trim()
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
  } catch {
    return refuse(
      'Type Eastern, Central, Mountain, Pacific, Arizona, Alaska or Hawaii, or a name such as America/Los_Angeles.',
    )
  }
}

/** @returns a state's full name, from that or two letters; anything else unchanged. @throws Unusable if it is empty */
export function state(typed: string): string {
  return stateNamed(typed)?.name ?? text(typed)
}

/** @returns the number of partners who must agree, from '2' or 'all'. @throws Unusable */
export function agreeing(typed: string, partners: number): number {
  const number = /^\s*(all|both|everyone)\s*$/i.test(typed) ? partners : Number(typed.trim() || Number.NaN)
  const isOne = Number.isSafeInteger(number) && number >= 1 && number <= partners
  return isOne ? number : refuse(`Type a number from 1 to ${partners}, or all.`)
}

/**
 * Backup withholding on interest: who is subject to it, how much it is, and how it is deposited and reported.
 * Sources: 26 USC 3406(a)(1) and (g); 26 CFR 31.3406(d)-5(d) and 31.3406(d)-3; IRS Publication 1281 (B-notices); Instructions for
 * Form 945, "Depositing Withheld Taxes" and "When To File" (stored copies of the revisions of 2017, 2018 and 2024); Publication
 * 15, section 11; irs.gov, "Understanding your CP137B notice".
 */
import type { TaxSettings } from '../../content/tax-types.ts'
import { addBusinessDays, adjust, nextBusinessDay } from '../../rules/business-days.ts'
import { addDays, type Day, dayOf, dayOfWeek, formatDay, partsOf } from '../../rules/days.ts'
import { type Cents, divideHalfUp, formatCents, formatRate, sumCents } from '../../rules/money.ts'
import type { HolderKind } from '../holders/holders.ts'
import type { NoticeKind } from './b-notices.ts'
import { type ExemptReason, exemptReason, leftOutReasons, withholdingRate } from './form-1099-int.ts'
import type { Classification, ExemptCode, TaxForm } from './profile.ts'

/** What says whether a holder is subject to backup withholding. Days are 'YYYY-MM-DD'. */
export interface WithholdingFacts {
  kind: HolderKind
  form: TaxForm | null
  classification: Classification | null
  exemptCode: ExemptCode | null
  /** The day on which its first form with a tax number arrived; null where none has. */
  numberSince: Day | null
  /** B-notices that count, with the day on which the payee answered each as it must; null before that. */
  notices: readonly { kind: NoticeKind; withholdFrom: Day; answeredOn: Day | null }[]
}

/** Why a holder is subject to backup withholding. */
export type WithholdingReason = 'missing' | 'first_notice' | 'second_notice'

/** That a holder is subject to backup withholding on a day: why, and since when; without a number, since its first payment. */
export interface Subject {
  why: WithholdingReason
  since: Day | null
}

type Settings = Pick<TaxSettings, 'exempt' | 'backupWithholding'>

/** @returns why interest of a holder is never subject to backup withholding; undefined where it may be */
export function withholdingExempt(facts: WithholdingFacts, settings: Settings): ExemptReason | undefined {
  return exemptReason({ ...facts, withheld: 0n }, settings)
}

/** @returns whether a holder is subject to backup withholding on a day; undefined where it isn't */
export function subjectOn(facts: WithholdingFacts, day: Day, settings: Settings): Subject | undefined {
  if (withholdingExempt(facts, settings)) return undefined
  const { states } = settings.backupWithholding
  const isMissing = facts.numberSince === null || day < facts.numberSince
  if (isMissing && states.includes('missing')) return { why: 'missing', since: null }
  const open = facts.notices
    .filter(({ withholdFrom, answeredOn }) => withholdFrom <= day && (answeredOn === null || day < answeredOn))
    .map(({ kind, withholdFrom }): Subject => ({ why: `${kind}_notice`, since: withholdFrom }))
    .filter(({ why }) => states.includes(why))
  return open.find(({ why }) => why === 'second_notice') ?? open[0]
}

/** @returns such as 'Subject to backup withholding since Jan 5, 2027: second B-notice.' */
export function subjectInWords({ why, since }: Subject): string {
  const words = { missing: 'no tax number on file', first_notice: 'first B-notice', second_notice: 'second B-notice' }
  return `Subject to backup withholding${since ? ` since ${formatDay(since)}` : ''}: ${words[why]}.`
}

/** @returns the tax to withhold from interest paid on a day, rounded half up to the cent */
export function withholdingOf(interest: Cents, day: Day, settings: Pick<TaxSettings, 'backupWithholding'>): Cents {
  return divideHalfUp(interest * BigInt(withholdingRate(partsOf(day).year, settings)), 10_000n)
}

/**
 * @param parts of the interest that a payment settles, in cents
 * @returns the tax withheld from each: in proportion, to the cent, with the whole as the sum
 */
export function spreadWithheld(withheld: Cents, parts: readonly Cents[]): Cents[] {
  const total = sumCents(parts)
  let [reached, given] = [0n, 0n]
  return parts.map(part => {
    reached += part
    const share = total === 0n ? 0n : (withheld * reached) / total - given
    given += share
    return share
  })
}

/** A payment of which tax may be withheld. */
export interface WithheldPayment {
  day: Day
  withheld: Cents
  /** The interest that it settles. */
  interest: Cents
  facts: WithholdingFacts
}

/**
 * @returns a sentence where another amount was withheld than the law requires: the person who records it confirms that,
 *   and the one who approves it reads why. None where nothing is withheld: then `liabilityInWords` says what that means
 */
export function unusualWithholding({ day, withheld, interest, facts }: WithheldPayment, settings: Settings): string[] {
  if (withheld === 0n) return []
  const exempt = withholdingExempt(facts, settings)
  if (exempt) return [`The holder is exempt from backup withholding: ${exemptInWords(exempt)}.`]
  if (!subjectOn(facts, day, settings))
    return [`The holder isn’t subject to backup withholding on ${formatDay(day)}: a tax number is on file.`]
  const due = withholdingOf(interest, day, settings)
  if (withheld === due) return []
  const rate = formatRate(withholdingRate(partsOf(day).year, settings))
  return [`${rate} of the interest would be ${formatCents(due, true)}.`]
}

function exemptInWords(reason: ExemptReason): string {
  const words = leftOutReasons[reason]
  return /^(an?|foreign) /i.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words
}

/** @returns a sentence where nothing was withheld of a payment to a holder that is subject to it */
export function liabilityInWords({ day, withheld, interest, facts }: WithheldPayment, settings: Settings): string[] {
  const subject = withheld === 0n && interest > 0n && subjectOn(facts, day, settings)
  if (!subject) return []
  const due = formatCents(withholdingOf(interest, day, settings), true)
  return [`${subjectInWords(subject)} Nothing was withheld, so the fund is liable for ${due} (26 USC 3403).`]
}

/** How a fund deposits what it withholds: by its Form 945 of two years before. */
export type DepositSchedule = 'monthly' | 'semiweekly'

/** Above so much, in cents, on the Form 945 of two years before, deposits of a year are semiweekly. */
export const semiweeklyAbove = 50_000_00n
/** With so much to deposit, in cents, it is due on the next business day. */
export const nextDayFrom = 100_000_00n
/** Below so much for the whole year, in cents, it may be paid with Form 945 instead. */
export const withReturnBelow = 2_500_00n

const [tuesday, friday] = [2, 5]

/**
 * @param lookback total taxes on Form 945 of two years before, in cents
 * @returns how deposits of a year are made; semiweekly also in the year after one with a next-day deposit
 */
export function depositSchedule(lookback: Cents, hadNextDay = false): DepositSchedule {
  return hadNextDay || lookback > semiweeklyAbove ? 'semiweekly' : 'monthly'
}

/** @returns whether a deposit of a year was due on the next business day: the year after it is a semiweekly one, too */
export function hasNextDayDeposit(liabilities: readonly DayAmount[], lookback: Cents): boolean {
  return dueOf(liabilities, depositSchedule(lookback)).some(({ isNextDay }) => isNextDay)
}

/**
 * @param day on which something was withheld
 * @param undeposited what was withheld and isn't deposited by the end of that day within the deposit period, in cents
 * @returns by which day it has to be deposited
 */
export function depositDue(day: Day, undeposited: Cents, schedule: DepositSchedule): Day {
  if (undeposited >= nextDayFrom) return nextBusinessDay(day)
  const { year, month } = partsOf(day)
  if (schedule === 'monthly')
    return adjust(
      dayOf(month === 12 ? { year: year + 1, month: 1, day: 15 } : { year, month: month + 1, day: 15 }),
      'following',
    )
  // Of Wednesday to Friday by the next Wednesday, of Saturday to Tuesday by the next Friday: three business days at least.
  const closes = [3, 4, 5].includes(dayOfWeek(day)) ? friday : tuesday
  return addBusinessDays(addDays(day, (closes - dayOfWeek(day) + 7) % 7), 3)
}

/** What was withheld, or deposited, on a day. Cents. */
export interface DayAmount {
  day: Day
  cents: Cents
}

/** A month of Form 945's summary of liability. Cents. */
export interface LiabilityMonth {
  /** From 1. */
  month: number
  /** Less what came back or was corrected. */
  withheld: Cents
  deposited: Cents
  /** By when the last of it has to be deposited; null where nothing was withheld. */
  due: Day | null
}

/** A year's Form 945. Cents. */
export interface Form945 {
  year: number
  schedule: DepositSchedule
  /** Line 3 of Form 945 of two years before. */
  lookback: Cents
  months: LiabilityMonth[]
  /** Lines 2 and 3. */
  withheld: Cents
  /** Line 4. */
  deposited: Cents
  /** Line 5, or below zero line 6. */
  balance: Cents
  /** What isn't deposited yet, by the day by which it has to be. */
  toDeposit: { due: Day; cents: Cents }[]
  /** Days on which so much was undeposited that it was due on the next business day. */
  nextDay: Day[]
  /** The year's total is small enough to be paid with the return. */
  mayPayWithReturn: boolean
  /** Whether each deposit was made in time, and nothing is left to deposit. */
  isOnTime: boolean
  /** By when the return is due, and by when it would be where all is deposited in time. */
  due: Day
  dueIfOnTime: Day
}

/** What a year's Form 945 is made of. */
export interface YearOf945 {
  /** Tax withheld from payments of the year; below zero for returns. */
  liabilities: readonly DayAmount[]
  /** For the year: each settles what is due earliest. */
  deposits: readonly DayAmount[]
  /** Line 3 of Form 945 of two years before, in cents. */
  lookback: Cents
  /** Whether a deposit of the year before was due on the next business day. */
  hadNextDay?: boolean
}

/** @returns a year's Form 945, and by when its deposits are due */
export function form945(year: number, { liabilities, deposits, lookback, hadNextDay = false }: YearOf945): Form945 {
  const schedule = depositSchedule(lookback, hadNextDay)
  const withheld = sumCents(liabilities.map(({ cents }) => cents))
  const deposited = sumCents(deposits.map(({ cents }) => cents))
  const mayPayWithReturn = withheld < withReturnBelow
  const dated = dueOf(liabilities, schedule)
  const toDeposit = leftToDeposit(dated, deposited)
  const isOnTime = toDeposit.length === 0 && dated.every(({ due }) => paidBy(deposits, due) >= owedBy(dated, due))
  const regular = dayOf({ year: year + 1, month: 1, day: 31 })
  const later = dayOf({ year: year + 1, month: 2, day: 10 })
  return {
    ...{ year, schedule, lookback, withheld, deposited, balance: withheld - deposited },
    months: Array.from({ length: 12 }, (_, at) => {
      const isOf = ({ day }: { day: Day }) => partsOf(day).month === at + 1
      const of = dated.filter(isOf)
      return {
        month: at + 1,
        withheld: sumCents(of.map(({ cents }) => cents)),
        deposited: 0n,
        due: of.filter(({ cents }) => cents > 0n).at(-1)?.due ?? null,
      }
    }).map(spreadDeposits(deposited)),
    toDeposit,
    nextDay: dated.filter(({ isNextDay }) => isNextDay).map(({ day }) => day),
    mayPayWithReturn,
    isOnTime: withheld > 0n && isOnTime,
    due: adjust(withheld > 0n && isOnTime ? later : regular, 'following'),
    dueIfOnTime: adjust(later, 'following'),
  }
}

/** @returns a function that gives each month, in order, what of the deposits settles it */
function spreadDeposits(deposited: Cents): (month: LiabilityMonth) => LiabilityMonth {
  let left = deposited
  return month => {
    const part = month.withheld < left ? month.withheld : left
    const settled = month.month === 12 ? left : part > 0n ? part : 0n
    left -= settled
    return { ...month, deposited: settled }
  }
}

type Dated = DayAmount & { due: Day; isNextDay: boolean }

/** @returns each day's liability with the day by which it is due: $100,000 in one deposit period makes all of it due the next day */
function dueOf(liabilities: readonly DayAmount[], schedule: DepositSchedule): Dated[] {
  const byDay = Map.groupBy(liabilities, ({ day }) => day)
  const days = [...byDay.keys()].toSorted()
  let isSemiweekly = schedule === 'semiweekly'
  const dated: Dated[] = []
  for (const day of days) {
    const cents = sumCents((byDay.get(day) ?? []).map(each => each.cents))
    const current = isSemiweekly ? 'semiweekly' : schedule
    const due = depositDue(day, 0n, current)
    const period = dated.filter(each => each.due === due)
    const isNextDay = sumCents(period.map(each => each.cents)) + cents >= nextDayFrom
    // Once it has reached that, a monthly depositor is a semiweekly one for the rest of the year, and in the next.
    if (isNextDay) isSemiweekly = true
    const next = isNextDay ? depositDue(day, nextDayFrom, current) : due
    if (isNextDay) for (const each of period) each.due = next
    dated.push({ day, cents, due: next, isNextDay })
  }
  return dated
}

const owedBy = (dated: readonly Dated[], day: Day) =>
  sumCents(dated.filter(({ due }) => due <= day).map(({ cents }) => cents))
const paidBy = (deposits: readonly DayAmount[], by: Day) =>
  sumCents(deposits.filter(({ day }) => day <= by).map(({ cents }) => cents))

function leftToDeposit(dated: readonly Dated[], deposited: Cents): { due: Day; cents: Cents }[] {
  const dues = [...new Set(dated.map(({ due }) => due))].toSorted()
  let before = 0n
  return dues.flatMap(due => {
    const owed = owedBy(dated, due)
    const left = owed - (deposited > before ? deposited : before)
    if (owed > before) before = owed
    return left > 0n ? [{ due, cents: left }] : []
  })
}

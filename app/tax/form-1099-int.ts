/**
 * Form 1099-INT: which payees get one, for how much, until when, and why others don't (specification notes, section C;
 * 26 USC 6049, 26 CFR 1.6049-4). What depends on the tax adviser is in `content/tax.ts`.
 */
import type { FromYear, MonthDay, TaxSettings } from '../../content/tax-types.ts'
import { adjust } from '../../rules/business-days.ts'
import { type Day, dayOf } from '../../rules/days.ts'
import type { Cents } from '../../rules/money.ts'
import type { HolderKind } from '../holders/holders.ts'
import {
  type Classification,
  type ExemptCode,
  isCorporation,
  isExemptForInterest,
  type TaxForm,
  type TaxState,
} from './profile.ts'

/** How far a year's forms have come. */
export const taxRunStates = {
  draft: 'Draft',
  reviewed: 'Reviewed',
  furnished: 'Furnished',
  filed: 'Filed with the IRS',
} as const
export type TaxRunState = keyof typeof taxRunStates

/** Why a payee gets no form. */
export const leftOutReasons = {
  account: 'An IRA or a solo 401(k): exempt payee code 1',
  code: 'An exempt payee code on its W-9',
  corporation: 'A corporation',
  foreign: 'Foreign, by its W-8: the tax adviser decides about Form 1042-S',
  threshold: 'Below the threshold',
  nothing: 'Nothing was paid, after what came back',
} as const
export type LeftOutReason = keyof typeof leftOutReasons

/** What needs review before a form is furnished; none of these prevents it. */
export const returnFlags = {
  no_number: 'No tax number on file: its payments were subject to backup withholding',
  second_notice: 'Second B-notice: its payments were subject to backup withholding',
  mismatched: 'The IRS doesn’t match its name and number',
  unmatched: 'The IRS hasn’t been asked about its number',
  name: 'The file for the IRS divides its name: check first, middle and last',
  came_back_later: 'Something paid in this year came back after it',
  came_back_earlier: 'Something paid before this year came back in it',
  unlike_last_year: 'Half or double of last year, or more',
} as const
export type ReturnFlag = keyof typeof returnFlags

/** Why a form can't be made; the run isn't reviewed before it can. */
export const returnProblems = {
  address: 'Its postal address can’t be read: the last line has to be like “Austin, TX 78701”',
  member: 'No one is authorized for it, so there is no folder for the form',
  negative: 'More came back than was paid in the year: the tax adviser decides',
  letters: 'Its name or address has letters that can’t be printed',
} as const
export type ReturnProblem = keyof typeof returnProblems

/** Why a copy is printed and mailed. */
export const printReasons = {
  no_consent: 'No one has agreed to paperless forms',
  bounced: 'The e-mail couldn’t be delivered',
  asked: 'They asked for paper',
} as const
export type PrintReason = keyof typeof printReasons

/** The facts about a payee that decide its form. Cents. */
export interface Payee {
  kind: HolderKind
  state: TaxState
  form: TaxForm | null
  classification: Classification | null
  exemptCode: ExemptCode | null
  /** Paid in the year, less what came back. */
  net: Cents
  /** In account 2030, of payments of the year. */
  withheld: Cents
}

/** Why a payee gets no form whatever it is paid, unless something was withheld. */
export type ExemptReason = Extract<LeftOutReason, 'account' | 'code' | 'corporation' | 'foreign'>

/** @returns why a payee gets no form, whatever it is paid; undefined where it isn't exempt, or something was withheld */
export function exemptReason(
  { kind, form, classification, exemptCode, withheld }: Omit<Payee, 'state' | 'net'>,
  { exempt }: Pick<TaxSettings, 'exempt'>,
): ExemptReason | undefined {
  if (form === 'w8') return 'foreign'
  if (withheld > 0n) return undefined
  // An IRA's custodian gets a letter instead.
  if ((exempt.kinds as readonly HolderKind[]).includes(kind)) return 'account'
  if (exempt.codes && isExemptForInterest(exemptCode)) return 'code'
  return exempt.corporations && isCorporation(classification, kind) ? 'corporation' : undefined
}

/**
 * @param isCorrection of a form that was furnished: it is corrected to whatever is right, zero included
 * @returns why a payee gets no form for a year; undefined where it gets one. Anything withheld is reported, whatever was paid
 */
export function leftOutReason(
  payee: Omit<Payee, 'state'>,
  year: number,
  settings: Pick<TaxSettings, 'exempt' | 'threshold'>,
  isCorrection = false,
): LeftOutReason | undefined {
  if (isCorrection) return undefined
  const exempt = exemptReason(payee, settings)
  if (exempt) return exempt
  const { net, withheld } = payee
  if (withheld > 0n) return undefined
  if (net <= 0n) return 'nothing'
  return net < ofYear(settings.threshold, year).cents ? 'threshold' : undefined
}

/**
 * @returns box 1 of a payee's form: what was paid, less what came back. A correction of a form that its payee shouldn't have got
 *   says nothing (General Instructions, part H: a return that shouldn't have been filed is corrected to zero)
 */
export function boxOne(
  payee: Omit<Payee, 'state'>,
  year: number,
  settings: Pick<TaxSettings, 'exempt' | 'threshold'>,
  isCorrection: boolean,
): Cents {
  const reason = isCorrection ? leftOutReason(payee, year, settings) : undefined
  return reason && reason !== 'threshold' && reason !== 'nothing' ? 0n : payee.net
}

/** @returns the rule that holds for a tax year: before the first of the list, that one */
export function ofYear<Rule>(rules: readonly FromYear<Rule>[], year: number): FromYear<Rule> {
  const found = rules.findLast(({ from }) => from <= year) ?? rules[0]
  if (!found) throw new Error('There is no rule for any tax year')
  return found
}

/** @returns the rate of backup withholding on interest that is paid in a year, in basis points */
export function withholdingRate(year: number, { backupWithholding }: Pick<TaxSettings, 'backupWithholding'>): number {
  return ofYear(backupWithholding.rates, year).bp
}

/** @returns until when the copies and the returns of a tax year are due: the next business day where that isn't one */
export function dueDays({ due }: Pick<TaxSettings, 'due'>, year: number): { furnish: Day; file: Day } {
  const at = (day: MonthDay) => adjust(dayOf({ year: year + 1, ...day }), 'following')
  return { furnish: at(due.furnish), file: at(due.file) }
}

/** @returns until which day forms of a tax year stay in the portal at least */
export function staysUntil(settings: Pick<TaxSettings, 'staysUntil'>, year: number): Day {
  return dayOf({ year: year + 1, ...settings.staysUntil })
}

/** @returns whether a sum differs so much from last year's that it needs review: half of it or less, double or more */
export function isDifferent(cents: Cents, lastYear: Cents | null): boolean {
  if (lastYear === null || lastYear <= 0n) return false
  return cents * 2n <= lastYear || cents >= lastYear * 2n
}

/** Which payees of a run are listed. */
export const returnViews = { forms: 'Forms', flagged: 'Needs review', left_out: 'Without a form' } as const
export type ReturnView = keyof typeof returnViews

/** Characters of why a form is corrected, at most. */
export const correctionReasonLength = 500
/** Characters of why forms are filed that differ from the ledger, at most. */
export const filingReasonLength = 500
/** Characters of the IRS's receipt of a submission, at most. */
export const receiptLength = 100
/** Forms of one file for the IRS. */
export const irisForms = 100
/** Payees on a page of a run. */
export const returnsPerPage = 100

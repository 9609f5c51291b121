/**
 * Whether a holder will get a Form 1099-INT for a year, before the year's forms are made: the same rule decides, on what was
 * paid so far and what the schedule still has.
 */
import type { MonthDay, TaxSettings } from '../../content/tax-types.ts'
import { type Day, dayOf, partsOf } from '../../rules/days.ts'
import { type Cents, sumCents } from '../../rules/money.ts'
import type { HolderKind } from '../holders/holders.ts'
import { closedStates, isIn } from '../notes/note-states.ts'
import { type LeftOutReason, leftOutReason, type Payee } from './form-1099-int.ts'

/** The facts on file that decide whether a holder gets a form. Cents. */
export type PayeeOnFile = Omit<Payee, 'state' | 'net'> & { holderId: string }

/** A note's interest, as its holder sees it. Days are 'YYYY-MM-DD', amounts cents. */
export interface NoteInterest {
  state: string
  /** Paid, by the year of payment. */
  interestByYear: Record<string, Cents>
  payments: readonly { payDate: string; state: string; interestCents: Cents }[]
}

/**
 * @param notes the holder's
 * @param today of the fund
 * @returns why the holder gets no form for the year, as far as it is known today; undefined where it will get one
 */
export function unpromisedReason(
  payee: PayeeOnFile,
  notes: readonly NoteInterest[],
  year: number,
  today: string,
  settings: Pick<TaxSettings, 'exempt' | 'threshold'>,
): LeftOutReason | undefined {
  const net = sumCents(notes.map(note => expectedInterest(note, year, today)))
  return leftOutReason({ ...payee, net }, year, settings)
}

/** What was paid in the year, and what is still to be paid in it. A payment without its record may still come. */
function expectedInterest({ state, interestByYear, payments }: NoteInterest, year: number, today: string): Cents {
  const paid = interestByYear[year] ?? 0n
  if (!today.startsWith(`${year}-`) || isIn(closedStates, state)) return paid
  const open = payments.filter(
    ({ payDate, state }) => payDate.startsWith(`${year}-`) && state !== 'paid' && state !== 'renewed',
  )
  return paid + sumCents(open.map(({ interestCents }) => interestCents))
}

/**
 * @param until the day of a year on which forms about the year before are there
 * @param hasThisYears whether one came this year
 * @returns the year of the next form, and until when it comes
 */
export function nextForm(today: Day, until: MonthDay, hasThisYears: boolean): { year: number; due: Day } {
  const { year } = partsOf(today)
  const about = today <= dayOf({ year, ...until }) && !hasThisYears ? year - 1 : year
  return { year: about, due: dayOf({ year: about + 1, ...until }) }
}

/** @returns to the holder, why it gets no form for a year */
export function noFormWords(reason: LeftOutReason, kind: HolderKind, year: number): string {
  if (reason === 'account' && kind === 'sdira')
    return 'IRAs don’t receive a 1099-INT. Each January we report the account’s value to your custodian.'
  const who: Record<Exclude<LeftOutReason, 'nothing' | 'threshold'>, string> = {
    account: 'Solo 401(k) plans',
    code: 'Payees with an exempt payee code on their W-9',
    corporation: 'Corporations',
    foreign: 'Payees with a Form W-8',
  }
  if (reason === 'nothing') return `There’s no 1099-INT for ${year}: no interest is paid in it.`
  if (reason === 'threshold')
    return `There’s no 1099-INT for ${year}: the interest is below the amount that’s reported.`
  return `${who[reason]} don’t receive a 1099-INT.`
}

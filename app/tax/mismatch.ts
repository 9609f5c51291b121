/**
 * Whether the payees' forms of a year agree with the ledger: box 1 is what was paid in the year (specification notes,
 * section C), on the day the forms are furnished and on every day after.
 */
import type { TaxSettings } from '../../content/tax-types.ts'
import { type Cents, formatCents } from '../../rules/money.ts'
import { boxOne, type LeftOutReason, leftOutReason, leftOutReasons, type Payee } from './form-1099-int.ts'

/** What a form says: boxes 1 and 4. Cents. */
export interface FormAmounts {
  interest: Cents
  withheld: Cents
}

/** How a payee's form and the ledger differ. Cents. */
export interface FormMismatch {
  /** Boxes 1 and 4 of the form in force; null where the payee has none and should. */
  form: FormAmounts | null
  /** Interest paid, less returns, and tax withheld. */
  ledger: FormAmounts
  /** Why the payee should have no form for the year, where it has one. */
  noForm: LeftOutReason | null
}

/**
 * Compares what payees have with the ledger, once a year's forms are furnished.
 * @param form in force: one that was furnished, and that no other corrects
 * @returns how they differ; undefined where the form says what a correction would, and where a payee without one needs none
 */
export function mismatchOf(
  payee: Omit<Payee, 'state'>,
  form: FormAmounts | null,
  year: number,
  settings: Pick<TaxSettings, 'exempt' | 'threshold'>,
): FormMismatch | undefined {
  const noForm = leftOutReason(payee, year, settings) ?? null
  const isRight = form
    ? form.interest === boxOne(payee, year, settings, true) && form.withheld === payee.withheld
    : noForm !== null
  return isRight
    ? undefined
    : { form, ledger: { interest: payee.net, withheld: payee.withheld }, noForm: form && noForm }
}

/** @returns how they differ, in a sentence */
export function mismatchWords({ form, ledger, noForm }: FormMismatch): string {
  const paid = amountsInWords(ledger)
  if (!form) return `No form, and the ledger has ${paid}.`
  const says = `The form says ${amountsInWords(form)}`
  if (noForm === 'nothing') return `${says}, and the ledger has ${paid}: nothing was paid, after what came back.`
  if (noForm === 'threshold') return `${says}, the ledger ${paid}: that’s below the threshold.`
  return noForm ? `${says}, and it should get none. ${leftOutReasons[noForm]}.` : `${says}, the ledger ${paid}.`
}

function amountsInWords({ interest, withheld }: FormAmounts): string {
  return `${formatCents(interest, true)}${withheld > 0n ? ` with ${formatCents(withheld, true)} withheld` : ''}`
}

/**
 * @returns whether the form is wrong by so little that it needs no correction unless its payee asks for one. A form that was
 *   left out, or that its payee shouldn't have, isn't
 */
export function isWithinHarbor(
  { form, ledger, noForm }: FormMismatch,
  { harbor }: Pick<TaxSettings['corrections'], 'harbor'>,
): boolean {
  if (!form || (noForm !== null && noForm !== 'threshold')) return false
  return (
    size(form.interest - ledger.interest) <= harbor.interest && size(form.withheld - ledger.withheld) <= harbor.withheld
  )
}

const size = (cents: Cents) => (cents < 0n ? -cents : cents)

import { tax } from '../../../content/tax.ts'
import { taxPapers } from '../../../content/tax-papers.ts'
import { formatDay } from '../../../rules/notes/days.ts'
import { noFormWords, unpromisedReason } from '../../../rules/tax/promised-form.ts'
import type { Holdings } from '../../../server/holdings/holdings.ts'
import type { Home } from '../../../server/home/home.ts'

/** @returns when the next form comes, or of a person none of whose holders gets one, why not; undefined without holders */
export function taxAheadWords(
  { year, due, payees }: NonNullable<Home['nextForm']>,
  { holders, notes, today }: Holdings,
): string | undefined {
  const ahead = holders.flatMap(({ id, kind }) => {
    const payee = payees.find(({ holderId }) => holderId === id)
    const own = notes.filter(({ holder }) => holder.id === id)
    return payee ? [{ kind, reason: unpromisedReason(payee, own, year, today, tax) }] : []
  })
  const [first] = ahead
  if (first?.reason && ahead.every(({ reason }) => reason)) return noFormWords(first.reason, first.kind, year)
  return first && taxPapers && `The ${year} form will be here by ${formatDay(due)}.`
}

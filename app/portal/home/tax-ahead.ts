import { tax } from '../../../content/tax.ts'
import { taxPapers } from '../../../content/tax-papers.ts'
import { formatDay } from '../../../rules/notes/days.ts'
import { noFormWords, unpromisedReason } from '../../../rules/tax/promised-form.ts'
import type { Holdings } from '../../../server/holdings/holdings.ts'
import type { Home } from '../../../server/home/home.ts'

/**
 * @returns when the next form comes, and whose where only some of a person's holders get one; where none does, why not;
 *   undefined without holders
 */
export function taxAheadWords(
  { year, due, payees }: NonNullable<Home['nextForm']>,
  { holders, notes, today }: Holdings,
): string | undefined {
  const ahead = holders.flatMap(({ id, name, kind }) => {
    const payee = payees.find(({ holderId }) => holderId === id)
    const own = notes.filter(({ holder }) => holder.id === id)
    return payee ? [{ name, kind, reason: unpromisedReason(payee, own, year, today, tax) }] : []
  })
  const promised = ahead.filter(({ reason }) => !reason)
  const [first] = ahead
  if (first?.reason && promised.length === 0) return noFormWords(first.reason, first.kind, year)
  const whose = promised.length < ahead.length ? ` for ${promised.map(({ name }) => name).join(', ')}` : ''
  return first && taxPapers && `The ${year} form${whose} will be here by ${formatDay(due)}.`
}

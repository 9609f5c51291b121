import { type CsvCell, csvText } from '../../../rules/csv.ts'
import { decimalCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { type MadeFile, madeFile } from '../../../server/http/made-file.ts'
import { paymentStateWords } from '../holdings.ts'
import { getHoldings } from './holdings.ts'
import type { OwnNote, OwnPayment } from './note-facts.ts'

const columns: [string, (note: OwnNote, payment: OwnPayment) => CsvCell][] = [
  ['Note', note => note.number],
  ['Holder', note => note.holder.name],
  ['Payment', (_, payment) => payment.n],
  ['Period from', (_, payment) => payment.startDate],
  ['Due', (_, payment) => payment.dueDate],
  ['Pay date', (_, payment) => payment.payDate],
  ['Interest', (_, payment) => decimalCents(payment.interestCents)],
  ['Principal', (_, payment) => decimalCents(payment.principalCents)],
  ['State', (_, payment) => paymentStateWords[payment.state]],
  ['Recorded', (_, payment) => decimalCents(payment.settledCents)],
  ['Tax withheld', (_, payment) => decimalCents(payment.withheldCents)],
  ['Recorded for', (_, payment) => payment.paidOn],
  ['Reference', (_, payment) => payment.reference],
]

/**
 * Exports all past and future payments of the actor's notes, with an audit entry.
 * @returns CSV (RFC 4180), amounts in dollars with two decimals
 */
export async function exportOwnPayments(actor: Actor): Promise<MadeFile<string>> {
  const holdings = await getHoldings(actor)
  const notes = holdings?.notes ?? []
  const lines = notes.flatMap(note => note.payments.map(payment => columns.map(([, cell]) => cell(note, payment))))
  await actAs(actor, tx => audit(tx, actor, 'payments.exported', actor.id, { notes: notes.length }))
  const content = csvText([columns.map(([name]) => name), ...lines])
  return madeFile({ proof: { none: 'their own payments' }, entry: 'payments.exported' }, content)
}

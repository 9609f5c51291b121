import type { Cents } from '../../../rules/money.ts'
import { hasDecimalCommas, readMoney } from '../../../server/tables/read-money.ts'
import type { TableRecord } from '../../../server/tables/read-table.ts'
import type { BankColumn } from './bank-columns.ts'

export type BankRecord = TableRecord<BankColumn>

/** Reason for skipping a line without an amount. */
export const noAmount = 'It has no amount.'

type Way = 'in' | 'out'

/** @returns a function that reads a line's amount, in the notation of the whole list, or returns the reason that it can't */
export function amountReader(records: readonly BankRecord[]): (record: BankRecord) => Cents | string {
  const money = (kind: BankColumn) => records.map(record => record.cell(kind))
  const comma = hasDecimalCommas([...money('amount'), ...money('debit'), ...money('credit')])
  const cents = (text: string) => readMoney(text, comma)
  const [isDebitMixed, isCreditMixed] = [
    hasBothSigns(money('debit').map(cents)),
    hasBothSigns(money('credit').map(cents)),
  ]
  const wayOf = directionReader(records, cents)
  return record => {
    const [debit, credit, amount] = [record.cell('debit'), record.cell('credit'), record.cell('amount')]
    const [out, into] = [debit ? cents(debit) : 0n, credit ? cents(credit) : 0n]
    if (out === undefined || into === undefined) return notMoney(out === undefined ? debit : credit)
    if (out !== 0n && into !== 0n) return 'It has an amount under debit and one under credit.'
    if (out !== 0n) return out < 0n && isDebitMixed ? unclear(debit, 'debits') : -absolute(out)
    if (into !== 0n) return into < 0n && isCreditMixed ? unclear(credit, 'credits') : absolute(into)
    if (!amount) return debit || credit ? 0n : noAmount
    const whole = cents(amount)
    if (whole === undefined) return notMoney(amount)
    const way = wayOf(record, whole)
    if (way === 'unclear')
      return 'Its amount and its debit or credit don’t agree. Write the amount with a minus, or without.'
    if (way === undefined && whole !== 0n)
      return 'It doesn’t say whether the money came in or went out, as other lines do.'
    return way === 'out' ? -whole : whole
  }
}

function notMoney(text: string): string {
  return `“${text.slice(0, 40)}” isn’t an amount we can read. Write it as -1833.33.`
}

/** A minus among debits that otherwise have none may be a refund or a typo. */
function unclear(text: string, column: string): string {
  return `“${text.slice(0, 40)}” has a minus, and other ${column} have none. Write it as money in or out.`
}

function hasBothSigns(all: readonly (Cents | undefined)[]): boolean {
  return [-1, 1].every(sign => all.some(cents => cents !== undefined && Number(cents) * sign > 0))
}

function absolute(cents: Cents): Cents {
  return cents < 0n ? -cents : cents
}

/** Words that make up a direction cell. */
const wayWords: Record<string, Way> = Object.fromEntries([
  ...['d', 'dr', 'db', 'deb', 'dbit', 'debit', 'debits', 'out', 'withdrawal', 'outgoing', 'paid out', '-'].map(
    word => [word, 'out'] as const,
  ),
  ...['c', 'cr', 'crd', 'crdt', 'credit', 'credits', 'in', 'deposit', 'incoming', 'paid in', '+'].map(
    word => [word, 'in'] as const,
  ),
])

/**
 * @param isLoose also accepts cells such as 'ACH_DEBIT'
 * @returns the direction in a cell such as 'DEBIT'
 */
export function wayIn(text: string, isLoose: boolean): Way | undefined {
  const plain = text.toLowerCase().replaceAll(/[.*]/g, '').trim()
  const exact = wayWords[plain]
  if (exact || !isLoose) return exact
  const words = plain.split(/[^a-z]+/)
  const [out, into] = [/^(?:debit|withdrawal|out|outgoing)$/, /^(?:credit|deposit|in|incoming)$/].map(each =>
    words.some(word => each.test(word)),
  )
  return out === into ? undefined : out ? 'out' : 'in'
}

/**
 * Reads the direction from another column where amounts have no sign. Not needed where most debits have a minus.
 * @returns a function that returns 'in' for an amount as it is, 'out' to negate it, 'unclear' where sign and column
 * disagree, undefined where the column doesn't say
 */
function directionReader(
  records: readonly BankRecord[],
  cents: (text: string) => Cents | undefined,
): (record: BankRecord, amount: Cents) => Way | 'unclear' | undefined {
  const amounts = records.map(record => cents(record.cell('amount')) ?? 0n)
  const hasMinus = amounts.some(amount => amount < 0n)
  for (const kind of ['dc', 'indicator', 'details', 'type'] as const) {
    for (const isLoose of [false, true]) {
      const ways = records.map(record => wayIn(record.cell(kind), isLoose))
      const debits = amounts.filter((_, at) => ways[at] === 'out')
      const [above, below] = [debits.filter(amount => amount > 0n).length, debits.filter(amount => amount < 0n).length]
      const isWhole = !isLoose && records.every((record, at) => ways[at] !== undefined || !record.cell('amount'))
      if (above === 0 || (hasMinus && !isWhole)) continue
      const isSigned = below >= above
      return (record, amount) => {
        const way = wayIn(record.cell(kind), isLoose)
        if (isSigned) return way === 'out' && amount > 0n ? 'unclear' : 'in'
        return amount < 0n ? 'unclear' : way
      }
    }
  }
  return () => 'in'
}

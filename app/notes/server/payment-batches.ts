import { sql, type Transaction } from 'kysely'
import { formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { toCentsOrNull } from '../../../server/database/cents.ts'
import type { Database } from '../../../server/database/types.ts'
import type { BatchApproval, BatchEvidence, BatchLine, Remarks } from '../../approvals/server/approval-kind.ts'
import { paymentDifferences } from '../payment-differences.ts'
import { unusualPaymentDay } from '../unusual-days.ts'
import type { BookedAgain } from './booked-again.ts'

/** Fields common to the approvals of payments and other movements of money. */
export interface MoneyContent {
  note: string
  holder: string
  day: string
  /** In cents, as text: JSON has no bigint. */
  cents: string
  reference: string
  /** Tax withheld, in addition to `cents`. */
  withheld?: string
  /** Bank's fee for the wire, in addition to `cents`. */
  fee?: string
  /** What is unusual about the tax withheld. */
  withholding?: string[]
}

/** Content that an ordinary request doesn't have. */
interface UnusualContent {
  /** Day of the return. */
  returned?: string
  late?: object
  again?: BookedAgain
}

/** @returns the approval's item in a batch approval */
export function moneyLine({ note, holder, day, cents, reference }: MoneyContent): BatchLine {
  return { note, holder, day, cents: BigInt(cents), reference }
}

/** @returns a short remark that tax was withheld, or unexpectedly wasn't */
export function withheldShort({
  withheld,
  withholding = [],
}: Pick<MoneyContent, 'withheld' | 'withholding'>): string[] {
  if (withheld) return [`${formatCents(BigInt(withheld), true)} of tax withheld`]
  return withholding.length > 0 ? ['no tax withheld'] : []
}

/** @returns short remarks about a payment that came back, late interest, and later entries that are rebooked */
export function unusualShort({ returned, late, again }: UnusualContent): string[] {
  return [
    ...(returned ? [`came back on ${formatDay(returned)}`] : []),
    ...(late ? ['late interest'] : []),
    ...(again ? ['later entries counted again'] : []),
  ]
}

/**
 * @param unusual what an ordinary request doesn't have, in short words
 * @param usual further remarks
 * @returns a `BatchApproval.remarks` that reads only the requests' content
 */
export function remarksBy<Content extends object>(
  unusual: (content: Content) => string[],
  usual: (content: Content) => string[] = () => [],
): BatchApproval<Content>['remarks'] {
  const toRemarks = (content: Content): Remarks => {
    const first = unusual(content)
    return { differences: [...first, ...usual(content)], isUnusual: first.length > 0 }
  }
  return async (_, requests) => new Map(requests.map(({ id, content }) => [id, toRemarks(content)]))
}

/** @returns the bank pages attached to the lists that payments were recorded from */
export async function bankPages(
  tx: Transaction<Database>,
  requests: readonly { content: { bank?: { listId: string } } }[],
): Promise<BatchEvidence[]> {
  const lists = [...new Set(requests.flatMap(({ content }) => content.bank?.listId ?? []))]
  const { rows } = await sql<BatchEvidence>`
    select d.id, d.filename, sum(app.decided_before_page(b.id))::integer as "decidedBefore"
    from bank_lists b join documents d on d.id = b.document_id
    where b.id = any (${lists}::uuid[]) group by d.id, d.filename order by d.filename, d.id`.execute(tx)
  return rows
}

interface BeforeRow {
  approval_id: string
  cents: string | null
  pay_dates: string[]
  is_transferred: boolean
  changed: string[]
}

interface PaymentContent extends MoneyContent, UnusualContent {
  settles: readonly { due: string }[]
}

/** Differences of each payment from the previous one on its note. */
export async function remarksOnPayments(
  tx: Transaction<Database>,
  requests: readonly { id: string; content: PaymentContent }[],
): Promise<ReadonlyMap<string, Remarks>> {
  const ids = requests.map(({ id }) => id)
  const { rows } = await sql<BeforeRow>`
    select approval_id, cents::text as cents, pay_dates::text[] as pay_dates, is_transferred, changed
    from app.payments_before(${ids}::uuid[])`.execute(tx)
  const before = new Map(rows.map(row => [row.approval_id, row]))
  return new Map(
    requests.flatMap(({ id, content }) => {
      const row = before.get(id)
      if (!row) return []
      const { cents, pay_dates, is_transferred, changed } = row
      const known = { cents: toCentsOrNull(cents), payDates: pay_dates, isTransferred: is_transferred, changed }
      const fee = content.fee ? [`${formatCents(BigInt(content.fee), true)} wire fee`] : []
      const unusual = unusualShort(content)
      const dues = content.settles.map(({ due }) => due)
      const differences = [
        ...unusual,
        ...withheldShort(content),
        ...fee,
        ...paymentDifferences(moneyLine(content), known),
      ]
      const isUnusual =
        unusual.length + changed.length + unusualPaymentDay(content.day, dues).length > 0 ||
        (cents === null && is_transferred)
      return [[id, { differences, isUnusual }] as const]
    }),
  )
}

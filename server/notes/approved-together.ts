import { sql, type Transaction } from 'kysely'
import { formatCents } from '../../rules/notes/money.ts'
import { unlikeLastTime } from '../../rules/notes/unlike-last-time.ts'
import type { Together, TogetherLine, TogetherPage } from '../approvals/approval-kind.ts'
import { toCentsOrNull } from '../database/cents.ts'
import type { Database } from '../database/types.ts'

/** What a payment's approval has in common with those of other money. */
export interface MoneyContent {
  note: string
  holder: string
  day: string
  /** Of cents: JSON has no bigint. */
  cents: string
  reference: string
  /** Tax withheld, beside that. */
  withheld?: string
  /** What is unusual about what was withheld, or wasn't. */
  withholding?: string[]
}

/** @returns an act's line among others of its kind */
export function moneyLine({ note, holder, day, cents, reference }: MoneyContent): TogetherLine {
  return { note, holder, day, cents: BigInt(cents), reference }
}

/** @returns in short words that tax was withheld, or that none was although it was to be expected */
export function withheldShort({
  withheld,
  withholding = [],
}: Pick<MoneyContent, 'withheld' | 'withholding'>): string[] {
  if (withheld) return [`${formatCents(BigInt(withheld), true)} of tax withheld`]
  return withholding.length > 0 ? ['no tax withheld'] : []
}

/** @returns for `Together.unlike`, where what was asked for says all there is to know */
export function unlikeBy<Content extends object>(words: (content: Content) => string[]): Together<Content>['unlike'] {
  return async (_, requests) => new Map(requests.map(({ id, content }) => [id, words(content)]))
}

/** @returns the pages of the bank's lists that payments were recorded from */
export async function bankPages(
  tx: Transaction<Database>,
  requests: readonly { content: { bank?: { listId: string } } }[],
): Promise<TogetherPage[]> {
  const lists = [...new Set(requests.flatMap(({ content }) => content.bank?.listId ?? []))]
  const { rows } = await sql<TogetherPage>`
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

/** Compares each payment with the one before it on its note. */
export async function unlikePaymentBefore(
  tx: Transaction<Database>,
  requests: readonly { id: string; content: MoneyContent }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
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
      return [[id, [...withheldShort(content), ...unlikeLastTime(moneyLine(content), known)]] as const]
    }),
  )
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { oneLine } from '../../../rules/text.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { type FilingKind, filingKinds } from '../register.ts'
import { recordFilingCommand, withdrawFilingCommand } from '../sales.commands.ts'

/** Something that was filed about an offering's sales. */
export interface Filing {
  id: string
  offering: string
  kind: FilingKind
  /** Two letters, of a notice. */
  state: string | null
  /** 'YYYY-MM-DD'. */
  filedOn: string
  /** The number under which it was received; null until it is known. */
  receipt: string | null
  by: string
}

/** What was filed and not withdrawn, newest first. */
export const allFilings = prepared(
  'all_filings',
  () => sql<Filing>`select f.id, f.offering, f.kind, f.state, f.filed_on::text as "filedOn", f.receipt,
      coalesce(p.full_name, p.email) as by
    from sale_filings f join user_profiles p on p.id = f.recorded_by
    where f.withdrawn_at is null order by f.filed_on desc, f.recorded_at desc`,
)

/**
 * Records that something was filed: a kind of `filingKinds`, of a notice with its state, such as 'notice TX'. Recorded again
 * with its receipt, it gets that.
 */
export const recordFiling = perform(
  recordFilingCommand,
  async ({ tx, refuse, audit }, _, filing) => {
    const [kind = '', state = null] = filing.what.split(' ')
    const receipt = filing.receipt || null
    const offering = oneLine(filing.offering)
    const isState = state !== null && /^[A-Z]{2}$/.test(state)
    if (!isFilingKind(kind) || (kind === 'notice') !== isState) throw refuse('FILING_INVALID')
    const filedOn = assertPastDay(filing.day)
    const sold = await tx.selectFrom('notes').select('id').where('offering', '=', offering).limit(1).executeTakeFirst()
    if (!sold) throw refuse('FILING_INVALID')
    const known = await tx
      .updateTable('sale_filings')
      .set({ receipt })
      .where('offering', '=', offering)
      .where('kind', '=', kind)
      .where('state', state === null ? 'is' : '=', state)
      .where('filed_on', '=', filedOn)
      .where('receipt', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where(sql<boolean>`${receipt !== null}`)
      .returning('id')
      .executeTakeFirst()
    const id = known?.id ?? randomUUID()
    if (!known)
      await tx.insertInto('sale_filings').values({ id, offering, kind, state, filed_on: filedOn, receipt }).execute()
    await audit('filing.recorded', id, { offering, kind, state, filed_on: filedOn, receipt })
  },
  { codes: { sale_filings_once: 'FILING_TWICE' } },
)

function isFilingKind(kind: string): kind is FilingKind {
  return Object.hasOwn(filingKinds, kind)
}

/** Withdraws what was recorded by mistake. */
export const withdrawFiling = perform(withdrawFilingCommand, async ({ tx, refuse, audit }, filingId) => {
  const id = assertId(filingId)
  const done = await tx
    .updateTable('sale_filings')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!done) throw refuse('NOT_FOUND')
  await audit('filing.withdrawn', id)
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type FilingKind, filingKinds } from '../../rules/register.ts'
import { oneLine } from '../../rules/text.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { prepared } from '../database/prepared.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { PortalError } from '../platform/portal-error.ts'

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

/** Characters at most. */
const receiptLength = 200

/**
 * Records that something was filed. Recorded again with its receipt, it gets that.
 * @param filing what: a kind of `filingKinds`, of a notice with its state, such as 'notice TX'
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOTE_DAY_INVALID, NOTE_DAY_AHEAD; FILING_INVALID;
 *   FILING_TWICE
 */
export async function recordFiling(
  actor: Actor,
  filing: { offering: string; what: string; filedOn: string; receipt: string },
): Promise<void> {
  const [kind = '', state = null] = filing.what.split(' ')
  const receipt = oneLine(filing.receipt) || null
  const offering = oneLine(filing.offering)
  const isState = state !== null && /^[A-Z]{2}$/.test(state)
  if (!Object.hasOwn(filingKinds, kind) || !offering || (kind === 'notice') !== isState)
    throw new PortalError('FILING_INVALID')
  if ((receipt?.length ?? 0) > receiptLength) throw new PortalError('FILING_INVALID')
  const id = randomUUID()
  await asAdministrator(
    actor,
    async tx => {
      const filedOn = assertPastDay(filing.filedOn)
      const sold = await tx
        .selectFrom('notes')
        .select('id')
        .where('offering', '=', offering)
        .limit(1)
        .executeTakeFirst()
      if (!sold) throw new PortalError('FILING_INVALID')
      const known = await tx
        .updateTable('sale_filings')
        .set({ receipt })
        .where('offering', '=', offering)
        .where('kind', '=', kind as FilingKind)
        .where('state', state === null ? 'is' : '=', state)
        .where('filed_on', '=', filedOn)
        .where('receipt', 'is', null)
        .where('withdrawn_at', 'is', null)
        .where(sql<boolean>`${receipt !== null}`)
        .returning('id')
        .executeTakeFirst()
      if (!known) {
        await tx
          .insertInto('sale_filings')
          .values({ id, offering, kind: kind as FilingKind, state, filed_on: filedOn, receipt })
          .execute()
      }
      await audit(tx, actor, 'filing.recorded', known?.id ?? id, { offering, kind, state, filed_on: filedOn, receipt })
    },
    { sale_filings_once: 'FILING_TWICE' },
  )
}

/**
 * Withdraws what was recorded by mistake.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND
 */
export async function withdrawFiling(actor: Actor, filingId: string): Promise<void> {
  const id = assertId(filingId)
  await asAdministrator(actor, async tx => {
    const done = await tx
      .updateTable('sale_filings')
      .set({ withdrawn_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!done) throw new PortalError('NOT_FOUND')
    await audit(tx, actor, 'filing.withdrawn', id)
  })
}

import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { queryAs, readAs } from '../../../server/database/read-as.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { openNumber } from '../../holders/server/number-vault.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import type { DataExport } from '../../people/server/data-export.ts'
import { showWireCommand } from '../own.commands.ts'
import type { ShownWire } from '../wire.ts'
import type { WireView } from './wire-versions.ts'

/** What an authorized person sees before fresh proof: nothing of the instructions. */
export interface OwnWire {
  id: string
  holder: string
  reference: string
  noteId: string | null
  cents: string | null
  closedAt: Date | null
  isReady: boolean
  /** Whether the version in force isn't the one that this person saw last. */
  hasChanged: boolean
  changesAt: Date | null
  views: WireView[]
}

const ownWire = prepared(
  'own_wire',
  (_, openingId: string) => sql<OwnWire>`
    select o.id, h.legal_name as holder, o.reference, n.id as "noteId", n.principal_cents::text as cents,
      o.closed_at as "closedAt", s.is_ready as "isReady", s.has_changed as "hasChanged", s.changes_at as "changesAt",
      coalesce((select jsonb_agg(jsonb_build_object('viewedAt', v.viewed_at, 'viewer', v.viewer, 'ipAddress', v.ip_address)
        order by v.viewed_at desc) from app.wire_viewers(o.id) v), '[]') as views
    from wire_openings o join holders h on h.id = o.holder_id cross join lateral app.wire_state(o.id) s
      left join notes n on n.id = o.subject_id
    where o.id = ${openingId} and app.acts_for_holder(o.holder_id)`,
)

/** @throws PortalError NOT_FOUND for everyone who doesn't act for the holder, viewers and administrators included */
export async function getOwnWire(actor: Actor, openingId: string): Promise<OwnWire> {
  const [[found]] = await readAs(actor, ownWire(assertId(openingId)))
  if (!found) throw new PortalError('NOT_FOUND')
  // JSON has no dates.
  return { ...found, views: found.views.map(view => ({ ...view, viewedAt: new Date(view.viewedAt) })) }
}

/** Shows the instructions in force. The database checks who asks and the fresh proof again, and records the view. */
export const showWire = perform(
  showWireCommand,
  async ({ tx, actor, refuse }, openingId): Promise<{ wire: ShownWire }> => {
    const id = assertId(openingId)
    const { rows: opened } = await sql<{ isClosed: boolean }>`select closed_at is not null as "isClosed"
      from wire_openings where id = ${id} and app.acts_for_holder(holder_id)`.execute(tx)
    if (!opened[0]) throw refuse('NOT_FOUND')
    if (opened[0].isClosed) throw refuse('WIRE_CLOSED')
    const { rows } = await sql<Omit<ShownWire, 'accountNumber'> & Parameters<typeof openNumber>[0]>`
      select bank_name as "bankName", bank_address as "bankAddress", routing_number as "routingNumber",
        account_name as "accountName", further_credit as "furtherCredit", six_words as "sixWords",
        number_id as id, ciphertext, key_id from app.reveal_wire(${id}, ${actor.sessionId})`.execute(tx)
    if (!rows[0]) throw refuse('WIRE_NONE')
    const { id: numberId, ciphertext, key_id, ...wire } = rows[0]
    return { wire: { ...wire, accountNumber: openNumber({ id: numberId, ciphertext, key_id }) } }
  },
  { before: requireFreshProof },
)

/** For the export of a person's data: when they saw the fund's wire instructions. */
export const wireExport: DataExport = {
  name: 'wire-instructions.json',
  about: 'when and from where you saw our wire instructions',
  read: actor =>
    queryAs(actor, async tx => {
      const { rows } = await sql<Record<string, unknown>>`select o.reference, v.viewed_at, v.ip_address as ip
        from wire_views v join wire_openings o on o.id = v.opening_id
        where v.viewer_id = ${actor.id} order by v.viewed_at, v.id`.execute(tx)
      return rows.length > 0 ? rows : undefined
    }),
}

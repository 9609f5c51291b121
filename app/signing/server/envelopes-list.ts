import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import { containing } from '../../../server/database/like-pattern.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { DataExport } from '../../people/server/data-export.ts'
import { type EnvelopeKind, type EnvelopeShow, type EnvelopeState, envelopesPerPage } from '../envelopes.ts'

/** An envelope in the office's list. */
export interface EnvelopeEntry {
  id: string
  number: string
  title: string
  kind: EnvelopeKind
  state: EnvelopeState
  /** 'YYYY-MM-DD' */
  expiresOn: string | null
  createdAt: Date
  holder: string
  holderNumber: string
  signed: number
  signers: number
  /** In which capacity the next signer signs. */
  next: string | null
  waitsForFund: boolean
  /** Why its last attempt to be sealed failed. */
  problem: string | null
}

/** Of `e` and the next signer `n`. */
const shows: Record<EnvelopeShow, RawBuilder<boolean>> = {
  fund: sql`e.state = 'sent' and n.role = 'fund' and e.expires_on >= app.fund_day()`,
  draft: sql`e.state = 'draft'`,
  sent: sql`e.state = 'sent'`,
  signed: sql`e.state = 'signed'`,
  sealed: sql`e.state = 'sealed'`,
  ended: sql`e.state in ('declined', 'voided', 'expired')`,
}

/** @param page from 0 */
export async function getEnvelopes(
  actor: Actor,
  { page = 0, show, search = '' }: { page?: number; show?: EnvelopeShow | undefined; search?: string } = {},
): Promise<{ envelopes: EnvelopeEntry[]; total: number }> {
  const matching = search
    ? sql`app.folded(concat_ws(' ', e.number, e.title, h.legal_name, h.number)) like ${containing(search)}`
    : sql`true`
  return asAdministrator(actor, async tx => {
    const from = sql`from envelopes e join holders h on h.id = e.holder_id
      left join lateral (select s.role, s.capacity from envelope_signers s where s.envelope_id = e.id and s.state <> 'signed'
        order by s.turn limit 1) n on true
      left join sealed_files f on f.kind = 'envelope' and f.subject_id = e.id
      where ${show ? shows[show] : sql`true`} and ${matching}`
    const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(tx)
    const { rows } = await sql<EnvelopeEntry>`
      select e.id, e.number, e.title, e.kind, e.state, e.expires_on as "expiresOn", e.created_at as "createdAt",
        h.legal_name as holder, h.number as "holderNumber", n.capacity as next,
        coalesce(e.state = 'sent' and n.role = 'fund', false) as "waitsForFund",
        (select count(*)::integer from envelope_signers s where s.envelope_id = e.id and s.state = 'signed') as signed,
        (select count(*)::integer from envelope_signers s where s.envelope_id = e.id) as signers,
        case when e.state = 'signed' then f.problem end as problem
      ${from} order by e.created_at desc, e.id desc limit ${envelopesPerPage} offset ${page * envelopesPerPage}`.execute(
      tx,
    )
    return { envelopes: rows, total: counted[0]?.total ?? 0 }
  })
}

/** How many envelopes wait for the fund's signature, and since when the first of them was sent; for administrators. */
export const envelopesToCountersign = prepared(
  'envelopes_to_countersign',
  () => sql<{ total: number }>`select count(*)::integer as total from envelopes e
    where e.state = 'sent' and e.expires_on >= app.fund_day() and not exists (select from envelope_signers s
      where s.envelope_id = e.id and s.state <> 'signed' and s.role <> 'fund')`,
)

/** For the export of a person's data: what they were asked to sign, and what is recorded of each signature. */
export const envelopesExport: DataExport = {
  name: 'signatures.json',
  about: 'documents that you were asked to sign here, and what is recorded of each signature',
  read: actor =>
    queryAs(actor, async tx => {
      const { rows } = await sql<Record<string, unknown>>`select e.number, e.title, e.original_sha256, e.sealed_sha256,
          s.capacity, s.state, s.viewed_at, s.signed_at, s.signed_on, s.typed_name, s.proof, s.proved_at, s.ip, s.user_agent,
          s.reason
        from envelope_signers s join envelopes e on e.id = s.envelope_id
        where s.user_id = ${actor.id} and e.state <> 'draft' order by e.sent_at, e.id`.execute(tx)
      return rows.length > 0 ? rows : undefined
    }),
}

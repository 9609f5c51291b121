import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { nameOrAddress } from '../../../server/access/name-with-address.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { DocumentCategory } from '../../documents/documents.ts'
import type { CheckState } from '../../file-checks/file-checks.ts'
import { type Recalled, recalledOf } from '../../runs/server/recalled.ts'
import { type DeliveryState, deliveredPerPage, type MailOutcome } from '../deliveries.ts'

/** What one recipient gets of a delivery. */
export interface DeliveredDocument {
  id: string
  filename: string
  recipient: string
  personId: string
  /** Of a holder's. */
  holderId: string | null
  /** Null before it is sent, and once it is deleted. */
  checkState: CheckState | null
  /** When one of its recipients first opened it. */
  openedAt: Date | null
  /** The people notified by e-mail, and whether it arrived; known for a month. */
  mails: { name: string; outcome: MailOutcome }[]
}

/** A delivery on its page. Times are UTC. */
export interface Delivery {
  id: string
  title: string
  category: DocumentCategory
  state: DeliveryState
  recipients: number
  documents: number
  /** Documents that one of their owners has opened. */
  opened: number
  sentBy: string
  createdAt: Date
  sentAt: Date | null
  /** Why no one has received anything. */
  problem: string | null
  fundName: string
  /** Who has approved it, where it took a second person. */
  approvedBy: string | null
  /** The approval that is pending: its files, and those of them that the actor has opened. */
  requested: { requestedBy: string; isOwn: boolean; total: number; opened: number } | null
  recalled: Recalled | null
}

/**
 * @param page of its documents, from 0
 * @param unopened only those that no one has opened
 * @returns a delivery with a page of its documents, by recipient, and how many of them there are
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND
 */
export async function getDelivery(
  actor: Actor,
  deliveryId: string,
  { page = 0, unopened = false }: { page?: number; unopened?: boolean } = {},
): Promise<{ delivery: Delivery; documents: DeliveredDocument[]; total: number }> {
  const id = assertId(deliveryId)
  return asAdministrator(actor, async tx => {
    const found =
      await sql<Delivery>`select d.id, d.title, d.category, d.state, ${nameOrAddress('sender')} as "sentBy", d.created_at as "createdAt",
        d.sent_at as "sentAt", i.recipients, i.documents, i.opened, d.problem, d.fund_name as "fundName",
        (select ${nameOrAddress('p')} from approvals a join user_profiles p on p.id = a.decided_by where a.id = d.approval_id)
          as "approvedBy",
        case when d.state = 'requested' then (select json_build_object('requestedBy', ${nameOrAddress('sender')},
            'isOwn', d.sent_by = ${actor.id}, 'total', count(*),
            'opened', count(l.user_id)) from delivery_files f left join delivery_file_looks l
          on l.delivery_id = f.delivery_id and l.n = f.n and l.user_id = ${actor.id} where f.delivery_id = d.id) end as requested,
        ${recalledOf('d')} as recalled
      from document_deliveries d join user_profiles sender on sender.id = d.sent_by
        cross join lateral (select count(distinct i.owner_id)::int as recipients, count(*)::int as documents,
          count(document.read_at)::int as opened from delivery_documents i left join documents document on document.id = i.document_id
          where i.delivery_id = d.id) i
      where d.id = ${id}`.execute(tx)
    const [delivery] = found.rows
    if (!delivery) throw new PortalError('NOT_FOUND')
    const { rows } = await sql<DeliveredDocument & { total: number }>`
      with shown as (
        select i.document_id, i.user_id, i.holder_id, f.filename, coalesce(h.legal_name, ${nameOrAddress('p')}) as recipient,
          made.check_state, made.opened_at, f.n, count(*) over ()::int as total
        from delivery_documents i join delivery_files f on f.delivery_id = i.delivery_id and f.n = i.n
          join user_profiles p on p.id = i.user_id left join holders h on h.id = i.holder_id
          left join app.delivered_documents(${id}) made on made.document_id = i.document_id
        where i.delivery_id = ${id} and (not ${unopened} or made.opened_at is null)
        order by lower(coalesce(h.legal_name, ${nameOrAddress('p')})), i.owner_id, f.n
        limit ${deliveredPerPage} offset ${page * deliveredPerPage}),
      mails as (
        select m.document_id, json_agg(json_build_object('name', ${nameOrAddress('p')}, 'outcome', m.outcome) order by p.email) as mails
        from app.mail_about_documents(array(select document_id from shown)) m join user_profiles p on p.id = m.user_id
        group by m.document_id)
      select shown.document_id as id, shown.filename, shown.recipient, shown.user_id as "personId",
        shown.holder_id as "holderId", shown.check_state as "checkState", shown.opened_at as "openedAt",
        coalesce(mails.mails, '[]') as mails, shown.total
      from shown left join mails on mails.document_id = shown.document_id
      order by lower(shown.recipient), shown.holder_id, shown.user_id, shown.n`.execute(tx)
    const documents = rows.map(({ total: _, ...document }) => document)
    return { delivery, documents, total: rows[0]?.total ?? 0 }
  })
}

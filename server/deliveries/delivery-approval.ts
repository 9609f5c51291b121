import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { countOf, grouped } from '../../rules/number.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import type { ApprovalKinds, AskedApproval, Concerns } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { enqueue } from '../jobs/jobs.ts'
import { PortalError } from '../platform/portal-error.ts'
import { mailDecidersOfDelivery } from './delivery-mail.ts'

/** The kind of the approval of a delivery. */
export const deliveryKind = 'delivery.send'

/** What is asked for: which files go to whom, as what; so that it is what the second person opens. */
export interface DeliveryContent extends Concerns {
  title: string
  category: string
  fundName: string
  files: { name: string; sha256: string; bytes: number; recipients: number }[]
  /** By name, in alphabetical order. */
  recipients: string[]
  documents: number
}

/** Recipients that the list of approvals names; the page to which it leads names them all. */
const namedRecipients = 10

/**
 * Asks for a delivery that takes a second person, and e-mails everybody who may decide on it.
 * @param tx the sender's, which has named the delivery
 * @throws PortalError DELIVERY_NOBODY_APPROVES; as `askForApproval`
 */
export async function askForDelivery(tx: Transaction<Database>, actor: Actor, deliveryId: string): Promise<void> {
  const content = await contentOf(tx, deliveryId)
  const summary = `${content.title}: ${countOf(content.documents, 'document')} for ${countOf(content.recipients.length, 'recipient')}`
  const asked = { kind: deliveryKind, subjectId: deliveryId, holderId: null, content, summary }
  await askForApproval(tx, actor, asked).catch(error => {
    const isAlone = error instanceof PortalError && error.code === 'NOBODY_TO_APPROVE'
    throw isAlone ? new PortalError('DELIVERY_NOBODY_APPROVES', { cause: error }) : error
  })
  await mailDecidersOfDelivery(tx, actor, deliveryId)
}

/** What needs two people about deliveries. */
export const deliveryApprovals: ApprovalKinds<DeliveryContent> = {
  [deliveryKind]: {
    title: 'Delivery to investors',
    describe: ({ category, fundName, files, recipients, documents }) => [
      `${countOf(documents, 'document')} for ${countOf(recipients.length, 'recipient')}, filed under ${category}, ${fundName}.`,
      ...files.map(
        ({ name, recipients }) => `${name}, for ${countOf(recipients, 'recipient')}: open it before you approve.`,
      ),
      `To ${inWords(recipients)}.`,
      'Everyone gets theirs at once, and an e-mail that something is new.',
    ],
    apply: approveDelivery,
    end: async (tx, _, { subjectId }) => enqueue(tx, 'deliver', { delivery: subjectId }),
    link: ({ subjectId }) => href('/profile/admin/deliveries/:id', { id: subjectId }),
    look: ({ subjectId }) => ({
      label: 'Open the files',
      to: href('/profile/admin/deliveries/:id/look', { id: subjectId }),
    }),
  },
}

function inWords(recipients: readonly string[]): string {
  const more = recipients.length - namedRecipients
  return [...recipients.slice(0, namedRecipients), ...(more > 0 ? [`${grouped(more)} more`] : [])].join('; ')
}

async function approveDelivery(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: AskedApproval<DeliveryContent>,
): Promise<void> {
  const delivery = await tx
    .selectFrom('document_deliveries')
    .select('state')
    .where('id', '=', subjectId)
    .forUpdate()
    .executeTakeFirst()
  if (delivery?.state !== 'requested') throw new PortalError('DELIVERY_STATE')
  const { rows } = await sql<{ opened: boolean; unreachable: number }>`
    select app.has_opened_delivery(${subjectId}) as opened, app.unreachable_recipients(${subjectId}) as unreachable`.execute(
    tx,
  )
  if (!rows[0]?.opened) throw new PortalError('DELIVERY_UNOPENED')
  if (rows[0].unreachable > 0) throw new PortalError('DELIVERY_STALE')
  // Names change, and nobody decides on them.
  const isSame = ({ files, category, fundName, documents, recipients }: DeliveryContent) => ({
    ...{ files, category, fundName, documents },
    recipients: recipients.length,
  })
  if (!isDeepStrictEqual(isSame(await contentOf(tx, subjectId)), isSame(content)))
    throw new PortalError('DELIVERY_STALE')
  await tx
    .updateTable('document_deliveries')
    .set({ state: 'sending', approval_id: id })
    .where('id', '=', subjectId)
    .execute()
  const { title, category, files, recipients, documents } = content
  await audit(tx, actor, 'delivery.approved', subjectId, {
    title,
    category,
    filenames: files.map(({ name }) => name),
    recipients: recipients.length,
    documents,
    approval_id: id,
  })
  await enqueue(tx, 'deliver', { delivery: subjectId })
}

async function contentOf(tx: Transaction<Database>, id: string): Promise<DeliveryContent> {
  const { rows } = await sql<DeliveryContent>`
    with r as materialized (select * from app.delivery_recipients(${id}))
    select d.title, d.category, d.fund_name as "fundName",
      (select json_agg(json_build_object('name', f.filename, 'sha256', f.sha256, 'bytes', f.file_size,
          'recipients', (select count(*) from r where r.n = f.n)) order by f.n)
        from delivery_files f where f.delivery_id = d.id) as files,
      (select json_agg(o.recipient order by lower(o.recipient), o.owner_id)
        from (select distinct owner_id, recipient from r) o) as recipients,
      (select count(*)::int from r) as documents
    from document_deliveries d where d.id = ${id}`.execute(tx)
  const [content] = rows
  if (!content) throw new PortalError('NOT_FOUND')
  return content
}

import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { countOf, grouped } from '../../../rules/number.ts'
import { canTake, deliverySteps } from '../../../rules/workflows.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { Concerns } from '../../approvals/server/approval-kind.ts'
import { type Releasable, releaseCommand } from '../../runs/server/release-run.ts'
import { releaseDeliveryCommand } from '../delivery.commands.ts'

/** The request's content: the files, recipients and category, so that what is sent is what the second person opened. */
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

/** The release of a delivery that takes a second person. */
export const requestDelivery = releaseCommand(releaseDeliveryCommand, {
  lock: lockRequested,
  summary: ({ title, documents, recipients }) =>
    `${title}: ${countOf(documents, 'document')} for ${countOf(recipients.length, 'recipient')}`,
  title: 'Delivery to investors',
  describe: ({ category, fundName, files, recipients, documents }) => [
    `${countOf(documents, 'document')} for ${countOf(recipients.length, 'recipient')}, filed under ${category}, ${fundName}.`,
    ...files.map(
      ({ name, recipients }) => `${name}, for ${countOf(recipients, 'recipient')}: open it before you approve.`,
    ),
    `To ${inWords(recipients)}.`,
    'Everyone gets theirs at once, and an e-mail that something is new.',
  ],
  isSame: (now, requested) => isDeepStrictEqual(decidedOf(now), decidedOf(requested)),
  stale: 'DELIVERY_STALE',
  async release({ tx, refuse }, id, { id: approval_id }) {
    const { rows } = await sql<{ opened: boolean; unreachable: number }>`
      select app.has_opened_delivery(${id}) as opened, app.unreachable_recipients(${id}) as unreachable`.execute(tx)
    if (!rows[0]?.opened) throw new PortalError('DELIVERY_UNOPENED')
    if (rows[0].unreachable > 0) throw refuse('DELIVERY_STALE')
    await tx.updateTable('document_deliveries').set({ state: 'sending', approval_id }).where('id', '=', id).execute()
    await enqueue(tx, 'deliver', { delivery: id })
  },
  entry: 'delivery.approved',
  facts: ({ title, category, files, recipients, documents }) => ({
    ...{ title, category, filenames: files.map(({ name }) => name) },
    ...{ recipients: recipients.length, documents },
  }),
  end: async ({ tx }, { subjectId }) => enqueue(tx, 'deliver', { delivery: subjectId }),
  link: ({ subjectId }) => href('/profile/admin/deliveries/:id', { id: subjectId }),
  evidence: ({ subjectId }) => ({
    label: 'Open the files',
    to: href('/profile/admin/deliveries/:id/look', { id: subjectId }),
  }),
})

function inWords(recipients: readonly string[]): string {
  const more = recipients.length - namedRecipients
  return [...recipients.slice(0, namedRecipients), ...(more > 0 ? [`${grouped(more)} more`] : [])].join('; ')
}

/** What two people decide on: names change, and no one decides on them. */
const decidedOf = ({ files, category, fundName, documents, recipients }: DeliveryContent) => ({
  ...{ files, category, fundName, documents },
  recipients: recipients.length,
})

/** A delivery can be locked only by the person who approves it. */
async function lockRequested(
  tx: Transaction<Database>,
  id: string,
  at: 'request' | 'release',
): Promise<Releasable<string, DeliveryContent>> {
  const found = tx.selectFrom('document_deliveries').select('state').where('id', '=', id)
  const delivery = await (at === 'release' ? found.forUpdate() : found).executeTakeFirst()
  if (!delivery || !canTake(deliverySteps.approve, delivery.state)) throw new PortalError('DELIVERY_STATE')
  return { run: id, holderId: null, content: await contentOf(tx, id) }
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

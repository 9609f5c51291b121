import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { agreement } from '../../../content/agreement.ts'
import { retention } from '../../../content/retention.ts'
import { addMonths } from '../../../rules/days.ts'
import { canTake } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId, isId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requestCommand } from '../../approvals/server/request-command.ts'
import { offeringProblems } from '../../covered-persons/server/offering-problems.ts'
import { ownPdfs } from '../../documents/server/own-pdfs.ts'
import { type HolderKind, holderKinds } from '../../holders/holders.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { sealProblem } from '../../sealing/server/seal-certificates.ts'
import {
  changeOfferingCommand,
  closeOfferingCommand,
  draftOfferingCommand,
  openOfferingCommand,
  publishDisclosureCommand,
} from '../offerings.commands.ts'
import { offeringSteps } from '../subscription-steps.ts'
import type { OfferingState } from '../subscriptions.ts'

/** An offering in the office's list. */
export interface OfferingRow {
  id: string
  name: string
  kinds: HolderKind[]
  state: OfferingState
  openedAt: Date | null
  disclosures: number
  /** Subscriptions that were not ended, and those confirmed. */
  going: number
  confirmed: number
}

export interface Disclosure {
  id: string
  number: number
  title: string
  documentId: string
  publishedAt: Date
}

/** An offering's page in the office. */
export interface OfferingPage extends OfferingRow {
  published: (Disclosure & { readers: { name: string; servedAt: Date; acknowledgedAt: Date }[] })[]
  /** Why it can't open. */
  problems: string[]
  /** The actor's own PDFs, which they may publish. */
  files: { id: string; filename: string }[]
}

const offeringRows = (id?: string) => sql<OfferingRow>`
  select o.id, o.name, o.kinds, o.state, o.opened_at as "openedAt",
    (select count(*)::int from disclosures d where d.offering_id = o.id) as disclosures,
    count(s.id) filter (where s.state not in ('confirmed', 'lapsed', 'withdrawn', 'rejected'))::int as going,
    count(s.id) filter (where s.state = 'confirmed')::int as confirmed
  from offerings o left join subscriptions s on s.offering_id = o.id ${id ? sql`where o.id = ${id}` : sql``}
  group by o.id order by o.created_at desc, o.id`

/** @returns all offerings, the newest first */
export async function getOfferings(actor: Actor): Promise<OfferingRow[]> {
  return queryAsAdministrator(actor, async tx => (await offeringRows().execute(tx)).rows)
}

export async function getOffering(actor: Actor, offeringId: string): Promise<OfferingPage> {
  const id = assertId(offeringId)
  return queryAsAdministrator(actor, async tx => {
    const offering = (await offeringRows(id).execute(tx)).rows[0]
    if (!offering) throw new PortalError('NOT_FOUND')
    const published = await sql<OfferingPage['published'][number]>`
      select d.id, d.number, d.title, d.document_id as "documentId", d.published_at as "publishedAt",
        coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(p.full_name, p.email), 'servedAt', r.served_at,
            'acknowledgedAt', r.acknowledged_at) order by r.acknowledged_at desc)
          from disclosure_receipts r join user_profiles p on p.id = r.user_id where r.disclosure_id = d.id), '[]') as readers
      from disclosures d where d.offering_id = ${id} order by d.number desc`.execute(tx)
    const files = await ownPdfs(tx, actor)
      .where('id', 'not in', tx.selectFrom('disclosures').select('document_id'))
      .execute()
    return { ...offering, published: published.rows, problems: await openProblems(tx, offering), files }
  })
}

/**
 * @returns why an offering can't open, each as a sentence: the database refuses for the same reasons, except for the state
 *   of the seal, which only the site knows
 */
export async function openProblems(
  tx: Transaction<Database>,
  { id, kinds }: Pick<OfferingRow, 'id' | 'kinds'>,
): Promise<string[]> {
  const { rows } = await sql<{ problems: string[] }>`select app.offering_problems(${id}) as problems`.execute(tx)
  const without = kinds.filter(kind => !agreement.kinds[kind]).map(kind => holderKinds[kind])
  const words: Readonly<Record<string, string>> = {
    kinds: `There is no agreement yet for: ${without.join(', ')}. Add it (content/agreement.ts), or don’t accept this kind.`,
    disclosure: 'Publish its memorandum.',
    wire: 'Enter the fund’s wire instructions: two people and three days put them in force.',
  }
  const found = rows[0]?.problems ?? []
  const seal = await sealProblem()
  return [
    ...found.flatMap(problem => words[problem] ?? []),
    ...(found.includes('covered') ? await offeringProblems(tx) : []),
    ...(seal ? [`Signed files can’t be sealed: ${seal}`] : []),
  ]
}

function readKinds(typed: readonly string[]): HolderKind[] {
  const kinds = typed.filter((kind): kind is HolderKind => Object.hasOwn(holderKinds, kind))
  if (kinds.length === 0) throw new PortalError('OFFERING_KINDS')
  return kinds
}

const codes = { offerings_name_key: 'OFFERING_EXISTS' } as const

export const draftOffering = perform(
  draftOfferingCommand,
  async ({ tx, audit }, _, { name, kinds: typed }) => {
    const kinds = readKinds(typed)
    const id = randomUUID()
    await tx.insertInto('offerings').values({ id, name, kinds }).execute()
    await audit('offering.drafted', id, { name, kinds })
    return id
  },
  { codes },
)

/** Once it was open, only the kinds it accepts change, and only while it is closed. */
export const changeOffering = perform(
  changeOfferingCommand,
  async ({ tx, refuse, audit }, offeringId, { name, kinds: typed }) => {
    const kinds = readKinds(typed)
    const offering = await lockOffering(tx, offeringId)
    if (offering.state === 'open' || (offering.opened_at && name !== offering.name)) throw refuse('OFFERING_STATE')
    await tx.updateTable('offerings').set({ name, kinds }).where('id', '=', offering.id).execute()
    await audit('offering.changed', offering.id, { name, kinds })
  },
  { codes },
)

interface OpeningContent {
  name: string
  kinds: HolderKind[]
  disclosures: string[]
}

/** Opens an offering: what is open to investors takes two people, and everything that a sale needs. */
export const requestOfferingOpening = requestCommand(openOfferingCommand, {
  before: requireFreshProof,
  async ask({ tx, refuse }, offeringId) {
    // Not locked: decisions lock approvals before their subjects.
    const offering = await findOffering(tx, offeringId).executeTakeFirst()
    if (!offering) throw refuse('NOT_FOUND')
    if (!canTake(offeringSteps.open, offering.state)) throw refuse('OFFERING_STATE')
    const content = await readOpening(tx, offering)
    return { subjectId: offering.id, holderId: null, content, summary: `Opening of the offering ${offering.name}` }
  },
  title: 'Opening of an offering',
  describe: ({ name, kinds, disclosures }: OpeningContent) => [
    `${name} is to be open to investors, for: ${kinds.map(kind => holderKinds[kind]).join(', ')}.`,
    `Disclosed: ${disclosures.join(', ')}.`,
  ],
  async apply({ tx, refuse, audit }, { id, subjectId, content }) {
    const offering = await lockOffering(tx, subjectId)
    const now = await readOpening(tx, offering)
    if (!canTake(offeringSteps.open, offering.state) || JSON.stringify(now) !== JSON.stringify(content))
      throw refuse('OFFERING_STATE')
    await tx
      .updateTable('offerings')
      .set({ state: 'open', opened_at: sql<Date>`now()` })
      .where('id', '=', offering.id)
      .execute()
    await audit('offering.opened', offering.id, { ...now, approval_id: id })
  },
  link: ({ subjectId }) => href('/profile/admin/offerings/:id', { id: subjectId }),
})

/** @throws PortalError OFFERING_NOT_READY, with the reasons */
async function readOpening(
  tx: Transaction<Database>,
  { id, name, kinds }: Pick<OfferingRow, 'id' | 'name'> & { kinds: string[] },
): Promise<OpeningContent> {
  const offering = { id, name, kinds: kinds as HolderKind[] }
  const problems = await openProblems(tx, offering)
  if (problems.length > 0)
    throw new PortalError('OFFERING_NOT_READY', { sentence: `The offering can’t open yet. ${problems.join(' ')}` })
  const disclosed = await tx
    .selectFrom('disclosures')
    .select(['number', 'title'])
    .where('offering_id', '=', id)
    .orderBy('number')
    .execute()
  return { name, kinds: offering.kinds, disclosures: disclosed.map(({ number, title }) => `${number} ${title}`) }
}

export const closeOffering = perform(closeOfferingCommand, async ({ tx, refuse, audit }, offeringId) => {
  const offering = await lockOffering(tx, offeringId)
  if (!canTake(offeringSteps.close, offering.state)) throw refuse('OFFERING_STATE')
  await tx
    .updateTable('offerings')
    .set({ state: 'closed', closed_at: sql<Date>`now()` })
    .where('id', '=', offering.id)
    .execute()
  await audit('offering.closed', offering.id, { name: offering.name })
})

/** Publishes the memorandum, then its supplements. The document stays as long as what the fund issues. */
export const publishDisclosure = perform(
  publishDisclosureCommand,
  async ({ tx, actor, refuse, audit }, offeringId, { document: typed, title }) => {
    const offering = await lockOffering(tx, offeringId)
    if (offering.state === 'closed') throw refuse('OFFERING_STATE')
    const document = isId(typed)
      ? await tx
          .updateTable('documents')
          .set({ retain_until: addMonths(fundDay(), 12 * issuedYears) })
          .where('id', '=', typed)
          .where('user_id', '=', actor.id)
          .where('uploaded_by', '=', actor.id)
          .where('holder_id', 'is', null)
          .where('file_type', '=', 'pdf')
          .where('check_state', 'in', ['unchecked', 'clean'])
          .returning(['id', 'sha256'])
          .executeTakeFirst()
      : undefined
    if (!document) throw refuse('DISCLOSURE_FILE')
    const { number } = await tx
      .insertInto('disclosures')
      .values({
        offering_id: offering.id,
        number: sql<number>`(select coalesce(max(d.number), 0) + 1 from disclosures d where d.offering_id = ${offering.id})`,
        title,
        document_id: document.id,
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    const facts = { number, title, document_id: document.id, sha256: document.sha256 }
    await audit('offering.disclosed', offering.id, facts)
  },
  { before: requireFreshProof, codes: { disclosures_document_id_key: 'DISCLOSURE_FILE' } },
)

const issuedYears = retention.find(({ documents }) => documents === 'added-by-fund')?.years ?? 7

async function lockOffering(tx: Transaction<Database>, offeringId: string) {
  const offering = await findOffering(tx, offeringId).forUpdate().executeTakeFirst()
  if (!offering) throw new PortalError('NOT_FOUND')
  return offering
}

function findOffering(tx: Transaction<Database>, offeringId: string) {
  return tx.selectFrom('offerings').selectAll().where('id', '=', assertId(offeringId))
}

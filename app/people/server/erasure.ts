import { type Selectable, sql, type Transaction } from 'kysely'
import { openNoteReason, recordReason, retainedReason, retention } from '../../../content/retention.ts'
import type { RetentionReason } from '../../../content/types.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import type { Database, UserProfilesTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { eraseDocuments, findErasableDocuments } from '../../documents/server/erase-documents.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { erasePersonCommand } from '../person.commands.ts'

/** Retained documents and the reason. */
export interface RetainedDocuments {
  reason: string
  /** The legal basis; absent for an open note, and for evidence of a sale. */
  law?: string
  documents: number
  /** Last day of retention, in UTC; absent for an open note. */
  until?: Date
}

/** What an account's erasure removes and retains. */
export interface ErasurePlan {
  /** The person's pseudonym from then on. */
  pseudonym: string
  documents: number
  kept: RetainedDocuments[]
  /** Document history entries that name the person, and then the pseudonym. */
  views: number
  messages: number
  calls: number
}

interface ErasureOptions {
  /** Whether a note is outstanding, so that every document stays. */
  openNote: boolean
}

/** Previews an account's erasure. */
export async function getErasurePlan(actor: Actor, userId: string, options: ErasureOptions): Promise<ErasurePlan> {
  const id = assertId(userId)
  return asAdministrator(actor, async tx => (await planErasure(tx, await findPerson(tx, id), options)).plan)
}

/**
 * Erases a disabled account: documents without a retention duty, with their files; name, organization and address;
 * sign-in data; the person's name in document histories; messages and calls from their addresses; e-mail settings. The
 * rest, including the audit log, refers to a pseudonym. Repeating it later removes documents whose retention has ended
 * since.
 * @returns what was removed and retained
 */
export const erasePerson = perform(
  erasePersonCommand,
  async ({ tx, actor, refuse, audit }, userId, { openNote, confirmation }) => {
    const person = await findPerson(tx, assertId(userId))
    const { id } = person
    if (!person.disabled_at) throw refuse('DISABLE_FIRST')
    if (confirmation.toLowerCase() !== person.email.toLowerCase()) throw refuse('ERASE_CONFIRM')
    const { plan, documentIds } = await planErasure(tx, person, { openNote })
    await eraseDocuments(tx, actor, documentIds)
    await sql`select app.erase_person(${id}, ${plan.pseudonym})`.execute(tx)
    const { documents, views, messages, calls } = plan
    await audit('person.erased', id, { documents, kept: describeRetained(plan), views, messages, calls })
    return { notice: erasePersonCommand.notice, plan }
  },
  { before: requireFreshProof, codes: { disabled_first: 'DISABLE_FIRST' } },
)

function describeRetained({ kept }: ErasurePlan) {
  return kept.map(({ reason, documents, until }) => ({ reason, documents, until }))
}

type Person = Pick<Selectable<UserProfilesTable>, 'id' | 'email' | 'accepted_at' | 'disabled_at'>

async function findPerson(tx: Transaction<Database>, id: string): Promise<Person> {
  const person = await tx
    .selectFrom('user_profiles')
    .select(['id', 'email', 'accepted_at', 'disabled_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!person) throw new PortalError('NOT_FOUND')
  return person
}

async function planErasure(
  tx: Transaction<Database>,
  person: Person,
  { openNote }: ErasureOptions,
): Promise<{ plan: ErasurePlan; documentIds: string[] }> {
  const found = await findErasableDocuments(tx, person.id)
  const now = new Date()
  const reasonToRetain = ({
    check_state,
    uploaded_by,
    created_at,
    retain_until,
    ...document
  }: (typeof found)[number]) => {
    // Its file is already deleted.
    if (check_state === 'infected') return undefined
    if (openNote) return { reason: openNoteReason }
    if (document.is_referred_to) return { reason: recordReason }
    const rule = retentionRule(uploaded_by === person.id)
    if (retain_until) return { reason: retainedReason, until: new Date(`${retain_until}T12:00:00Z`) }
    return person.accepted_at && rule ? retentionOf(rule, created_at, now) : undefined
  }
  const kept = new Map<string, RetainedDocuments>()
  const documentIds: string[] = []
  for (const document of found) {
    const reason = reasonToRetain(document)
    if (reason) {
      const same = kept.get(reason.reason) ?? { ...reason, documents: 0 }
      const until = latest(same.until, reason.until)
      kept.set(reason.reason, { ...same, documents: same.documents + 1, ...(until && { until }) })
    } else {
      documentIds.push(document.id)
    }
  }
  const counts = await countTraces(tx, person.id)
  const plan = { pseudonym: pseudonymOf(person.id), documents: documentIds.length, kept: [...kept.values()], ...counts }
  return { plan, documentIds }
}

function retentionRule(byPerson: boolean): RetentionReason | undefined {
  return retention.find(({ documents }) => documents === (byPerson ? 'added-by-person' : 'added-by-fund'))
}

/** @returns why a document must be retained, if it must */
function retentionOf(rule: RetentionReason, added: Date, now: Date): Omit<RetainedDocuments, 'documents'> | undefined {
  const until = new Date(added)
  until.setUTCFullYear(until.getUTCFullYear() + rule.years)
  return until > now ? { reason: rule.name, law: rule.law, until } : undefined
}

function latest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? new Date(Math.max(one.getTime(), other.getTime())) : (one ?? other)
}

/** Constant and unique: the start of the id. */
function pseudonymOf(id: string): string {
  return `Former user ${id.slice(0, 8)}`
}

async function countTraces(tx: Transaction<Database>, id: string) {
  const { rows } = await sql<Pick<ErasurePlan, 'views' | 'messages' | 'calls'>>`
    with addresses as (select unnest(app.addresses_of(${id})) as email)
    select (select count(*) from document_views v
        where v.user_id = ${id} or lower(v.user_email) in (select email from addresses)) as views,
      (select count(*) from messages m where lower(m.email) in (select email from addresses)) as messages,
      (select count(*) from call_requests c where lower(c.email) in (select email from addresses)) as calls`.execute(tx)
  return rows[0] ?? { views: 0, messages: 0, calls: 0 }
}

import { randomInt, randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { plainWords } from '../../../rules/plain-words.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { closeWireCommand, openWireCommand, recordReadBackCommand, showWordsCommand } from '../wire.commands.ts'
import { mailHolder } from './wire-mail.ts'

/** A holder who may see the wire instructions now. */
export interface Opening {
  id: string
  holderId: string
  subjectId: string
}

/** @returns every holder who may see the wire instructions, once for each thing that waits for funds */
export async function whoSeesWire(tx: Transaction<Database>): Promise<Opening[]> {
  const { rows } = await sql<Opening>`select id, holder_id as "holderId", subject_id as "subjectId"
    from wire_openings where closed_at is null order by opened_at, id`.execute(tx)
  return rows
}

/**
 * Shows the wire instructions to a holder's authorized people, and e-mails them. It closes when the note that is the
 * subject is funded or canceled; what opens it for another subject closes it, too (`closeWire`). Twice is once.
 * @param tx of an administrator, or of a person who approves something about the holder; with fresh proof
 * @param opened its reference is what the investor enters with the wire, at most 60 characters
 * @returns the opening's id
 */
export async function openWire(
  tx: Transaction<Database>,
  { holderId, subjectId, reference }: { holderId: string; subjectId: string; reference: string },
): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wire ${subjectId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from wire_openings where subject_id = ${subjectId} and closed_at is null`.execute(tx)
  if (rows[0]) return rows[0].id
  const id = randomUUID()
  await sql`insert into wire_openings (id, holder_id, subject_id, reference, six_words)
    values (${id}, ${holderId}, ${subjectId}, ${reference}, ${sixWords()})`.execute(tx)
  await mailHolder(tx, { id, holderId }, 'ready')
  return id
}

/** @param tx of an administrator; for a subject that isn't a note */
export async function closeWire(tx: Transaction<Database>, subjectId: string): Promise<void> {
  await sql`update wire_openings set closed_at = now() where subject_id = ${subjectId} and closed_at is null`.execute(
    tx,
  )
}

/** One try on the phone at one of 10^12 combinations. */
function sixWords(): string {
  return Array.from({ length: 6 }, () => plainWords[randomInt(plainWords.length)]).join(' ')
}

/** Shows the wire instructions to the holder of a note that is signed and waits for its funds. */
export const openWireForNote = perform(
  openWireCommand,
  async ({ tx, refuse, audit }, noteId) => {
    const note = await tx
      .selectFrom('notes')
      .select(['id', 'number', 'holder_id', 'state'])
      .where('id', '=', assertId(noteId))
      .executeTakeFirst()
    if (!note) throw refuse('NOT_FOUND')
    if (note.state !== 'signed') throw refuse('WIRE_NOTE_STATE')
    const { rows } = await sql<{ isReady: boolean; isOpen: boolean }>`
      select app.wire_in_force() is not null as "isReady", exists (select from wire_openings o
        where o.subject_id = ${note.id} and o.closed_at is null) as "isOpen"`.execute(tx)
    if (!rows[0]?.isReady) throw refuse('WIRE_NONE')
    if (rows[0].isOpen) throw refuse('WIRE_OPEN')
    const opening = await openWire(tx, { holderId: note.holder_id, subjectId: note.id, reference: note.number })
    await audit('wire.opened', opening, { note_id: note.id, number: note.number })
  },
  { before: requireFreshProof },
)

export const closeWireOpening = perform(closeWireCommand, async ({ tx, audit }, openingId) => {
  const id = await lockOpening(tx, openingId)
  await sql`update wire_openings set closed_at = now() where id = ${id}`.execute(tx)
  await audit('wire.closed', id)
})

/** Records that the office called the investor and read the instructions back. */
export const recordReadBack = perform(
  recordReadBackCommand,
  async ({ tx, refuse, audit }, openingId, { spokeWith }) => {
    const id = await lockOpening(tx, openingId)
    const { rows } = await sql`update wire_openings set read_back_with = ${spokeWith}, read_back_at = now()
      where id = ${id} and read_back_at is null returning id`.execute(tx)
    if (rows.length === 0) throw refuse('WIRE_READ_BACK')
    await audit('wire.read_back', id, { spoke_with: spokeWith })
  },
)

/** The words to say on the phone. The database checks the fresh proof again, and writes the log. */
export const showWireWords = perform(
  showWordsCommand,
  async ({ tx, actor }, openingId) => {
    const id = await lockOpening(tx, openingId)
    const { rows } = await sql<{ words: string }>`select app.wire_words(${id}, ${actor.sessionId}) as words`.execute(tx)
    return { words: rows[0]?.words }
  },
  { before: requireFreshProof },
)

/** @throws PortalError NOT_FOUND; WIRE_CLOSED for one that is closed */
async function lockOpening(tx: Transaction<Database>, openingId: string): Promise<string> {
  const { rows } = await sql<{ id: string; isClosed: boolean }>`select id, closed_at is not null as "isClosed"
    from wire_openings where id = ${assertId(openingId)} for update`.execute(tx)
  if (!rows[0]) throw new PortalError('NOT_FOUND')
  if (rows[0].isClosed) throw new PortalError('WIRE_CLOSED')
  return rows[0].id
}

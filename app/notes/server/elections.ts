import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { noteSettings } from '../../../content/notes.ts'
import type { ValuesOf } from '../../../rules/commands/command.ts'
import { formatDay } from '../../../rules/days.ts'
import { formatCents, parseCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { performFreely, type Work } from '../../../server/access/perform.ts'
import { camelRow } from '../../../server/database/camel.ts'
import { toCents, toCentsOrNull } from '../../../server/database/cents.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { Database, ElectionsTable } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { voidApprovals } from '../../approvals/server/ask-for-approval.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { actsForHolder } from '../../holders/server/frozen.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { notifyOfDeclinedElection } from '../../notifications/server/notify.ts'
import { electAtMaturityCommand } from '../election.commands.ts'
import { type MaturityWindow, maturityWindow } from '../maturity.ts'
import { type ElectionChoice, electionChoices } from '../note-records.ts'
import { acceptLateElectionCommand } from '../payment.commands.ts'
import { termMonths } from '../terms.ts'
import { maturityDaysOf } from './frozen-days.ts'
import { notifyMembers } from './note-news.ts'
import { lockNote, type NoteRow, nameOfHolder, readNote } from './note-row.ts'
import { principalAtMaturity } from './outstanding.ts'

export interface Election {
  id: string
  choice: ElectionChoice
  renewCents: bigint | null
  newTermMonths: number | null
  madeAt: Date
  isLate: boolean
}

/**
 * Records a holder's choice for a note's maturity. A later choice replaces an earlier one until the election closes;
 * after that, a choice needs approval (`requestLateElection`). Administrators can't choose for a holder.
 * @returns whether the choice was late
 */
export const electAtMaturity = performFreely(
  electAtMaturityCommand,
  async ({ actor, refuse, transact }, noteId, choice) => {
    await requireFreshProof(actor)
    const id = assertId(noteId)
    return transact(async ({ tx, audit }) => {
      await lockElections(tx, id)
      const note = await readNote(tx, id)
      if (!(await actsForHolder(tx, note.holderId))) throw refuse('ELECTION_NOT_YOURS')
      assertElectable(note)
      const isLate = await isLateElection(tx, note)
      const values = readChoice(note, await principalAtMaturity(tx, note), choice)
      await supersede(tx, note, isLate)
      await tx
        .insertInto('elections')
        .values({ id: randomUUID(), note_id: note.id, holder_id: note.holderId, ...values })
        .execute()
      const { renew_cents, ...facts } = values
      await audit('note.elected', note.id, {
        number: note.number,
        ...facts,
        renew_cents: renew_cents === null ? null : String(renew_cents),
        is_late: isLate,
      })
      await notifyMembers(tx, { kind: 'note-election-received', noteId: note.id, holderId: note.holderId })
      return { isLate }
    }).catch(async error => {
      // The database refuses a choice for a note that has been paid off or transferred; the state gives the reason.
      const isRefused = error instanceof PortalError && error.code === 'FORBIDDEN'
      if (isRefused) await transact(async ({ tx }) => assertElectable(await readNote(tx, id)))
      throw error
    })
  },
)

/** @returns whether a choice made now is late; the database stores that with the choice */
async function isLateElection(tx: Transaction<Database>, { maturityDate, maturityDays }: NoteRow): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    select app.has_election_closed(${maturityDate}, ${maturityDays}) as late`.execute(tx)
  return rows[0]?.late === true
}

/** Serializes elections of a note; members have no right to lock the note itself. */
async function lockElections(tx: Transaction<Database>, noteId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${electionsLock(noteId)}, 0))`.execute(tx)
}

/**
 * `lockElections` without waiting: a member who is choosing may be waiting to void this approval.
 * @returns false if the lock is taken
 */
async function tryLockElections(tx: Transaction<Database>, noteId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${electionsLock(noteId)}, 0)) as locked`.execute(tx)
  return rows[0]?.locked === true
}

const electionsLock = (noteId: string) => `elections of ${noteId}`

/** Ends earlier choices. A late one ends only earlier late ones, not the choice in force. */
async function supersede(tx: Transaction<Database>, note: NoteRow, isLate: boolean): Promise<void> {
  const earlier = await tx
    .selectFrom('elections')
    .select(['id', 'is_late', 'approval_id'])
    .where('note_id', '=', note.id)
    .where('superseded_at', 'is', null)
    .execute()
  const replaced = earlier.filter(({ is_late, approval_id }) => !isLate || (is_late && approval_id === null))
  for (const { id } of replaced) {
    await tx.updateTable('elections').set({ superseded_at: sql<Date>`now()` }).where('id', '=', id).execute()
    await voidApprovals(tx, acceptLateElectionCommand.name, id)
  }
}

/** @returns the days of the maturity notice and election, whether the election is open, and the choice */
export async function getMaturityWindow(
  actor: Actor,
  noteId: string,
): Promise<{
  window: MaturityWindow | undefined
  isOpen: boolean
  election: Election | undefined
  late: Election | undefined
}> {
  return queryAs(actor, async tx => {
    const note = await readNote(tx, noteId)
    const { maturityDate, maturityDays } = note
    const window = maturityDate ? maturityWindow(maturityDate, maturityDaysOf(maturityDays)) : undefined
    const today = fundDay()
    const isOpen = note.state === 'current' && window !== undefined && window.notice <= today && today <= window.closes
    const rows = await readElections(tx, note.id)
    const election = rows.find(row => !row.is_late || row.approval_id !== null)
    const late = rows.find(isPending)
    return { window, isOpen, election: election && toElection(election), late: late && toElection(late) }
  })
}

function readElections(tx: Transaction<Database>, noteId: string) {
  return tx
    .selectFrom('elections')
    .selectAll()
    .select(eb => eb.fn<Date | null>('app.election_declined_at', ['id']).as('declined_at'))
    .where('note_id', '=', noteId)
    .where('superseded_at', 'is', null)
    .execute()
}

type ElectionRow = Awaited<ReturnType<typeof readElections>>[number]

/** Whether a late choice is undecided. */
function isPending({ is_late, approval_id, declined_at }: ElectionRow): boolean {
  return is_late && approval_id === null && declined_at === null
}

/** @returns the election in force; undefined if the note is paid out */
export async function electionInForce(tx: Transaction<Database>, noteId: string): Promise<Election | undefined> {
  const row = (await readElections(tx, noteId)).find(({ is_late, approval_id }) => !is_late || approval_id !== null)
  return row && toElection(row)
}

/** @returns an undecided late choice, if any */
export async function undecidedLateElection(tx: Transaction<Database>, noteId: string): Promise<Election | undefined> {
  const row = (await readElections(tx, noteId)).find(isPending)
  return row && toElection(row)
}

function toElection(row: Selectable<ElectionsTable>): Election {
  const { id, choice, renewCents, newTermMonths, madeAt, isLate } = camelRow(row)
  return { id, choice, newTermMonths, madeAt, isLate, renewCents: toCentsOrNull(renewCents) }
}

interface LateContent {
  noteId: string
  note: string
  holder: string
  choice: ElectionChoice
  renewCents: string | null
  newTermMonths: number | null
  madeOn: string
}

async function acceptLate(
  { tx, actor, refuse, audit }: Work<typeof acceptLateElectionCommand>,
  { id, subjectId, content }: RequestedApproval<LateContent>,
): Promise<void> {
  const { noteId, choice } = content
  if (!(await tryLockElections(tx, noteId))) throw refuse('ELECTION_GONE')
  await lockNote(tx, noteId, ['current', 'matured'])
  const election = await tx.selectFrom('elections').selectAll().where('id', '=', subjectId).executeTakeFirst()
  if (!election || election.superseded_at) throw refuse('ELECTION_GONE')
  await tx
    .updateTable('elections')
    .set({ superseded_at: sql<Date>`now()` })
    .where('note_id', '=', noteId)
    .where('id', '<>', subjectId)
    .where('superseded_at', 'is', null)
    .execute()
  await tx.updateTable('elections').set({ approval_id: id }).where('id', '=', subjectId).execute()
  await audit('note.election_accepted', noteId, { election_id: subjectId, choice, approval_id: id })
  await notifyMembers(tx, { kind: 'note-election-accepted', noteId, holderId: election.holder_id, by: actor })
}

/** Notifies members of a rejected late choice. A choice with a withdrawn request remains undecided. */
async function declineLate(
  { tx }: Work<typeof acceptLateElectionCommand>,
  { id, subjectId }: RequestedApproval<LateContent>,
) {
  const { decision } = await tx
    .selectFrom('approvals')
    .select('decision')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (decision === 'rejected') await notifyOfDeclinedElection(tx, subjectId)
}

/** Requests acceptance of a holder's choice made after the election closed. */

export const requestLateElection = requestCommand<typeof acceptLateElectionCommand, LateContent>(
  acceptLateElectionCommand,
  {
    async ask({ tx, refuse }, electionId): Promise<Requested<LateContent>> {
      const id = assertId(electionId)
      const found = await tx.selectFrom('elections').selectAll().where('id', '=', id).executeTakeFirst()
      if (!found) throw refuse('NOT_FOUND')
      const { choice, newTermMonths, madeAt, renewCents, ...election } = camelRow(found)
      if (election.supersededAt || !election.isLate || election.approvalId) throw refuse('ELECTION_GONE')
      const note = await readNote(tx, election.noteId)
      const content: LateContent = {
        noteId: note.id,
        note: note.number,
        holder: await nameOfHolder(tx, note.holderId),
        choice,
        newTermMonths,
        madeOn: fundDay(madeAt),
        renewCents: renewCents === null ? null : String(toCents(renewCents)),
      }
      const summary = `Late election on ${note.number}: ${electionChoices[choice]}`
      return {
        subjectId: id,
        holderId: note.holderId,
        content,
        summary,
      }
    },
    title: 'Late election',
    describe: ({ note, holder, choice, renewCents, newTermMonths, madeOn }) => {
      const more = renewCents
        ? `: ${formatCents(BigInt(renewCents))}`
        : newTermMonths
          ? `: ${newTermMonths} months`
          : ''
      return [
        `${holder} chose on ${formatDay(madeOn)}, after the election had closed, what happens to the note ${note} at maturity.`,
        `The choice: ${electionChoices[choice]}${more}.`,
      ]
    },
    contradicts: 'decisions',
    apply: acceptLate,
    end: declineLate,
    link: () => href('/profile/admin/register/maturities'),
  },
)

/** @throws PortalError ELECTION_NOT_OPEN, ELECTION_CLOSED where no election is possible, not even a late one */
function assertElectable({ state, maturityDate, maturityDays }: NoteRow): void {
  if (state !== 'current' || !maturityDate)
    throw new PortalError(state === 'matured' ? 'ELECTION_CLOSED' : 'ELECTION_NOT_OPEN')
  const today = fundDay()
  const { notice } = maturityWindow(maturityDate, maturityDaysOf(maturityDays))
  if (today < notice) throw new PortalError('ELECTION_NOT_OPEN')
  if (today >= maturityDate) throw new PortalError('ELECTION_CLOSED')
}

type Choice = ValuesOf<typeof electAtMaturityCommand>

/** The minimum of a renewal, in cents. */
export const leastRenewal = BigInt(noteSettings.minimumRenewal) * 100n

/**
 * @param principal due at maturity, in cents
 * @returns the choice's columns
 */
function readChoice(note: NoteRow, principal: bigint, { choice, amount, term }: Choice) {
  if (!Object.hasOwn(electionChoices, choice)) throw new PortalError('ELECTION_CHOICE')
  // Refused now, since at maturity no other choice is possible.
  if (choice !== 'withdraw' && principal < leastRenewal) throw new PortalError('ELECTION_SMALL')
  const renewCents = choice === 'renew_part' ? (parseCents(amount) ?? 0n) : null
  if (renewCents !== null && (renewCents < leastRenewal || renewCents >= principal))
    throw new PortalError('ELECTION_AMOUNT')
  const newTerm = termMonths.find(months => String(months) === term && months !== note.termMonths)
  if (choice === 'other_term' && !newTerm) throw new PortalError('ELECTION_TERM')
  return {
    choice: choice as ElectionChoice,
    renew_cents: renewCents,
    new_term_months: choice === 'other_term' ? (newTerm ?? null) : null,
  }
}

import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { tiers } from '../../../content/tiers.ts'
import { type Day, daysBetween, formatDay } from '../../../rules/days.ts'
import { formatCents, formatRate } from '../../../rules/money.ts'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import type { Work } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { findReliance, relyOnAccreditation } from '../../accreditation/server/reliance.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { requireCurrentRegister } from '../../covered-persons/server/offering-problems.ts'
import { notesPayable } from '../../ledger/ledger-accounts.ts'
import { ledgerCodes, movement, postEntry } from '../../ledger/server/post-entry.ts'
import { electionChoices } from '../note-records.ts'
import { renewNoteCommand } from '../payment.commands.ts'
import { renewalTerms } from '../renewal.ts'
import { type NoteTerms, scheduleOf } from '../schedule.ts'
import { advance } from './advance.ts'
import { noteCodes, takeNumbers } from './drafts.ts'
import { postDueInterest } from './due-interest.ts'
import { electionInForce, leastRenewal, undecidedLateElection } from './elections.ts'
import { agreementFor, assertTerms } from './note-details.ts'
import { notifyMembers } from './note-news.ts'
import { lockNote, type NoteRow, nameOfHolder, principalOwed, readNote, stateOfHolder } from './note-row.ts'
import { principalAtMaturity } from './outstanding.ts'
import { writeSchedule } from './write-schedule.ts'

interface RenewalContent {
  note: string
  holder: string
  cents: string
  rateBp: number
  months: number
  /** Late interest that was paid while its principal came back, in cents; absent where there is none. */
  lateCredit?: string
  /** The day the new note begins. Missing in requests of earlier versions. */
  begins?: string
  /** The first day of the verification that the renewal relies on. Missing in requests of earlier versions. */
  verifiedOn?: string
}

/** @returns the terms by the holder's election; @throws PortalError as `requestRenewal` */
async function renewedTerms(tx: Transaction<Database>, note: NoteRow): Promise<NoteTerms> {
  const election = await electionInForce(tx, note.id)
  if (!election || election.choice === 'withdraw' || !note.maturityDate) throw new PortalError('RENEWAL_NOT_ELECTED')
  await assertNoLateChoice(tx, note.id)
  const principalCents = election.renewCents ?? (await principalAtMaturity(tx, note))
  if ((await principalOwed(tx, note.id)) !== principalCents) throw new PortalError('RENEWAL_REST_UNPAID')
  if (principalCents < leastRenewal) throw new PortalError('ELECTION_SMALL')
  const termMonths = (election.newTermMonths ?? note.termMonths) as NoteTerms['termMonths']
  const { payout, dayCount, convention, rateBp, maturityDate } = note
  const terms = renewalTerms({ payout, dayCount, convention, rateBp, maturityDate }, principalCents, termMonths, tiers)
  assertTerms(terms)
  return terms
}

/** The renewal's sale, on the day the new note begins. A holder who is verified by today counts, as the approver reads. */
function renewedSale(note: NoteRow, { principalCents, issueDate }: NoteTerms) {
  return { holderId: note.holderId, principalCents, day: issueDate, isRenewal: true }
}

function verifiedInWords(holder: string, begins: Day, verifiedOn: Day): string {
  const late = verifiedOn > begins ? `, ${daysBetween(begins, verifiedOn)} days after the new note begins` : ''
  return `${holder} is verified as accredited from ${formatDay(verifiedOn)} on${late}.`
}

/** @throws PortalError RENEWAL_LATE_CHOICE if a late choice is undecided */
async function assertNoLateChoice(tx: Transaction<Database>, noteId: string): Promise<void> {
  const late = await undecidedLateElection(tx, noteId)
  if (!late) return
  const words = `“${electionChoices[late.choice]}”, on ${formatDay(fundDay(late.madeAt))}`
  const sentence = `After the deadline this note’s holder chose otherwise: ${words}. Submit that choice for approval first: once it is approved or rejected, it’s clear what counts.`
  throw new PortalError('RENEWAL_LATE_CHOICE', { sentence })
}

/** @returns late interest that was paid and hasn't been set off */
async function lateCreditOf(tx: Transaction<Database>, noteId: string): Promise<Pick<RenewalContent, 'lateCredit'>> {
  const { rows } = await sql<{ cents: string }>`
    select cents::text from app.late_credit(${noteId}::uuid, ${fundDay()}::date)`.execute(tx)
  const cents = rows[0]?.cents ?? '0'
  return cents === '0' ? {} : { lateCredit: cents }
}

async function renew(
  { tx, actor, refuse, audit }: Work<typeof renewNoteCommand>,
  { id, subjectId, content }: RequestedApproval<RenewalContent>,
): Promise<void> {
  const { cents, rateBp, months } = content
  const note = await lockNote(tx, subjectId, noteSteps.renew.from)
  await requireCurrentRegister(tx)
  const terms = await renewedTerms(tx, note)
  if (terms.principalCents !== BigInt(cents) || terms.rateBp !== rateBp || terms.termMonths !== months)
    throw refuse('PAYMENT_CHANGED')
  const today = fundDay()
  await postDueInterest(tx, note, today)
  const sale = renewedSale(note, terms)
  const { verifiedOn } = await findReliance(tx, sale)
  if (content.verifiedOn && verifiedOn !== content.verifiedOn) throw refuse('PAYMENT_CHANGED')
  const successor = await insertSuccessor(tx, note, terms)
  await relyOnAccreditation(tx, actor, { noteId: successor.id, ...sale }, 'Verified before the renewal was recorded')
  await postEntry(tx, {
    kind: 'renewal',
    noteId: note.id,
    holderId: note.holderId,
    day: terms.issueDate,
    approvalId: id,
    key: `renewal:${id}`,
    lines: movement(notesPayable, notesPayable, terms.principalCents).map((line, i) => ({
      ...line,
      noteId: i === 0 ? note.id : successor.id,
    })),
  })
  await tx
    .updateTable('notes')
    .set({ state: 'renewed', closed_at: sql<Date>`now()`, closed_on: terms.issueDate, close_reason: 'Renewed' })
    .where('id', '=', note.id)
    .execute()
  const facts = { number: note.number, successor: successor.number, cents, rate_bp: rateBp, months, approval_id: id }
  await audit('note.renewed', note.id, facts)
  await notifyMembers(tx, { kind: 'note-renewed', noteId: successor.id, holderId: note.holderId, by: actor })
  await advance(tx, successor, today)
  await postDueInterest(tx, successor, today)
}

/** Adds the note that continues a matured one, already funded with its principal. */
async function insertSuccessor(tx: Transaction<Database>, note: NoteRow, terms: NoteTerms): Promise<NoteRow> {
  const [number = ''] = await takeNumbers(tx, Number(fundDay().slice(0, 4)), 1)
  const lines = scheduleOf(terms)
  const id = randomUUID()
  await tx
    .insertInto('notes')
    .values({
      id,
      number,
      holder_id: note.holderId,
      offering: note.offering,
      predecessor_id: note.id,
      principal_cents: terms.principalCents,
      rate_bp: terms.rateBp,
      term_months: terms.termMonths,
      payout: note.payout,
      day_count: note.dayCount,
      convention: note.convention,
      issue_date: terms.issueDate,
      maturity_date: lines.at(-1)?.due ?? null,
      sale_state: note.saleState ?? (await stateOfHolder(tx, note.holderId)),
      default_rate_bp: note.defaultRateBp,
      early_redemption: note.earlyRedemption,
      payee: note.payee,
      ...agreementFor(terms, note.defaultRateBp),
      state: 'funded',
      signed_at: sql<Date>`now()`,
      funded_at: sql<Date>`now()`,
      version: 1,
      next_due_on: lines[0]?.due ?? null,
    })
    .execute()
  await writeSchedule(tx, { id, holderId: note.holderId }, 1, lines)
  return lockNote(tx, id)
}

/**
 * Requests the renewal chosen by a note's holder. A new note starts on the maturity date of the old, at its tier's rate;
 * no cash moves. If only a part is renewed, the rest must be paid out first.
 */

export const requestRenewal = requestCommand(renewNoteCommand, {
  async ask({ tx, refuse }, noteId): Promise<Requested<RenewalContent>> {
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.renew, note.state)) throw refuse('NOTE_STATE')
    await requireCurrentRegister(tx)
    const terms = await renewedTerms(tx, note)
    const { verifiedOn } = await findReliance(tx, renewedSale(note, terms))
    const content: RenewalContent = {
      note: note.number,
      holder: await nameOfHolder(tx, note.holderId),
      cents: String(terms.principalCents),
      rateBp: terms.rateBp,
      months: terms.termMonths,
      ...(await lateCreditOf(tx, note.id)),
      verifiedOn,
      begins: terms.issueDate,
    }
    const summary = `Renewal of ${note.number}, ${formatCents(terms.principalCents)} for ${terms.termMonths} months`
    return {
      subjectId: note.id,
      holderId: note.holderId,
      content,
      summary,
    }
  },
  title: 'Renewal of a note',
  describe: ({ note, holder, cents, rateBp, months, lateCredit, begins, verifiedOn }) => [
    `${holder} renews the note ${note}: ${formatCents(BigInt(cents))} for ${months} months at ${formatRate(rateBp)} a year.`,
    'A new note begins on the day the old one matured. No cash moves.',
    ...(begins && verifiedOn ? [verifiedInWords(holder, begins, verifiedOn)] : []),
    ...(lateCredit
      ? [
          `${formatCents(BigInt(lateCredit), true)} of late interest was paid on principal that came back. Renewed principal earns none, so nothing is left to set it off against.`,
        ]
      : []),
  ],
  contradicts: 'decisions',
  apply: renew,
  link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
  codes: { ...ledgerCodes, ...noteCodes },
})

import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { fund as theFund } from '../../../content/fund.ts'
import { formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import type { Work } from '../../../server/access/perform.ts'
import { camelRow } from '../../../server/database/camel.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type OriginatorConcern, originatorConcern } from '../../accreditation/originator.ts'
import { isBlocked } from '../../accreditation/server/accreditation.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { maskedNumber } from '../../holders/holders.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { cash, notesPayable } from '../../ledger/ledger-accounts.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { ledgerCodes, movement, postEntry } from '../../ledger/server/post-entry.ts'
import { requireSanctionsClear } from '../../sanctions/server/require-clear.ts'
import { cancelNoteCommand, fundNoteCommand } from '../note.commands.ts'
import { scheduleOf } from '../schedule.ts'
import { type ExpectedFunding, unusualFundingDay } from '../unusual-days.ts'
import { advance } from './advance.ts'
import { postDueInterest } from './due-interest.ts'
import { assertAgreedTerms } from './note-details.ts'
import { notifyMembers } from './note-news.ts'
import { holdRequests, lockNote, type NoteRow, nameOfHolder, readNote, termsOf } from './note-row.ts'
import { moneyLine, remarksBy } from './payment-batches.ts'
import { assertUsualDay } from './validate.ts'
import { lastVersion, writeSchedule } from './write-schedule.ts'

/** Funds that arrived for a note. */
export interface Funds {
  /** Day of good funds, from which interest accrues: 'YYYY-MM-DD'. */
  day: string
  /** In cents. */
  amount: bigint
  /** The bank's reference. */
  reference: string
  /** Account owner according to the bank. */
  originator: string
  /** Findings, where the account isn't the holder's or the reference mentions a loan. */
  finding?: string
  /** The day again, to confirm an unusual one. */
  confirmedDay?: string
  /** Reason that it arrived before the holder was verified as accredited. */
  late?: string
}

interface FundsContent extends ExpectedFunding {
  note: string
  holder: string
  day: string
  cents: string
  reference: string
  originator: string
  /** Sign that the funds may not be the holder's own. */
  concern?: OriginatorConcern
  /** Findings about it. */
  finding?: string
  /** When the holder was verified as accredited; missing in requests of earlier versions. */
  verified?: string
  /** The holder's custodial account, with its last digits; null if there is none. */
  account?: { custodian: string; last4: string | null }
  /** Other facts about this sale for the approver. */
  earlier?: EarlierSignature[]
  /** Set if the holder was verified after the funds arrived, or after a signature that didn't need approval. */
  late?: { soldOn: string; verifiedOn: string; reason: string }
}

/** A signature that doesn't count: it was replaced by approval, or was on a canceled note. */
interface EarlierSignature {
  name: string
  signedOn: string
  /** The number of a canceled note of the holder. */
  canceled?: string
}

async function expectedFunding(tx: Transaction<Database>, note: NoteRow): Promise<ExpectedFunding> {
  const { rows } = await sql<{ day: string | null }>`
    select app.last_signature(${note.id})::text as day`.execute(tx)
  const signed = rows[0]?.day
  return { ...(signed && { signed }), ...(note.issueDate && { planned: note.issueDate }) }
}

/** Blocks a sale, before its funds are booked, for facts learned after the terms were frozen. */
async function assertNotBlocked(tx: Transaction<Database>, holderId: string): Promise<void> {
  if (await isBlocked(tx, holderId)) throw new PortalError('HOLDER_BLOCKED')
  await requireSanctionsClear(tx, holderId)
}

/** Days for which a canceled note of the holder is mentioned: as long as a verification for one sale is valid. */
const canceledDays = 90

/** @returns when the holder was verified, and signatures that don't count: both may have moved the day of the sale */
async function readSaleDays(
  tx: Transaction<Database>,
  note: NoteRow,
): Promise<Pick<FundsContent, 'verified' | 'earlier'>> {
  const { rows: verified } = await sql<{ day: string }>`
    select a.valid_from::text as day from reliances r join accreditations a on a.id = r.accreditation_id
    where r.note_id = ${note.id}`.execute(tx)
  const { rows: earlier } = await sql<EarlierSignature & { canceled: string | null }>`
    select distinct s.name, s.signed_on::text as "signedOn", s.canceled from (
      select coalesce(p.full_name, p.email) as name, v.signed_on, null as canceled
      from note_signatures_voided v join user_profiles p on p.id = v.user_id
        left join note_signers g on g.note_id = v.note_id and g.user_id = v.user_id
      where v.note_id = ${note.id} and v.signed_on is distinct from app.signature_day(g)
      union all
      select coalesce(p.full_name, p.email), app.signature_day(g), c.number
      from notes c join note_signers g on g.note_id = c.id join user_profiles p on p.id = g.user_id
      where c.holder_id = ${note.holderId} and c.state = 'cancelled'
        and app.signature_day(g) > app.last_signature(${note.id}) - ${canceledDays}::integer) s
    order by 2, 1, 3`.execute(tx)
  return {
    ...(verified[0] && { verified: verified[0].day }),
    ...(earlier.length > 0 && {
      earlier: earlier.map(({ canceled, ...signature }) => ({ ...signature, ...(canceled && { canceled }) })),
    }),
  }
}

/** @returns the days of a note's sale and verification, if the verification is too late for funds of a day */
async function findLateVerification(tx: Transaction<Database>, noteId: string, day: string) {
  const { rows } = await sql<{ soldOn: string; verifiedOn: string | null }>`
    select app.sold_on(n)::text as "soldOn", app.verified_after(n.id, ${day}::date)::text as "verifiedOn"
    from notes n where n.id = ${noteId}`.execute(tx)
  const [{ soldOn = '', verifiedOn = null } = {}] = rows
  return verifiedOn ? { soldOn, verifiedOn } : undefined
}

async function fund(
  { tx, actor, refuse, audit }: Work<typeof fundNoteCommand>,
  { id, subjectId, content }: RequestedApproval<FundsContent>,
): Promise<void> {
  const { day, cents, reference, originator, concern, finding, late } = content
  const note = await lockNote(tx, subjectId, noteSteps.fund.from)
  await assertNotBlocked(tx, note.holderId)
  if (BigInt(cents) !== note.principal) throw refuse('NOTE_FUNDS_DIFFER')
  if (!late && (await findLateVerification(tx, note.id, day))) throw refuse('NOTE_FUNDED_BEFORE_VERIFIED')
  const terms = termsOf(note, day)
  assertAgreedTerms(terms)
  const lines = scheduleOf(terms)
  // 1, unless an earlier funding was undone.
  const version = (await lastVersion(tx, note.id)) + 1
  await writeSchedule(tx, note, version, lines)
  await postEntry(tx, {
    kind: 'funds',
    noteId: note.id,
    holderId: note.holderId,
    day,
    reference,
    approvalId: id,
    lines: movement(cash, notesPayable, note.principal),
    key: `funds:${note.id}:${version}`,
  })
  const issued = { issue_date: day, maturity_date: lines.at(-1)?.due ?? null, version }
  const next = lines[0]?.due ?? null
  await tx
    .updateTable('notes')
    .set({ state: 'funded', funded_at: sql<Date>`now()`, next_due_on: next, ...issued })
    .where('id', '=', note.id)
    .execute()
  const facts = {
    number: note.number,
    day,
    reference,
    originator,
    originator_matches: concern === undefined,
    ...(concern && { concern, finding }),
    ...(late && { late: late.reason, verified_on: late.verifiedOn }),
    approval_id: id,
  }
  await audit('note.funded', note.id, facts)
  await notifyMembers(tx, { kind: 'note-funded', noteId: note.id, holderId: note.holderId, by: actor })
  // The note is signed for its subscription, if it came of one.
  await enqueue(tx, 'keep-subscriptions', {})
  const funded = { ...note, state: 'funded' as const, ...camelRow(issued), nextDueOn: next }
  await advance(tx, funded, fundDay())
  await postDueInterest(tx, funded, fundDay())
}

const concernCodes = {
  'another-originator': 'NOTE_ORIGINATOR_DIFFERS',
  'personal-account': 'NOTE_PERSONAL_ACCOUNT',
  'retirement-account': 'NOTE_RETIREMENT_ACCOUNT',
  'loan-memo': 'NOTE_LOAN_MEMO',
} as const

/** The wire tests the investor's representation that no one lent the money for this note. */
function originWords(originator: string, concern: OriginatorConcern | undefined): string {
  switch (concern) {
    case 'loan-memo':
      return `The money came from ${originator}, and the reference speaks of a loan. Approve only if you know why.`
    case 'another-originator':
      return `The money came from ${originator}, which isn’t the holder’s name. Approve only if you know why.`
    case 'personal-account':
      return `The money came from ${originator}, a personal account, and not from the custodian’s. Approve only if you know why.`
    case 'retirement-account':
      return `The money came from ${originator}, a retirement account, and the note isn’t that account’s. Approve only if you know why.`
    default:
      return `The money came from ${originator}, the holder’s name.`
  }
}

/** The days that the sale relies on, for the approver. */
function daysInWords({ signed, verified, day }: FundsContent): string[] {
  if (!signed) return []
  const sale = `The note was signed on ${formatDay(signed)}`
  return [
    verified
      ? `${sale}, its holder was verified as accredited on ${formatDay(verified)}, and the money arrived on ${formatDay(day)}.`
      : `${sale}, and the money arrived on ${formatDay(day)}.`,
  ]
}

function accountInWords({ custodian, last4 }: NonNullable<FundsContent['account']>): string {
  return last4
    ? `The holder’s account at ${custodian} is ${maskedNumber(last4)}.`
    : `No number of the holder’s account at ${custodian} is in force.`
}

function earlierInWords(earlier: readonly EarlierSignature[]): string[] {
  return earlier.map(({ name, signedOn, canceled }) =>
    canceled
      ? `${name} had signed ${canceled} of the same holder on ${formatDay(signedOn)}, which was canceled.`
      : `${name} had signed this note on ${formatDay(signedOn)}, which no longer counts: two people put another signature in its place.`,
  )
}

/** Short remarks about what an ordinary funding doesn't have. */
function unusualSummary({ day, concern, late, earlier = [], account, ...expected }: FundsContent): string[] {
  return [
    ...(concern ? [concernSummary[concern]] : []),
    ...(unusualFundingDay(day, expected).length > 0 ? ['unusual day'] : []),
    ...(late ? ['verified after the sale'] : []),
    ...(earlier.length > 0 ? ['signed before, which no longer counts'] : []),
    ...(account && !account.last4 ? ['no account number in force'] : []),
  ]
}

const concernSummary: Record<OriginatorConcern, string> = {
  'another-originator': 'from an account in another name',
  'personal-account': 'from a personal account',
  'retirement-account': 'from another retirement account',
  'loan-memo': 'its reference speaks of a loan',
}

function lateInWords({ soldOn, verifiedOn, reason }: NonNullable<FundsContent['late']>): string[] {
  return [
    `The note was signed on ${formatDay(soldOn)}, and its holder verified as accredited on ${formatDay(verifiedOn)}. Approve only if you agree with the reason.`,
    `The reason given: ${reason}`,
  ]
}

/**
 * Requests the funding of a signed note, with its whole principal. Funds that aren't clearly the holder's own require
 * findings (specification notes, section B).
 */

export const requestFunding = requestCommand(fundNoteCommand, {
  async ask({ tx, refuse }, noteId, { reference, originator, finding, ...funds }): Promise<Requested<FundsContent>> {
    const day = assertPastDay(funds.day)
    await holdRequests(tx, noteId)
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.fund, note.state)) throw refuse('NOTE_STATE')
    await assertNotBlocked(tx, note.holderId)
    if (funds.amount !== note.principal) throw refuse('NOTE_FUNDS_DIFFER')
    assertAgreedTerms(termsOf(note, day))
    const expected = await expectedFunding(tx, note)
    assertUsualDay(day, unusualFundingDay(day, expected), funds.confirmedDay)
    const holder = await nameOfHolder(tx, note.holderId)
    const { custodianName, custodianLast4, kind: holderKind } = await findHolderFacts(tx, note.holderId)
    const concern = originatorConcern(
      { legalName: String(note.terms?.holder ?? ''), kind: holderKind, custodian: custodianName },
      { originator, memo: reference },
      theFund,
    )
    if (concern && !finding) throw refuse(concernCodes[concern])
    const dates = await findLateVerification(tx, note.id, day)
    if (dates && !funds.late) throw refuse('NOTE_FUNDED_BEFORE_VERIFIED')
    const content: FundsContent = {
      note: note.number,
      holder,
      ...(await readSaleDays(tx, note)),
      ...(custodianName && { account: { custodian: custodianName, last4: custodianLast4 } }),
      day,
      cents: String(funds.amount),
      reference,
      originator,
      ...(concern && { concern, finding }),
      ...expected,
      ...(dates && { late: { ...dates, reason: funds.late } }),
    }
    const summary = `Funds of ${note.number}, ${formatCents(funds.amount)}, arrived on ${formatDay(day)}`
    return {
      subjectId: note.id,
      holderId: note.holderId,
      content,
      summary,
    }
  },
  title: 'Funds of a note',
  describe: content => [
    `${formatCents(BigInt(content.cents))} arrived for the note ${content.note} of ${content.holder}. Its interest runs from ${formatDay(content.day)}.`,
    ...daysInWords(content),
    `The bank’s reference is ${content.reference}.`,
    originWords(content.originator, content.concern),
    ...unusualFundingDay(content.day, content),
    ...(content.finding ? [`What was found out: ${content.finding}`] : []),
    ...(content.late ? lateInWords(content.late) : []),
    ...earlierInWords(content.earlier ?? []),
    ...(content.account ? [accountInWords(content.account)] : []),
  ],
  contradicts: [cancelNoteCommand.name],
  apply: fund,
  batch: { nouns: ['funding', 'fundings'], line: moneyLine, remarks: remarksBy(unusualSummary) },
  link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
  codes: ledgerCodes,
})

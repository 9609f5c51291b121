import { accreditation as switches } from '../../content/accreditation.ts'
import {
  type HoldersVerification,
  isToVerify,
  type RenewalVerification,
  verificationForRenewal,
} from '../../rules/accreditation/for-renewal.ts'
import { type PaymentState, paymentState } from '../../rules/holdings.ts'
import { isIn, renewableStates } from '../../rules/note-states.ts'
import { interestFromOf } from '../../rules/notes/accrual.ts'
import { maturityWindow } from '../../rules/notes/maturity.ts'
import { type Cents, sumCents } from '../../rules/notes/money.ts'
import { owedOn } from '../../rules/notes/owed.ts'
import type { NoteTerms } from '../../rules/notes/schedule.ts'
import { type Late, lateOf, type PaymentLeft } from '../../rules/notes/standing.ts'
import { maturityDaysOf } from '../notes/frozen-days.ts'
import type { ElectionRow, HolderRow, LineRow, NoteRow, OwnNoteRow, SettlementRow } from './holding-statements.ts'

/** A payment of the schedule, with where it has got to. */
export interface OwnPayment {
  n: number
  startDate: string
  dueDate: string
  payDate: string
  days: number
  isStub: boolean
  interestCents: Cents
  principalCents: Cents
  state: PaymentState
  /** Recorded so far, less what came back. */
  settledCents: Cents
  /** The day of the newest record. */
  paidOn: string | undefined
  reference: string | undefined
}

/** What was chosen for the end of a note. */
export interface OwnElection {
  choice: ElectionRow['choice']
  renewCents: Cents | undefined
  newTermMonths: 12 | 24 | undefined
  madeAt: Date
  by: string | undefined
}

/** A note as its holder sees it. Amounts are cents, rates basis points, days 'YYYY-MM-DD' in the fund's zone. */
export interface OwnNote {
  id: string
  number: string
  holder: HolderRow
  offering: string
  state: string
  /** What is late of it today; null where nothing is. */
  late: (Late & { cents: Cents }) | null
  principalCents: Cents
  rateBp: number
  termMonths: 12 | 24
  payout: NoteTerms['payout']
  /** Until the note is funded, the day that the office has planned, or null. */
  issueDate: string | null
  maturityDate: string | null
  closedOn: string | null
  /** The account that it is paid to, as its terms name it. */
  payee: string | null
  /** Whom payments go to, such as 'Equity Trust Company ••1234'; undefined where they go to the holder. */
  paidTo: string | undefined
  payments: OwnPayment[]
  /** The newest day on which a payment was made in full, and what was sent on it. */
  lastSent: { day: string; cents: Cents } | undefined
  /** What is still owed of the principal. */
  outstandingCents: Cents
  /** Interest that is due and hasn't been recorded as paid; below zero where it was paid ahead of its day. */
  interestDueCents: Cents
  /** Interest of the current period up to today, which isn't due. */
  accruedCents: Cents
  /** Interest on late principal up to today. */
  lateInterestCents: Cents
  interestPaidCents: Cents
  interestPaidThisYearCents: Cents
  /** By the year of payment, such as { '2026': 1833_33n }. */
  interestByYear: Record<string, bigint>
  /** In cash, so not what went into another note. */
  principalRepaidCents: Cents
  /** The choice that counts. */
  election: OwnElection | undefined
  /** A late choice that two people of the fund haven't accepted yet. */
  pendingElection: OwnElection | undefined
  /** The last day to choose what happens at maturity. */
  lastElectionDay: string | undefined
  /** The same, from the notice until maturity. */
  electionCloses: string | undefined
  /** Whether that day has passed: a choice then counts once two people of the fund agree. */
  isElectionLate: boolean
  /** Where the verification is that the chosen renewal needs; undefined where none is chosen, or the note has ended. */
  renewal: RenewalVerification | undefined
  /** What the reader should do about the note's end now: choose, or verify for the renewal that was chosen. */
  waitsFor: 'choice' | 'verification' | undefined
}

interface NoteParts {
  note: OwnNoteRow
  holder: HolderRow
  lines: readonly LineRow[]
  settlements: readonly SettlementRow[]
  elections: readonly ElectionRow[]
  /** Of its holder. */
  verifications: readonly HoldersVerification[]
}

/** @param today 'YYYY-MM-DD', in the fund's zone */
export function describeOwnNote(parts: NoteParts, today: string): OwnNote {
  const { note, holder, lines, settlements } = parts
  const principalCents = BigInt(note.principal)
  const settled = settlements.map(row => ({
    ...row,
    interest: BigInt(row.interest),
    principal: BigInt(row.principal),
  }))
  const interest = settled.filter(row => row.interest !== 0n)
  const interestByYear: Record<string, bigint> = {}
  for (const { day, interest: cents } of interest)
    interestByYear[day.slice(0, 4)] = (interestByYear[day.slice(0, 4)] ?? 0n) + cents
  const scheduled = lines.map(line => ({ start: line.startDate, due: line.dueDate, interest: BigInt(line.interest) }))
  const payments = paymentsOf(lines, settled, today)
  const { defaultRateBp } = note
  const [principal, unpaid, interestFrom] = [BigInt(note.owed), BigInt(note.unpaid), interestFromOf(scheduled)]
  const [terms, lateCredit] = [termsOf(note), BigInt(note.lateCredit)]
  const owed = owedOn({ terms, principal, unpaid, defaultRateBp, interestFrom, lateCredit }, today)
  return {
    id: note.id,
    number: note.number,
    holder,
    offering: note.offering,
    state: note.state,
    late: lateOf(lines.map(toPaymentLeft), today, owed.lateInterest),
    principalCents,
    rateBp: note.rateBp,
    termMonths: note.termMonths,
    payout: note.payout,
    issueDate: note.issueDate,
    maturityDate: note.maturityDate,
    closedOn: note.closedOn,
    payee: note.payee,
    paidTo: paidToOf(holder, note.payee),
    payments,
    lastSent: lastSentOf(payments, settled),
    outstandingCents: principal,
    interestDueCents: unpaid,
    accruedCents: owed.accrued,
    lateInterestCents: owed.lateInterest,
    interestPaidCents: sumCents(interest.map(row => row.interest)),
    interestPaidThisYearCents: interestByYear[today.slice(0, 4)] ?? 0n,
    interestByYear,
    principalRepaidCents: sumCents(
      settled.filter(row => !['renewal', 'transfer'].includes(row.reversedKind ?? row.kind)).map(row => row.principal),
    ),
    ...endOf(parts, today),
  }
}

function toPaymentLeft({ payDate, interest, paid, principalLeft }: LineRow): PaymentLeft {
  const interestLeft = BigInt(interest) - BigInt(paid)
  return { pay: payDate, left: (interestLeft > 0n ? interestLeft : 0n) + BigInt(principalLeft) }
}

/** An IRA is paid through its custodian, and nobody else; every other note to the account that its terms name. */
function paidToOf({ custodian, custodianLast4 }: HolderRow, payee: string | null): string | undefined {
  if (!custodian) return payee ?? undefined
  return `${custodian}${custodianLast4 ? ` ••${custodianLast4}` : ''}`
}

/** @returns the terms of a note that has been issued, for the rules */
export function termsOf(note: NoteRow): NoteTerms {
  return {
    principalCents: BigInt(note.principal),
    rateBp: note.rateBp,
    termMonths: note.termMonths,
    payout: note.payout,
    dayCount: note.dayCount,
    convention: note.convention,
    issueDate: note.issueDate ?? '',
    firstPaymentDate: note.firstPaymentDate ?? undefined,
  }
}

type Settlement = Omit<SettlementRow, 'interest' | 'principal'> & { interest: Cents; principal: Cents }

function paymentsOf(lines: readonly LineRow[], settled: Settlement[], today: string): OwnPayment[] {
  return lines.map(line => {
    const interestCents = BigInt(line.interest)
    const principalCents = BigInt(line.principal)
    const own = settled.filter(({ dueDate, interest }) => dueDate === line.dueDate && interest !== 0n)
    const ofPrincipal = principalCents > 0n ? principalOf(line, settled) : []
    const settledCents = BigInt(line.paid) + principalCents - BigInt(line.principalLeft)
    const newest = [...own, ...ofPrincipal].at(-1)
    return {
      n: line.n,
      startDate: line.startDate,
      dueDate: line.dueDate,
      payDate: line.payDate,
      days: line.days,
      isStub: line.isStub,
      interestCents,
      principalCents,
      settledCents,
      state: paymentState(
        {
          payDate: line.payDate,
          dueCents: interestCents + principalCents,
          settledCents,
          renewedCents: sumCents(ofPrincipal.filter(({ kind }) => kind === 'renewal').map(row => row.principal)),
          // A payoff that came back says nothing about what falls due later.
          undone: newest && newest.day >= firstDayOf(line) ? undoneBy(newest) : undefined,
        },
        today,
      ),
      paidOn: settledCents > 0n ? newest?.day : undefined,
      reference: settledCents > 0n ? (newest?.reference ?? undefined) : undefined,
    }
  })
}

/** Only cash: principal that goes into another note isn't sent. */
function lastSentOf(payments: readonly OwnPayment[], settled: readonly Settlement[]): OwnNote['lastSent'] {
  const [day] = payments
    .filter(({ state }) => state === 'paid' || state === 'renewed')
    .flatMap(({ paidOn }) => paidOn ?? [])
    .sort()
    .reverse()
  const sent = settled.filter(row => row.day === day && (row.kind === 'payment' || row.kind === 'principal'))
  return day && sent.length > 0
    ? { day, cents: sumCents(sent.map(({ interest, principal }) => interest + principal)) }
    : undefined
}

function undoneBy({ kind, reversedKind }: Settlement): 'returned' | 'mistake' | undefined {
  if (reversedKind === null) return undefined
  return kind === 'payment_returned' ? 'returned' : 'mistake'
}

/** @returns the first day on which a line can be paid: with the convention 'preceding' that is before it is due */
function firstDayOf({ dueDate, payDate }: LineRow): string {
  return dueDate < payDate ? dueDate : payDate
}

/** @returns what settled a line's principal: entries that name the line; without any, those that name none */
function principalOf({ dueDate }: LineRow, settled: readonly Settlement[]): Settlement[] {
  const ofPrincipal = settled.filter(row => row.principal !== 0n)
  const named = ofPrincipal.filter(row => row.dueDate === dueDate)
  return named.length > 0 ? named : ofPrincipal.filter(row => row.dueDate === null)
}

function toElection(row: ElectionRow | undefined): OwnElection | undefined {
  return (
    row && {
      choice: row.choice,
      renewCents: row.renew === null ? undefined : BigInt(row.renew),
      newTermMonths: row.newTermMonths ?? undefined,
      madeAt: row.madeAt,
      by: row.by ?? undefined,
    }
  )
}

/** What was chosen for a note's end, until when it can be, and what that asks of the reader. */
function endOf({ note, holder, elections, verifications }: NoteParts, today: string) {
  const election = toElection(elections.find(({ isPending }) => !isPending))
  const pendingElection = toElection(elections.find(({ isPending }) => isPending))
  const days = electionDaysOf(note, today)
  const renewal = renewalOf(note, pendingElection ?? election, verifications, today)
  const canAct = holder.right !== 'viewer' && !holder.isFrozen
  const isChoosing = days.electionCloses && !days.isElectionLate && !election
  const waitsFor = isChoosing
    ? ('choice' as const)
    : renewal && isToVerify(renewal)
      ? ('verification' as const)
      : undefined
  return { election, pendingElection, ...days, renewal, waitsFor: canAct ? waitsFor : undefined }
}

/** A renewal is carried out at maturity, or as soon after it as two people of the fund do. */
function renewalOf(
  { state, owed, maturityDate }: OwnNoteRow,
  chosen: OwnElection | undefined,
  verifications: readonly HoldersVerification[],
  today: string,
): RenewalVerification | undefined {
  if (!chosen || chosen.choice === 'withdraw' || !maturityDate || !isIn(renewableStates, state)) return undefined
  const day = maturityDate > today ? maturityDate : today
  return verificationForRenewal(verifications, { principalCents: chosen.renewCents ?? BigInt(owed), day }, switches)
}

function electionDaysOf({ state, maturityDate, maturityDays }: NoteRow, today: string) {
  const window = maturityDate ? maturityWindow(maturityDate, maturityDaysOf(maturityDays)) : undefined
  const isOpen = state === 'current' && window && window.notice <= today && today < (maturityDate ?? '')
  return {
    lastElectionDay: window?.closes,
    electionCloses: isOpen ? window.closes : undefined,
    isElectionLate: isOpen ? today > window.closes : false,
  }
}

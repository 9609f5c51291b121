import { accreditation as switches } from '../../../content/accreditation.ts'
import { type Cents, sumCents } from '../../../rules/money.ts'
import {
  type HoldersVerification,
  isToVerify,
  type RenewalVerification,
  verificationForRenewal,
} from '../../accreditation/for-renewal.ts'
import { interestFromOf } from '../../notes/accrual.ts'
import { maturityWindow } from '../../notes/maturity.ts'
import { isIn, renewableStates } from '../../notes/note-states.ts'
import { owedOn } from '../../notes/owed.ts'
import type { NoteTerms } from '../../notes/schedule.ts'
import { maturityDaysOf } from '../../notes/server/frozen-days.ts'
import { type Late, lateOf, type NoteState, type PaymentLeft, stateByDay } from '../../notes/standing.ts'
import { type PaymentState, paymentState } from '../holdings.ts'
import type { ElectionRow, HolderRow, LineRow, NoteRow, OwnNoteRow, SettlementRow } from './holding-statements.ts'

/** A scheduled payment with its progress. */
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
  /** Recorded so far, less returns. */
  settledCents: Cents
  /** Tax withheld of it. */
  withheldCents: Cents
  /** Day of the latest record. */
  paidOn: string | undefined
  reference: string | undefined
}

/** The election for a note's maturity. */
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
  state: NoteState
  /** Late today, or null. */
  late: (Late & { cents: Cents }) | null
  principalCents: Cents
  rateBp: number
  termMonths: 12 | 24
  payout: NoteTerms['payout']
  /** Until funding, the planned day or null. */
  issueDate: string | null
  maturityDate: string | null
  closedOn: string | null
  /** The account paid, as named in the terms. */
  payee: string | null
  /** Recipient of payments, such as 'Equity Trust Company ••1234'; undefined for the holder. */
  paidTo: string | undefined
  payments: OwnPayment[]
  /** Latest day of a full payment, and the amount sent on it. */
  lastSent: { day: string; cents: Cents } | undefined
  /** Outstanding principal. */
  outstandingCents: Cents
  /** Interest due and not recorded as paid; negative if prepaid. */
  interestDueCents: Cents
  /** Interest of the current period up to today, not yet due. */
  accruedCents: Cents
  /** Interest on late principal up to today. */
  lateInterestCents: Cents
  interestPaidCents: Cents
  interestPaidThisYearCents: Cents
  /** By year of payment, such as { '2026': 1833_33n }. */
  interestByYear: Record<string, bigint>
  /** Tax withheld of it, by year. */
  withheldByYear: Record<string, bigint>
  /** In cash; excludes principal renewed or transferred into another note. */
  principalRepaidCents: Cents
  /** The election in force. */
  election: OwnElection | undefined
  /** A late election pending approval. */
  pendingElection: OwnElection | undefined
  /** A rejected late election. */
  declinedElection: (OwnElection & { declinedAt: Date }) | undefined
  /** Last day of the election. */
  lastElectionDay: string | undefined
  /** The same, from the notice until maturity. */
  electionCloses: string | undefined
  /** Whether that day has passed, so that an election needs approval. */
  isElectionLate: boolean
  /** State of the verification that the elected renewal needs; undefined without one, or after the note's end. */
  renewal: RenewalVerification | undefined
  /** The next action for the note's maturity: make an election, or verify for the elected renewal. */
  pendingStep: 'choice' | 'verification' | undefined
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
    withheld: BigInt(row.withheld),
  }))
  const interest = settled.filter(row => row.interest !== 0n)
  const interestByYear = byYear(interest.map(({ day, interest: cents }) => ({ day, cents })))
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
    state: stateByDay(note.state, note, today),
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
    withheldByYear: byYear(interest.map(({ day, withheld: cents }) => ({ day, cents }))),
    principalRepaidCents: sumCents(
      settled.filter(row => !['renewal', 'transfer'].includes(row.reversedKind ?? row.kind)).map(row => row.principal),
    ),
    ...endOf(parts, today),
  }
}

/** @returns sums by year */
function byYear(amounts: readonly { day: string; cents: Cents }[]): Record<string, bigint> {
  const years: Record<string, bigint> = {}
  for (const { day, cents } of amounts) years[day.slice(0, 4)] = (years[day.slice(0, 4)] ?? 0n) + cents
  return years
}

function toPaymentLeft({ payDate, interest, paid, principalLeft }: LineRow): PaymentLeft {
  const interestLeft = BigInt(interest) - BigInt(paid)
  return { pay: payDate, left: (interestLeft > 0n ? interestLeft : 0n) + BigInt(principalLeft) }
}

/** An IRA is paid only through its custodian; any other note to the account in its terms. */
function paidToOf({ custodian, custodianLast4 }: HolderRow, payee: string | null): string | undefined {
  if (!custodian) return payee ?? undefined
  return `${custodian}${custodianLast4 ? ` ••${custodianLast4}` : ''}`
}

/** @returns an issued note's terms, for `app/notes/` */
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

type Settlement = Omit<SettlementRow, 'interest' | 'principal' | 'withheld'> &
  Record<'interest' | 'principal' | 'withheld', Cents>

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
      withheldCents: sumCents(own.map(({ withheld }) => withheld)),
      state: paymentState(
        {
          payDate: line.payDate,
          dueCents: interestCents + principalCents,
          settledCents,
          renewedCents: sumCents(ofPrincipal.filter(({ kind }) => kind === 'renewal').map(row => row.principal)),
          // A returned payoff has no effect on later scheduled payments.
          undone: newest && newest.day >= firstDayOf(line) ? undoneBy(newest) : undefined,
        },
        today,
      ),
      paidOn: settledCents > 0n ? newest?.day : undefined,
      reference: settledCents > 0n ? (newest?.reference ?? undefined) : undefined,
    }
  })
}

/** Cash only: principal renewed into another note isn't sent. */
function lastSentOf(payments: readonly OwnPayment[], settled: readonly Settlement[]): OwnNote['lastSent'] {
  const [day] = payments
    .filter(({ state }) => state === 'paid' || state === 'renewed')
    .flatMap(({ paidOn }) => paidOn ?? [])
    .sort()
    .reverse()
  const sent = settled.filter(row => row.day === day && (row.kind === 'payment' || row.kind === 'principal'))
  return day && sent.length > 0
    ? { day, cents: sumCents(sent.map(({ interest, principal, withheld }) => interest + principal - withheld)) }
    : undefined
}

function undoneBy({ kind, reversedKind }: Settlement): 'returned' | 'mistake' | undefined {
  if (reversedKind === null) return undefined
  return kind === 'payment_returned' ? 'returned' : 'mistake'
}

/** @returns the first day on which a scheduled payment can be paid: with the convention 'preceding', before its due date */
function firstDayOf({ dueDate, payDate }: LineRow): string {
  return dueDate < payDate ? dueDate : payDate
}

/** @returns settlements of a scheduled payment's principal: entries that name it, else those that name none */
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

/** The election for a note's maturity, its deadline, and the holder's next action. */
function endOf({ note, holder, elections, verifications }: NoteParts, today: string) {
  const election = toElection(elections.find(({ isPending }) => !isPending))
  const late = elections.find(({ isPending }) => isPending)
  const pendingElection = late?.declinedAt ? undefined : toElection(late)
  const declined = late?.declinedAt ? toElection(late) : undefined
  const days = electionDaysOf(note, today)
  const renewal = renewalOf(note, pendingElection ?? election, verifications, today)
  const canAct = holder.right !== 'viewer' && !holder.isFrozen
  const isChoosing = days.electionCloses && !days.isElectionLate && !election
  const pendingStep = isChoosing
    ? ('choice' as const)
    : renewal && isToVerify(renewal)
      ? ('verification' as const)
      : undefined
  const declinedElection = declined && { ...declined, declinedAt: late?.declinedAt ?? declined.madeAt }
  return {
    election,
    pendingElection,
    declinedElection,
    ...days,
    renewal,
    pendingStep: canAct ? pendingStep : undefined,
  }
}

/** A renewal is carried out at maturity, or once approved after it. */
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

import { holdersIn } from '../../rules/accounts.ts'
import { personFirst } from '../../rules/holders.ts'
import { closedStates, isIn } from '../../rules/note-states.ts'
import { type Cents, sumCents } from '../../rules/notes/money.ts'
import { isNews, type Progress, progressOf } from '../../rules/notes/payment-day.ts'
import { isLate } from '../../rules/notes/standing.ts'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { requireOwnerOrAdministrator } from '../access/roles.ts'
import { toHoldersVerification, verificationsOfOwn } from '../accreditation/for-renewal.ts'
import { readAs } from '../database/read-as.ts'
import type { SigningActor } from '../database/signed-actor.ts'
import { fundDay } from '../platform/fund-day.ts'
import { type HolderRow, ownElections, ownHolders, ownLines, ownNotes, ownSettlements } from './holding-statements.ts'
import { describeOwnNote, type OwnNote, type OwnPayment } from './note-facts.ts'

/** What a member holds, all their holders together or one of them. */
export interface Holdings {
  /** 'YYYY-MM-DD', in the fund's zone. */
  today: string
  asOf: Date
  holders: HolderRow[]
  /** Outstanding ones first, by maturity. */
  notes: OwnNote[]
  /** The day on which something is paid next, all payments of that day together. */
  next: NextPayment | undefined
  /** What was sent in these days; undefined where nothing was. */
  sent: SentPayment | undefined
  /** Payments whose day has passed without a record, or whose record was a mistake, and payments that came back. */
  late: (Pick<OwnNote, 'id' | 'number'> & Pick<OwnPayment, 'payDate' | 'state'> & { cents: Cents })[]
  investedCents: Cents
  accruedCents: Cents
  lateInterestCents: Cents
  interestPaidCents: Cents
  interestPaidThisYearCents: Cents
  principalRepaidCents: Cents
}

/** What was sent on one day. */
export interface SentPayment {
  day: string
  cents: Cents
  /** On how many notes. */
  notes: number
  /** Of the note, where it was one. */
  progress: Progress | undefined
}

/** What is paid on one day. */
export interface NextPayment {
  payDate: string
  cents: Cents
  parts: (Pick<OwnNote, 'id' | 'number'> & {
    interestCents: Cents
    principalCents: Cents
    /** Whom it goes to, such as 'Equity Trust Company ••1234'; undefined where it goes to the holder. */
    to: string | undefined
  })[]
}

/**
 * @param today 'YYYY-MM-DD', by default the day in the fund's zone
 * @param account one of the actor's holders, by its id; else it is about all of them
 * @returns what the actor holds; undefined for people who act for no holder
 */
export async function getHoldings(
  actor: SigningActor,
  today = fundDay(),
  account?: string,
): Promise<Holdings | undefined> {
  return readHoldings(actor, actor.id, today, account)
}

/**
 * @returns what somebody holds, as their own pages tell them; undefined for people who act for no holder
 * @throws PortalError FORBIDDEN unless the actor is that person or an administrator
 */
export async function getHoldingsOf(actor: Actor, personId: string): Promise<Holdings | undefined> {
  const id = assertId(personId)
  requireOwnerOrAdministrator(actor, id)
  return readHoldings(actor, id, fundDay())
}

async function readHoldings(
  actor: SigningActor,
  id: string,
  today: string,
  account?: string,
): Promise<Holdings | undefined> {
  const [held, notes, lines, settlements, elections, verifications] = await readAs(
    actor,
    ownHolders(id),
    ownNotes(id, today),
    ownLines(id),
    ownSettlements(id),
    ownElections(id),
    verificationsOfOwn(id, today),
  )
  if (held.length === 0) return undefined
  const holders = holdersIn(personFirst(held), account)
  const holderOf = new Map(holders.map(holder => [holder.id, holder]))
  const linesOf = Map.groupBy(lines, ({ noteId }) => noteId)
  const settledOf = Map.groupBy(settlements, ({ noteId }) => noteId)
  const electionsOf = Map.groupBy(elections, ({ noteId }) => noteId)
  const verificationsOf = Map.groupBy(verifications, ({ holderId }) => holderId)
  const described = notes.flatMap(note => {
    const holder = holderOf.get(note.holderId)
    if (!holder) return []
    const parts = {
      note,
      holder,
      lines: linesOf.get(note.id) ?? [],
      settlements: settledOf.get(note.id) ?? [],
      elections: electionsOf.get(note.id) ?? [],
      verifications: (verificationsOf.get(note.holderId) ?? []).map(toHoldersVerification),
    }
    return [describeOwnNote(parts, today)]
  })
  return summarize(holders, described, today)
}

function summarize(holders: HolderRow[], notes: OwnNote[], today: string): Holdings {
  const open = notes.filter(({ state }) => !isIn(closedStates, state))
  // Also of closed notes: what was due of one that was renewed or transferred stays due.
  const late = notes.flatMap(note =>
    latePayments(note, today).map(({ payDate, state, cents }) => {
      const { id, number } = note
      return { id, number, payDate, state, cents }
    }),
  )
  return {
    today,
    asOf: new Date(),
    holders,
    notes: [...open, ...notes.filter(note => !open.includes(note))],
    next: nextPaymentOf(open, today),
    sent: sentOf(notes, today),
    late,
    investedCents: sumCents(notes.map(note => note.outstandingCents)),
    accruedCents: sumCents(notes.map(note => note.accruedCents)),
    lateInterestCents: sumCents(notes.map(note => note.lateInterestCents)),
    interestPaidCents: sumCents(notes.map(note => note.interestPaidCents)),
    interestPaidThisYearCents: sumCents(notes.map(note => note.interestPaidThisYearCents)),
    principalRepaidCents: sumCents(notes.map(note => note.principalRepaidCents)),
  }
}

/** @returns what is late of a note, with what has run on its principal since: the same that the office's due list has */
function latePayments({ payments, lateInterestCents }: OwnNote, today: string): (OwnPayment & { cents: Cents })[] {
  const late = payments.filter(payment => isLate({ pay: payment.payDate, left: owed(payment) }, today))
  const ofPrincipal = late.findLast(({ principalCents }) => principalCents > 0n)
  return late.map(payment => ({
    ...payment,
    cents: owed(payment) + (payment === ofPrincipal ? lateInterestCents : 0n),
  }))
}

function owed(payment: Pick<OwnPayment, 'interestCents' | 'principalCents' | 'settledCents'>): Cents {
  return payment.interestCents + payment.principalCents - payment.settledCents
}

/** Also of closed notes: the last payment is one, too. */
function sentOf(notes: readonly OwnNote[], today: string): SentPayment | undefined {
  const [day] = notes
    .flatMap(({ lastSent }) => lastSent?.day ?? [])
    .sort()
    .reverse()
  if (!day || !isNews(day, today)) return undefined
  const paid = notes.filter(({ lastSent }) => lastSent?.day === day)
  const [only, ...others] = paid
  return {
    day,
    cents: sumCents(paid.map(({ lastSent }) => lastSent?.cents ?? 0n)),
    notes: paid.length,
    progress: only && others.length === 0 ? progressOf(only.payments) : undefined,
  }
}

function nextPaymentOf(notes: readonly OwnNote[], today: string): NextPayment | undefined {
  const waiting = notes.flatMap(note =>
    note.payments
      .filter(({ state, payDate }) => payDate >= today && state !== 'paid' && state !== 'renewed')
      .map(payment => ({ note, payment })),
  )
  const payDate = waiting.map(({ payment }) => payment.payDate).sort()[0]
  if (!payDate) return undefined
  const onThatDay = waiting.filter(({ payment }) => payment.payDate === payDate)
  return {
    payDate,
    cents: sumCents(onThatDay.map(({ payment }) => owed(payment))),
    parts: onThatDay.map(({ note, payment }) => ({
      id: note.id,
      number: note.number,
      interestCents: payment.interestCents,
      principalCents: payment.principalCents,
      to: note.paidTo,
    })),
  }
}

import { type Cents, sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { requireOwnerOrAdministrator } from '../../../server/access/roles.ts'
import { readAs } from '../../../server/database/read-as.ts'
import type { SigningActor } from '../../../server/database/signed-actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { toHoldersVerification, verificationsOfOwn } from '../../accreditation/server/for-renewal.ts'
import { personFirst } from '../../holders/holders.ts'
import { closedStates, isIn } from '../../notes/note-states.ts'
import { isNews, type Progress, progressOf } from '../../notes/payment-day.ts'
import { isLate } from '../../notes/standing.ts'
import { holdersIn } from '../../people/accounts.ts'
import { type HolderRow, ownElections, ownHolders, ownLines, ownNotes, ownSettlements } from './holding-statements.ts'
import { describeOwnNote, type OwnNote, type OwnPayment } from './note-facts.ts'

/** Notes of all or one of a member's holders. */
export interface Holdings {
  /** 'YYYY-MM-DD', in the fund's zone. */
  today: string
  asOf: Date
  holders: HolderRow[]
  /** Outstanding ones first, by maturity. */
  notes: OwnNote[]
  /** All payments of the next pay date. */
  next: NextPayment | undefined
  /** Payments sent recently, if any. */
  sent: SentPayment | undefined
  /** Payments past their day without a valid record, and returned payments. */
  late: (Pick<OwnNote, 'id' | 'number'> & Pick<OwnPayment, 'payDate' | 'state'> & { cents: Cents })[]
  investedCents: Cents
  accruedCents: Cents
  lateInterestCents: Cents
  interestPaidCents: Cents
  interestPaidThisYearCents: Cents
  principalRepaidCents: Cents
}

/** Payments sent on one day. */
export interface SentPayment {
  day: string
  cents: Cents
  /** Number of notes. */
  notes: number
  /** Of the note, if it is one. */
  progress: Progress | undefined
}

/** Payments of one day. */
export interface NextPayment {
  payDate: string
  cents: Cents
  parts: (Pick<OwnNote, 'id' | 'number'> & {
    interestCents: Cents
    principalCents: Cents
    /** Recipient, such as 'Equity Trust Company ••1234'; undefined for the holder. */
    to: string | undefined
  })[]
}

/**
 * @param today 'YYYY-MM-DD', today in the fund's zone by default
 * @param account id of one of the actor's holders; all by default
 * @returns the actor's notes; undefined for people without a holder
 */
export async function getHoldings(
  actor: SigningActor,
  today = fundDay(),
  account?: string,
): Promise<Holdings | undefined> {
  return readHoldings(actor, actor.id, today, account)
}

/** @returns a person's notes as their own pages show them; undefined without a holder */
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
  // Includes closed notes: what was due on a renewed or transferred note is still due.
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

/** @returns a note's late payments, with late interest on principal, as in the administrators' due list */
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

/** Includes closed notes, since the last payment closes one. */
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

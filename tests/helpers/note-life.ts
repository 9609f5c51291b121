import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { dueBy } from '../../app/notes/due.ts'
import { isIn, openStates } from '../../app/notes/note-states.ts'
import { requestCure, requestDefault } from '../../app/notes/server/default-and-cure.ts'
import { requestFunding } from '../../app/notes/server/funding.ts'
import { requestPartRepayment } from '../../app/notes/server/part-repayment.ts'
import { requestPayment } from '../../app/notes/server/payments.ts'
import { requestPayoff } from '../../app/notes/server/payoff.ts'
import { requestRenewal } from '../../app/notes/server/renewal.ts'
import { requestReversal } from '../../app/notes/server/reversals.ts'
import { requestTransfer } from '../../app/notes/server/transfer.ts'
import { requestFundingReversal } from '../../app/notes/server/undo-funding.ts'
import { requestRenewalReversal } from '../../app/notes/server/undo-renewal.ts'
import { requestTransferReversal } from '../../app/notes/server/undo-transfer.ts'
import { getNoteStory, type NoteStory } from '../../app/register/server/note-story.ts'
import { adjust } from '../../rules/business-days.ts'
import { addDays, addMonths, daysBetween } from '../../rules/days.ts'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Actor } from '../../server/access/actor.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import { elections } from '../../server/sample/notes.ts'
import { givenHolder } from './holders.ts'
import { givenAccreditedHolder, givenBuyer, givenNote, type NotePeople } from './notes.ts'
import type { SharedPortal } from './shared-portal.ts'

/** Maximum events of a note before it is settled. */
const mostActs = 12

/** The requester and the approver: the same for all lives of a portal. */
export type Office = Pick<NotePeople, 'admin' | 'colleague'>

/** Events of a note with its own people, and of those that continue it. A seed determines all of it. */
export interface Life {
  seed: number
  portal: SharedPortal
  people: NotePeople
  random: () => number
  /** A possible transferee, created on demand. */
  heir: { holderId: string; person: Actor } | undefined
  /** Each note as last read. */
  notes: Map<string, NoteStory>
  tried: number
  isOver: boolean
  /** The kinds of approved requests. */
  done: string[]
}

/** Deterministic numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Serializes work on the owner's connection, which does one thing at a time. */
let turn: Promise<unknown> = Promise.resolve()
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work, work)
  turn = mine
  return mine
}

/** A note of random terms, issued on a random day of the last two years and more, with or without a renewal choice. */
export function givenLife(portal: SharedPortal, office: Office, seed: number): Promise<Life> {
  return inTurn(() => beginLife(portal, office, seed))
}

async function beginLife(portal: SharedPortal, office: Office, seed: number): Promise<Life> {
  const random = seeded(seed)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const people = { ...office, investor: await portal.newPerson(`investor@life-${seed}.example`) }
  const payout = one(['monthly', 'quarterly', 'annually'] as const)
  const issued = addDays(fundDay(), -20 - Math.floor(random() * 800))
  const months = { monthly: 1, quarterly: 3, annually: 12 }[payout]
  const terms = {
    holderId: await givenAccreditedHolder(portal, people),
    payout,
    dayCount: one(['30/360', 'actual/365'] as const),
    convention: one(['following', 'modified_following', 'preceding'] as const),
    termMonths: one([12, 12, 24]),
    ...(random() < 0.3 && { defaultRateBp: 1500 }),
    ...(random() < 0.3 && { firstPaymentDate: addDays(addMonths(issued, months), -Math.floor(random() * 20)) }),
  }
  // Some have an impossible first payment day.
  const { id } = await givenNote(portal, people, issued, terms).catch(() =>
    givenNote(portal, people, issued, { ...terms, firstPaymentDate: '' }),
  )
  const chosen = { choice: one(['renew', 'withdraw'] as const), made_by: people.investor.id }
  await elections.insert(portal.owner, { note_id: id, holder_id: terms.holderId, ...chosen })
  const notes = new Map([[id, await getNoteStory(office.admin, id)]])
  return { seed, portal, people, random, heir: undefined, notes, tried: 0, isOver: false, done: [] }
}

export function holderOf({ people, heir }: Life, { holder }: NoteStory): Actor {
  return heir && holder.id === heir.holderId ? heir.person : people.investor
}

/** Reads a note again, and its continuation, which may have appeared or disappeared. @returns them */
export async function readAgain({ people, notes }: Life, id: string): Promise<NoteStory[]> {
  const before = notes.get(id)?.successor?.id
  const story = await getNoteStory(people.admin, id)
  notes.set(id, story)
  const other = story.successor?.id ?? before
  if (!other || (other === before && story.successor)) return [story]
  const next = await getNoteStory(people.admin, other)
  notes.set(next.id, next)
  return [story, next]
}

/** An event of one of the notes, or its refusal. @returns the changed notes */
export async function liveOn(life: Life): Promise<NoteStory[]> {
  const { people, notes, random } = life
  if (life.tried >= 1 + random() * mostActs) {
    life.isOver = true
    return []
  }
  life.tried++
  const story = [...notes.values()][Math.floor(random() * notes.size)] as NoteStory
  try {
    const approval = await randomAct(life, story)
    await decideApproval(people.colleague, approval, 'approved')
    const changed = await readAgain(life, story.id)
    life.done.push(changed[0]?.approvals.find(({ id }) => id === approval)?.kind ?? approval)
    return changed
  } catch (error) {
    // Anything else is a defect.
    if (!(error instanceof PortalError) || error.status > 409) throw error
    return []
  }
}

/** Requests a random action on a note. @returns its approval */
async function randomAct(life: Life, { id, state, lines, terms, entries }: NoteStory): Promise<string> {
  const { random, people } = life
  const { admin } = people
  const today = fundDay()
  const issued = terms.issueDate ?? addDays(today, -400)
  const day = random() < 0.5 ? today : addDays(issued, Math.floor(random() * (daysBetween(issued, today) + 1)))
  const reference = `Ref ${Math.floor(random() * 1e9)}`
  const open = lines.filter(({ paid, interest, principalLeft }) => paid < interest || principalLeft > 0n)
  const next = open[Math.floor(random() * Math.min(open.length, 4))]
  const wire = { amount: terms.principalCents, originator: 'Iris Vestor', reference }
  if (state === 'matured' && random() < 0.1) return requestRenewal(admin, id)
  if (state === 'signed') return requestFunding(admin, id, { day, confirmedDay: day, ...wire })
  const paid = entries.filter(({ kind }) => kind === 'payment' || kind === 'principal')
  if (state === 'transferred' && random() < 0.4)
    return requestTransferReversal(admin, id, { why: 'mistake', reason: 'Random' })
  if (state === 'renewed' && random() < 0.3) return requestRenewalReversal(admin, id, { reason: 'Random' })
  if (canTake(noteSteps.transfer, state) && random() < 0.12) {
    const { holderId } = await heirOf(life)
    return requestTransfer(admin, id, { holder: holderId, reason: 'sale', day, paper: reference })
  }
  const act = random()
  if (act < (paid.length > 0 ? 0.03 : 0.3)) return requestFundingReversal(admin, id, { reason: 'Random' })
  if (act < 0.4) {
    const whole = next ? next.interest - next.paid + next.principalLeft : 1_00n
    const amount = random() < 0.5 ? whole : BigInt(Math.ceil(Number(whole) * random() * 1.1))
    const paidOn = next && random() < 0.5 ? next.pay : day
    return requestPayment(admin, id, { day: paidOn, confirmedDay: paidOn, amount, reference })
  }
  if (act < 0.5) {
    const due = lines.filter(({ due }) => due <= today).reduce((sum, { interest, paid }) => sum + interest - paid, 0n)
    return requestPayment(admin, id, { day, confirmedDay: day, amount: due, reference })
  }
  if (act < 0.75) {
    const standing = paid.filter(({ reversedBy }) => !reversedBy)
    const entry = standing[Math.floor(random() * standing.length)]
    const why = random() < 0.5 ? 'returned' : 'mistake'
    return requestReversal(admin, entry?.id ?? id, { why, day: random() < 0.5 ? today : (entry?.relatesTo ?? today) })
  }
  if (act < 0.85) return requestPayoff(admin, id, { day, reference, reason: 'Random' })
  if (act < 0.9) return requestPartRepayment(admin, id, { amount: BigInt(Math.ceil(random() * 200_000_00)), reference })
  if (act < 0.94) return requestDefault(admin, id, { reason: 'Random' })
  if (act < 0.97) return requestCure(admin, id, { why: 'paid', reason: 'Random' })
  return requestRenewal(admin, id)
}

async function heirOf(life: Life): Promise<{ holderId: string; person: Actor }> {
  life.heir ??= await inTurn(() => newHeir(life))
  return life.heir
}

/** @returns a possible transferee of a note */
export async function newHeir({
  portal,
  people,
  seed,
}: Pick<Life, 'portal' | 'people' | 'seed'>): Promise<{ holderId: string; person: Actor }> {
  const person = await portal.newPerson(`heir@life-${seed}.example`)
  const { id: holderId } = await givenHolder(people.admin, person, { legalName: 'Second Person' })
  await givenBuyer(portal, holderId, person)
  return { holderId, person }
}

/**
 * Interest not due yet can be paid from the day after issue on, unless interest was paid ahead of a future day, even to
 * the holder before a transfer, or there was a payment, return or transfer since the last business day.
 */
export function canBePaidOff({ state, terms, lines, entries }: NoteStory): boolean {
  const day = adjust(fundDay(), 'preceding')
  const isPaidAhead = lines.some(({ due, paid }) => due > day && paid > 0n)
  const isPaidSince = entries.some(
    ({ kind, relatesTo }) => ['payment', 'principal', 'payment_returned', 'transfer'].includes(kind) && relatesTo > day,
  )
  const next = lines.find(({ due }) => due > day)
  const isPaidBefore = next !== undefined && (next.start > day || next.interest === 0n)
  return isIn(openStates, state) && (terms.issueDate ?? day) < day && !isPaidAhead && !isPaidSince && !isPaidBefore
}

/** Records all that the notes owe today, like the office; refused if impossible. @returns the notes after it */
export async function settle(life: Life): Promise<NoteStory[]> {
  for (const id of life.notes.keys()) await settleNote(life.people, id)
  const read = await Promise.all([...life.notes.keys()].map(id => readAgain(life, id)))
  return read.flat()
}

async function settleNote({ admin, colleague }: NotePeople, id: string): Promise<void> {
  const today = fundDay()
  let story = await getNoteStory(admin, id)
  if (story.owed > 0n && canBePaidOff(story)) {
    const payoff = { day: adjust(today, 'preceding'), reference: 'Settled', reason: 'Random' }
    await decideApproval(colleague, await requestPayoff(admin, id, payoff), 'approved')
    story = await getNoteStory(admin, id)
  }
  // A payment of principal makes interest due, which a second payment settles.
  for (let payment = 0; payment < 3; payment++) {
    const due = dueBy(story.lines, today).reduce((sum, { cents }) => sum + cents, 0n)
    if (due === 0n) break
    const paid = { day: today, confirmedDay: today, amount: due, reference: `Settled ${payment}` }
    await decideApproval(colleague, await requestPayment(admin, id, paid), 'approved')
    story = await getNoteStory(admin, id)
  }
}

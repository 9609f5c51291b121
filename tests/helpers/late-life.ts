import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { dueBy } from '../../app/notes/due.ts'
import { requestCure, requestDefault } from '../../app/notes/server/default-and-cure.ts'
import { requestPartRepayment } from '../../app/notes/server/part-repayment.ts'
import { requestPayment } from '../../app/notes/server/payments.ts'
import { requestPayoff } from '../../app/notes/server/payoff.ts'
import { requestRenewal } from '../../app/notes/server/renewal.ts'
import { requestReversal } from '../../app/notes/server/reversals.ts'
import { requestTransfer } from '../../app/notes/server/transfer.ts'
import { requestTransferReversal } from '../../app/notes/server/undo-transfer.ts'
import { getNoteStory, type NoteStory } from '../../app/register/server/note-story.ts'
import { noteSettings } from '../../content/notes.ts'
import { adjust } from '../../rules/business-days.ts'
import { addDays, type Day } from '../../rules/days.ts'
import { sumCents } from '../../rules/money.ts'
import type { Actor } from '../../server/access/actor.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import { elections } from '../../server/sample/notes.ts'
import { inTurn, newHeir, type Office, seeded } from './note-life.ts'
import { givenAccreditedHolder, givenNote, type NotePeople } from './notes.ts'
import type { SharedPortal } from './shared-portal.ts'

/* Events of notes, each on its true day, recorded in their order, or late. */

const today = fundDay()

/** An event of the note itself (`place` 0) or of the one that continues it (1). Amounts are cents. */
export type Act = { place: number; day: Day; reference: string } & (
  | { kind: 'payment'; amount: bigint }
  | { kind: 'repayment'; due: Day; amount: bigint }
  /** `cents` is the wired, moved or renewed amount: the office approves nothing else. */
  | { kind: 'payoff' | 'transfer' | 'renewal'; cents?: string }
  | { kind: 'return'; of: string }
  | { kind: 'default' | 'cure' }
)

/** Why a record is reversed that isn't of something that came back. */
type Why = 'mistake' | 'again'

/** The notes' holders, their members, and possible transferees. */
export interface Family {
  portal: SharedPortal
  people: NotePeople
  heir: { holderId: string; person: Actor }
}

/** A known event that can't be recorded now. */
class NotYet extends Error {}

/** A note, and the one that continues it. */
export class Chain {
  readonly family: Family
  /** By place. */
  readonly ids: string[]

  constructor(family: Family, id: string) {
    this.family = family
    this.ids = [id]
  }

  idOf({ place }: Pick<Act, 'place'>): string {
    const id = this.ids[place]
    if (!id) throw new NotYet('the note that continues it isn’t there')
    return id
  }

  /** Queries the database over its single, shared connection. */
  query(text: string, values: unknown[]) {
    return inTurn(() => this.family.portal.owner.query(text, values))
  }

  personOf({ holder }: NoteStory): Actor {
    const { heir, people } = this.family
    return holder.id === heir.holderId ? heir.person : people.investor
  }

  storyOf(place: number): Promise<NoteStory> {
    return getNoteStory(this.family.people.admin, this.idOf({ place }))
  }

  /** Records an event by two people. @returns it, with the wired amount */
  async record(act: Act): Promise<Act> {
    const { people } = this.family
    const requested = await this.#ask(act)
    try {
      const done = { ...act }
      if (done.kind === 'payoff' || done.kind === 'transfer' || done.kind === 'renewal') {
        const { rows } = await this.query(`select content ->> 'cents' as cents from approvals where id = $1`, [
          requested,
        ])
        if (done.cents !== undefined && done.cents !== rows[0].cents) throw new NotYet(`${rows[0].cents} is asked for`)
        done.cents = rows[0].cents
      }
      await this.#approve(requested)
      if (act.kind === 'transfer' || act.kind === 'renewal')
        this.ids[act.place + 1] = (await this.storyOf(act.place)).successor?.id as string
      return done
    } catch (error) {
      if (error instanceof NotYet) await decideApproval(people.colleague, requested, 'rejected')
      throw error
    }
  }

  /** A refused request isn't left pending. */
  async #approve(requested: string): Promise<void> {
    const { colleague } = this.family.people
    await decideApproval(colleague, requested, 'approved').catch(async error => {
      await decideApproval(colleague, requested, 'rejected')
      throw error
    })
  }

  async #ask(act: Act): Promise<string> {
    const { admin } = this.family.people
    const { day, reference } = act
    const id = this.idOf(act)
    switch (act.kind) {
      case 'payment':
        return requestPayment(admin, id, { ...act, confirmedDay: day })
      case 'repayment':
        return requestPartRepayment(admin, id, act)
      case 'payoff':
        return requestPayoff(admin, id, { day, reference, reason: 'Early' })
      case 'transfer': {
        const transfer = { holder: this.family.heir.holderId, reason: 'sale', day, paper: reference }
        return requestTransfer(admin, id, transfer)
      }
      case 'renewal':
        return requestRenewal(admin, id)
      case 'return':
        return requestReversal(admin, await this.entryOf(act.place, act.of), { why: 'returned', day })
      case 'default':
        return requestDefault(admin, id, { reason: 'Late', day })
      case 'cure':
        return requestCure(admin, id, { why: 'paid', reason: 'Paid', day })
    }
  }

  /** @returns the first unreversed entry of a payment; @throws NotYet without one */
  async entryOf(place: number, reference: string): Promise<string> {
    const { rows } = await this.query(
      `select e.id from ledger_entries e where e.note_id = $1 and e.reference = $2 and e.kind in ('payment', 'principal')
        and not exists (select from ledger_entries r where r.reverses = e.id) limit 1`,
      [this.idOf({ place }), reference],
    )
    if (!rows[0]) throw new NotYet(`${reference} isn’t there`)
    return rows[0].id
  }

  /** Reverses a payment recorded by mistake, or one that is recorded again afterward. */
  async takeOut({ place, reference }: Pick<Act, 'place' | 'reference'>, why: Why): Promise<void> {
    const { admin } = this.family.people
    await this.#approve(await requestReversal(admin, await this.entryOf(place, reference), { why }))
  }

  /** The same for a transfer. */
  async moveBack(why: Why): Promise<void> {
    const { admin } = this.family.people
    await this.#approve(await requestTransferReversal(admin, this.idOf({ place: 0 }), { why, reason: 'As it was' }))
    this.ids.length = 1
  }

  /**
   * @returns the books' and the register's data of each note: by account, day and subject; by tax year; each scheduled
   *   payment; and the note's state
   */
  async books() {
    const { heir } = this.family
    return Promise.all(
      this.ids.map(async (id, place) => {
        const { rows } = await this.query(
          `select coalesce(o.kind, e.kind) as about, l.account, e.relates_to::text as day, l.holder_id = $2 as is_heirs,
            sum(l.debit_cents - l.credit_cents)::text as cents
          from ledger_lines l join ledger_entries e on e.id = l.entry_id left join ledger_entries o on o.id = coalesce(e.undoes, e.reverses)
          where l.note_id = $1 group by 1, 2, 3, 4 having sum(l.debit_cents - l.credit_cents) <> 0 order by 3, 1, 2`,
          [id, heir.holderId],
        )
        const taxed = Map.groupBy(
          rows.filter(({ about, account }) => about === 'payment' && account !== 1010),
          ({ day }) => day.slice(0, 4),
        )
        const { lines, owed, state, closedOn, balance } = await this.storyOf(place)
        const { lateInterest, accrued, total } = balance
        return {
          entries: rows,
          taxed: [...taxed].map(([year, of]) => [year, sumCents(of.map(({ cents }) => BigInt(cents)))]),
          scheduled: lines.map(({ due, interest, principal, paid, principalLeft }) => ({
            ...{ due, interest, principal, paid, principalLeft },
          })),
          ...{ owed, state, closedOn, lateInterest, accrued, total },
        }
      }),
    )
  }
}

/** A note of random terms, and another one with the same, with or without a choice to renew it or a part. */
export async function givenTwins(portal: SharedPortal, office: Office, seed: number) {
  const random = seeded(seed)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const people = { ...office, investor: await portal.newPerson(`investor@late-${seed}.example`) }
  const holderId = await givenAccreditedHolder(portal, people)
  const family = { portal, people, heir: await newHeir({ portal, people, seed }) }
  // Half of them have matured, and each tenth is renewed in any case.
  const isRenewed = seed % 10 === 7
  const isOld = random() < 0.5 || isRenewed
  const issued = addDays(today, -(isOld ? 380 : 60) - Math.floor(random() * (isOld ? 180 : 500)))
  const terms = {
    holderId,
    payout: one(['monthly', 'quarterly', 'quarterly', 'quarterly'] as const),
    dayCount: one(['30/360', 'actual/365'] as const),
    convention: one(['following', 'modified_following', 'preceding'] as const),
    termMonths: isRenewed ? (12 as const) : one([12, 12, 24] as const),
    ...(random() < 0.3 && { defaultRateBp: 1500 }),
  }
  const [choice, cents] = isRenewed
    ? (['renew', null] as const)
    : one([
        ['withdraw', null],
        ['renew', null],
        ['renew', null],
        ['renew_part', 120_000_00n],
      ] as const)
  const chains: Chain[] = []
  for (const _ of ['in time', 'late']) {
    const { id } = await givenNote(portal, people, issued, terms)
    const chosen = { choice, renew_cents: cents, made_by: people.investor.id }
    await elections.insert(portal.owner, { note_id: id, holder_id: holderId, ...chosen })
    chains.push(new Chain(family, id))
  }
  const [inTime, late] = chains as [Chain, Chain]
  return { seed, random, isRenewed, inTime, late }
}

export type Twins = Awaited<ReturnType<typeof givenTwins>>

const dueOn = ({ lines }: NoteStory, day: Day) => sumCents(dueBy(lines, day).map(({ cents }) => cents))

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof NotYet) && (!(error instanceof PortalError) || error.status > 409)) throw error
}

/** Records everything in its order. @returns the events */
export async function liveInTime({ random, isRenewed, inTime: chain }: Twins): Promise<Act[]> {
  const acts: Act[] = []
  const returns: Extract<Act, { kind: 'return' }>[] = []
  const act = async (next: Act) => {
    if (next.day > today) return
    // The books don't record the order of a payment and the return of another on the same day.
    if (acts.some(({ day, kind }) => day === next.day && (kind === 'return') !== (next.kind === 'return'))) return
    try {
      acts.push(await chain.record(next))
    } catch (error) {
      return ignoreRefusal(error)
    }
    const back = adjust(addDays(next.day, 1 + Math.floor(random() * 60)), 'following')
    if (['payment', 'repayment', 'payoff'].includes(next.kind) && random() < 0.15 && back <= today)
      returns.push({
        kind: 'return',
        place: next.place,
        day: back,
        of: next.reference,
        reference: `Back ${next.reference}`,
      })
  }
  const comeBack = async (until: Day) => {
    const come = returns.filter(({ day }) => day <= until).toSorted((one, other) => one.day.localeCompare(other.day))
    for (const each of come) {
      returns.splice(returns.indexOf(each), 1)
      await act(each)
    }
  }
  let place = 0
  const numbers: Set<number>[] = []
  const grace = noteSettings.graceDays
  for (let day = ''; ; ) {
    const story = await chain.storyOf(place)
    // Interest that falls due with a payment isn't a day for another payment.
    numbers[place] ??= new Set(story.lines.map(({ n }) => n))
    const line = story.lines.find(({ n, pay }) => numbers[place]?.has(n) && pay > day && pay <= today)
    if (!line) break
    const { due, pay } = line
    day = pay
    const n = `${place}.${line.n}`
    await comeBack(addDays(pay, -1))
    if (story.state === 'paid') break
    const owed = dueOn(await chain.storyOf(place), pay)
    const amount = random() < 0.15 ? (owed * BigInt(Math.ceil(random() * 90))) / 100n : owed
    // Principal of a renewed note usually stays.
    const paid = line.principal > 0n && (isRenewed || random() < 0.5) ? line.interest - line.paid : amount
    if (paid > 0n && random() < 0.8) await act({ kind: 'payment', place, day: pay, amount: paid, reference: `P${n}` })
    if (!isRenewed && random() < 0.12) {
      const part = BigInt(Math.ceil(random() * 40_000_00))
      await act({ kind: 'repayment', place, day: pay, due, amount: part, reference: `R${n}` })
    }
    const next = story.lines.find(other => other.pay > pay)?.pay ?? today
    const later = (most: number) => adjust(addDays(pay, 1 + Math.floor(random() * most)), 'following')
    const moved = later(12)
    if (!isRenewed && place === 0 && random() < 0.12 && moved < next) {
      await comeBack(moved)
      await act({ kind: 'transfer', place, day: moved, reference: `T${n}` })
      if (chain.ids[1]) {
        place = 1
        continue
      }
    }
    const declared = addDays(pay, grace + 1)
    if (
      random() < 0.4 &&
      line.principal === 0n &&
      declared < next &&
      dueOn(await chain.storyOf(place), declared) > 0n
    ) {
      await comeBack(declared)
      await act({ kind: 'default', place, day: declared, reference: `D${n}` })
      const cured = later(4) > declared ? later(4) : addDays(declared, 1)
      const unpaid = dueOn(await chain.storyOf(place), cured)
      if (acts.at(-1)?.kind === 'default' && cured < next && random() < 0.7) {
        await comeBack(cured)
        if (unpaid > 0n) await act({ kind: 'payment', place, day: cured, amount: unpaid, reference: `C${n}` })
        await act({ kind: 'cure', place, day: cured, reference: `E${n}` })
      }
    }
    const early = later(18)
    if (!isRenewed && random() < 0.08 && early < next) {
      await comeBack(early)
      await act({ kind: 'payoff', place, day: early, reference: `O${n}` })
    }
    if (line.principal > 0n && place === 0 && (isRenewed || random() < 0.8)) {
      // The rest that isn't renewed is paid out some days after maturity.
      const out = later(20)
      const { owed } = await chain.storyOf(place)
      if (owed > 120_000_00n && out < next && random() < 0.5) {
        await comeBack(out)
        const amount = dueOn(await chain.storyOf(place), out) - 120_000_00n
        if (amount > 0n) await act({ kind: 'payment', place, day: out, amount, reference: `M${n}` })
      }
      await act({ kind: 'renewal', place, day: pay, reference: `N${n}` })
      if (chain.ids[1]) {
        place = 1
        day = due
      }
    }
  }
  await comeBack(today)
  return acts
}

/** Unrecorded events, in the order in which the office learns of them: half of all 1 to 60 days late. */
export interface Desk {
  twins: Twins
  acts: readonly Act[]
  /** The day when the office learns of each. */
  heard: ReadonlyMap<Act, Day>
  todo: Act[]
  done: Set<Act>
  /** Mistaken entries, not corrected yet. */
  wrong: { place: number; reference: string; kind: 'payment' | 'transfer' }[]
  /** Actions and refusals, in order. */
  story: string[]
  mistakes: number
  tries: number
  /** A transfer was reversed so that earlier events can be recorded: it is recorded again after all of them. */
  isUnwound: boolean
}

export function deskOf(twins: Twins, acts: readonly Act[]): Desk {
  const { random } = twins
  const heard = new Map(
    acts.map(act => [act, random() < 0.5 ? act.day : addDays(act.day, 1 + Math.floor(random() * 60))] as const),
  )
  const todo = [...heard].toSorted(([, one], [, other]) => one.localeCompare(other)).map(([act]) => act)
  return { twins, acts, heard, todo, done: new Set(), wrong: [], story: [], mistakes: 0, tries: 0, isUnwound: false }
}

/** @returns whether an event can be recorded after those */
function isReady(act: Act, { acts, done, wrong, twins, isUnwound }: Desk): boolean {
  // Payments to the transferee aren't recorded on a note transferred by mistake.
  if (act.place === 1 && wrong.some(({ kind }) => kind === 'transfer')) return false
  if (act.place === 1 && !twins.late.ids[1]) return false
  const before = acts.slice(0, acts.indexOf(act))
  if (act.kind === 'return') return before.some(each => each.reference === act.of && done.has(each))
  const isRecordedDecision = (each: Act) => (each.kind !== 'default' && each.kind !== 'cure') || done.has(each)
  // Once its principal has been paid, a note is no longer in default.
  if (act.kind === 'payment' || act.kind === 'repayment')
    return act.kind === 'repayment' || act.amount < 50_000_00n || before.every(isRecordedDecision)
  // Its amount is the balance then, or depends on the payments by then.
  return (
    wrong.length === 0 &&
    before.every(act.kind === 'transfer' && !isUnwound ? isRecordedDecision : each => done.has(each))
  )
}

/** @returns whether everything is recorded, without mistakes */
export function isOver({ todo, wrong }: Desk): boolean {
  return todo.length === 0 && wrong.length === 0
}

/** Records the next event, or makes or corrects a mistake. */
export async function recordNext(desk: Desk): Promise<void> {
  const { twins, todo, done, wrong, story } = desk
  const { random, late: chain } = twins
  if (isOver(desk)) return
  if (desk.tries++ > desk.acts.length * 12 + 20) throw new Error('what happened can’t be recorded')
  const last = wrong.at(-1)
  const act = todo.find(each => isReady(each, desk))
  if (last && (!act || random() < 0.3)) return orMakeRoom(desk, `correct ${last.reference}`, () => correct(desk, last))
  if (random() < 0.15 && desk.mistakes < 4) return mistake(desk)
  if (!act) throw new Error('nothing is ready')
  todo.splice(todo.indexOf(act), 1)
  const name = `${act.kind} ${act.reference} of ${act.day}`
  const before = done.size + wrong.length
  await orMakeRoom(desk, name, async () => {
    await chain.record(act)
    done.add(act)
    story.push(name)
  })
  // Again at once if a correction has made room for it.
  if (!done.has(act)) todo.splice(done.size + wrong.length < before ? 0 : todo.length, 0, act)
  else if (random() < 0.1) await release(desk, act)
}

/** Releases the previous month's statements: later records about it are booked today. */
async function release({ twins, heard, story }: Desk, act: Act): Promise<void> {
  const { family } = twins.late
  const end = addDays(`${(heard.get(act) ?? act.day).slice(0, 7)}-01`, -1)
  if (end >= today) return
  const { holder } = await twins.late.storyOf(0)
  await twins.late.query(
    `insert into statement_periods (holder_id, period_end) select unnest($1::uuid[]), $2 on conflict do nothing`,
    [[holder.id, family.heir.holderId], end],
  )
  story.push(`released ${end}`)
}

/**
 * Refusals of what really happened: each says what has to be recorded, or reversed to be recorded again, first. No other one
 * may meet it.
 */
const sayWhatComesFirst: ReadonlySet<string> = new Set([
  'LATER_PAYMENT',
  'NOTE_TRANSFERRED',
  'PAYMENT_NOTHING_DUE',
  'PAYMENT_OVER',
])

function assertSaysWhatComesFirst({ wrong }: Desk, error: unknown): void {
  // What never happened is corrected first.
  if (wrong.length > 0) return
  if (error instanceof PortalError && !sayWhatComesFirst.has(error.code))
    throw new Error(`what happened was refused: ${codeOf(error)}`)
}

/** Follows the advice of the books' refusal. */
async function orMakeRoom(desk: Desk, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    ignoreRefusal(error)
    desk.story.push(`refused: ${name}: ${codeOf(error)}`)
    assertSaysWhatComesFirst(desk, error)
    await makeRoom(desk, error as Error)
  }
}

function codeOf(error: unknown): string {
  return error instanceof PortalError ? `${error.code} ${error.message}` : String(error)
}

/** Records an event that hasn't happened, or treats a real one as a mistake. */
async function mistake(desk: Desk): Promise<void> {
  const { twins, acts, wrong, story } = desk
  const { random, late: chain } = twins
  const reference = `Wrong ${++desk.mistakes}`
  const what = random()
  const of = acts[Math.floor(random() * acts.length)]
  if (!of) return
  try {
    if (what < 0.4 && of.kind === 'payment') {
      const day = adjust(addDays(of.day, Math.floor(random() * 5)), 'following')
      if (day > today) return
      await chain.record({ ...of, day, reference })
      wrong.push({ kind: 'payment', place: of.place, reference })
      story.push(`by mistake: payment ${reference} of ${day} on ${of.place}`)
    } else if (what < 0.6 && chain.ids.length === 1) {
      const day = adjust(addDays(of.day, Math.floor(random() * 5)), 'following')
      if (day > today) return
      await chain.record({ kind: 'transfer', place: 0, day, reference })
      wrong.push({ kind: 'transfer', place: 0, reference })
      story.push(`by mistake: transfer ${reference} of ${day}`)
    } else if (what >= 0.6) {
      const money = acts.filter(act => isMoney(act) && desk.done.has(act))
      const taken = money[Math.floor(random() * money.length)]
      if (taken) await takeOut(desk, taken)
    }
  } catch (error) {
    ignoreRefusal(error)
    story.push(`refused: ${reference}: ${codeOf(error)}`)
  }
}

const isMoney = ({ kind }: Act) => kind === 'payment' || kind === 'repayment' || kind === 'payoff'

/** Removes a mistaken entry. @throws the books' refusal */
async function correct({ twins, wrong, story }: Desk, mistaken: Desk['wrong'][number]): Promise<void> {
  if (mistaken.kind === 'transfer') await twins.late.moveBack('mistake')
  else await twins.late.takeOut(mistaken, 'mistake')
  wrong.splice(wrong.indexOf(mistaken), 1)
  story.push(`corrected ${mistaken.reference}`)
}

/** Removes a payment from the books, to record it again. @throws the books' refusal */
async function takeOut(desk: Desk, act: Act): Promise<void> {
  await desk.twins.late.takeOut(act, 'again')
  desk.done.delete(act)
  desk.todo.push(act)
  desk.story.push(`taken out ${act.reference}`)
}

/** Follows a refusal's advice: conflicting entries are removed from the books, and recorded again afterward. */
async function makeRoom(desk: Desk, { message }: Error, most = 4): Promise<void> {
  const { acts, done, wrong, story } = desk
  const isNamed = ({ reference }: { reference: string }) => message.includes(`(${reference})`)
  const named = acts.filter(act => isMoney(act) && done.has(act) && isNamed(act)).at(-1)
  const mistaken = wrong.find(isNamed) ?? (named ? undefined : wrong.at(-1))
  const moved = acts.find(act => act.kind === 'transfer' && done.has(act))
  try {
    if (mistaken) await correct(desk, mistaken)
    else if (named) await takeOut(desk, named)
    else if (moved) await unwind(desk, moved)
  } catch (error) {
    ignoreRefusal(error)
    story.push(`refused: to make room: ${codeOf(error)}`)
    assertSaysWhatComesFirst(desk, error)
    if (most > 0) await makeRoom(desk, error as Error, most - 1)
  }
}

/** Reverses a transfer, and all payments after it, to record earlier events. @throws the books' refusal */
async function unwind(desk: Desk, moved: Act): Promise<void> {
  const { acts, done, twins, todo, story } = desk
  const after = acts.filter(act => act.place === 1 && done.has(act))
  const cameBack = new Set(after.flatMap(act => (act.kind === 'return' ? [act.of] : [])))
  for (const act of after.toReversed()) if (isMoney(act) && !cameBack.has(act.reference)) await takeOut(desk, act)
  await twins.late.moveBack('again')
  desk.isUnwound = true
  // Other events of the canceled note are recorded on the next one.
  for (const act of [moved, ...after].filter(act => done.delete(act))) todo.push(act)
  story.push(`moved back ${moved.reference}`)
}

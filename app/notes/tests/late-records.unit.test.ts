import { expect, test } from 'vitest'
import { adjust } from '../../../rules/business-days.ts'
import { addDays, type Day } from '../../../rules/days.ts'
import { sumCents } from '../../../rules/money.ts'
import { rounds } from '../../../tests/helpers/lane.ts'
import { seeded } from '../../../tests/helpers/note-life.ts'
import { dueBy } from '../due.ts'
import { type Booked, type NoteEvent, type NoteHistory, type Replay, ReplayError, replay } from '../replay.ts'
import { maturityOf, type NoteTerms, scheduleOf } from '../schedule.ts'

/* app/notes/replay.ts with a note's events in any order of recording: without a database, so that there can be many.
   app/notes/tests/late-lives.test.ts has the same through the office's operations. */

/** Number of notes. `NOTE_LIVES=1 NOTE_SEED=…` repeats one of them. */
const lives = Number(process.env.NOTE_LIVES) || rounds(1000, 10_000)
const firstSeed = Number(process.env.NOTE_SEED) || 47

/** The day when everything is recorded. */
const today: Day = '2027-06-30'

type Random = () => number
type Payment = Extract<NoteEvent, { kind: 'payment' | 'payoff' | 'repayment' }>

/** A note's books, like in app/notes/server/change-books.ts. */
class Books {
  readonly terms: NoteTerms
  readonly #defaultRateBp: number | null
  readonly #schedule: NoteHistory['schedule']
  #freshNumber = 100
  events: readonly NoteEvent[]

  constructor(terms: NoteTerms, defaultRateBp: number | null) {
    this.terms = terms
    this.#defaultRateBp = defaultRateBp
    this.#schedule = scheduleOf(terms).map(({ interestCents, principalCents, ...line }) => ({
      ...{ ...line, version: 1, interest: interestCents, principal: principalCents },
      ...{ paid: 0n, principalLeft: 0n, credit: 0n },
    }))
    this.events = [{ id: 'funds', kind: 'principal', day: terms.issueDate, cents: terms.principalCents }]
  }

  now(): Replay {
    return this.#replay(this.events, this.events.length)
  }

  /** @throws ReplayError */
  add(event: NoteEvent): void {
    const later = this.events.findIndex(({ day }) => day > event.day)
    const at = later < 0 ? this.events.length : later
    this.#take(this.events.toSpliced(at, 0, event), at)
  }

  /** @throws ReplayError */
  remove(id: string): void {
    const at = this.events.findIndex(event => event.id === id)
    this.#take(this.events.toSpliced(at, 1), at)
  }

  #take(events: readonly NoteEvent[], from: number): void {
    const { booked } = this.#replay(events, from)
    this.events = events.map(event => {
      const parts = booked.get(event.id)
      if (!parts) return event
      this.#freshNumber = Math.max(this.#freshNumber, (parts.added?.n ?? 0) + 1)
      return event.kind === 'payoff' ? { ...event, booked: parts, cents: centsOf(parts) } : { ...event, booked: parts }
    })
    this.#check()
  }

  #replay(events: readonly NoteEvent[], from: number): Replay {
    const history = { terms: this.terms, defaultRateBp: this.#defaultRateBp, schedule: this.#schedule, events }
    return replay({ ...history, freshNumber: this.#freshNumber }, from)
  }

  /** A payment is the sum of its parts, to the cent: interest by line, and principal. */
  #check(): void {
    const { lines, owed } = this.now()
    const back = new Set(this.events.flatMap(event => (event.kind === 'return' ? [event.of] : [])))
    const standing = this.events.filter(({ id, booked }) => booked && !back.has(id))
    const parts = standing.flatMap(({ booked }) => booked?.parts ?? [])
    const cents = (kind: 'interest' | 'principal') =>
      sumCents(parts.filter(part => part.kind === kind).map(part => part.cents))
    expect([this.terms.principalCents - owed, sumCents(lines.map(({ paid }) => paid))]).toEqual([
      cents('principal'),
      cents('interest'),
    ])
    expect(sumCents(standing.map(event => ('cents' in event && event.cents) || 0n))).toBe(
      sumCents(parts.map(part => part.cents)),
    )
    expect(sumCents(lines.map(({ principalLeft }) => principalLeft))).toBe(owed)
    for (const { paid, interest } of lines) expect(paid).toBeLessThanOrEqual(interest)
    this.#checkInterest(lines, back)
  }

  /** The schedule has the interest of each day up to maturity on that day's principal, computed again day by day. */
  #checkInterest(lines: Replay['lines'], back: ReadonlySet<string>): void {
    const { terms, events } = this
    // A period of 30 days has other days than the calendar, and other conventions pay before days of rest.
    if (terms.dayCount !== 'actual/365' || terms.convention !== 'following') return
    const maturity = maturityOf(terms)
    const standing = events.filter((event): event is Payment => isPayment(event) && !back.has(event.id))
    const owedOn = (day: Day) =>
      standing
        .filter(event => (event.kind === 'repayment' ? event.due : event.day) <= day)
        .flatMap(({ booked }) => booked?.parts ?? [])
        .reduce(
          (owed, { kind, cents }) => owed - (kind === 'principal' ? Number(cents) : 0),
          Number(terms.principalCents),
        )
    let interest = 0
    for (let day = terms.issueDate; day < maturity; day = addDays(day, 1))
      interest += (owedOn(day) * terms.rateBp) / (10_000 * 365)
    const scheduled = lines.filter(({ start }) => start < maturity).map(line => line.interest)
    const life = () =>
      JSON.stringify({ terms, lines, events }, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
    const difference = Math.abs(Number(sumCents(scheduled)) - interest)
    if (difference >= lines.length + 1) expect.fail(`interest differs by ${difference} cents: ${life()}`)
  }

  /** @returns everything that the ends must have in common, regardless of line numbers */
  end() {
    const { lines, owed, booked } = this.now()
    const payments = this.events.map(({ id, day, kind }) => {
      const of = (what: 'interest' | 'principal') =>
        sumCents((booked.get(id)?.parts ?? []).filter(part => part.kind === what).map(({ cents }) => cents))
      return `${day} ${kind} ${id} ${of('interest')} ${of('principal')}`
    })
    const scheduled = lines.map(
      ({ due, interest, principal, paid, principalLeft }) => `${due} ${interest} ${principal} ${paid} ${principalLeft}`,
    )
    return { owed, payments: payments.toSorted(), scheduled: scheduled.toSorted() }
  }
}

const centsOf = ({ parts }: Booked) => sumCents(parts.map(({ cents }) => cents))
const isPayment = (event: NoteEvent): event is Payment => event.kind !== 'return' && event.kind !== 'principal'

function termsOf(random: Random): NoteTerms {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  return {
    principalCents: BigInt(50_000_00 + Math.floor(random() * 500_000_00)),
    rateBp: 800 + Math.floor(random() * 800),
    termMonths: one([12, 12, 24]),
    payout: one(['monthly', 'quarterly', 'annually']),
    dayCount: one(['30/360', 'actual/365']),
    convention: one(['following', 'modified_following', 'preceding']),
    issueDate: addDays(today, -60 - Math.floor(random() * 600)),
  }
}

/** Lives in the true order. @returns the events */
function live(books: Books, random: Random): NoteEvent[] {
  const happened: NoteEvent[] = []
  const returns: NoteEvent[] = []
  const act = (event: NoteEvent) => {
    if (event.day > today || event.day <= books.terms.issueDate) return
    // The books don't record the order of a payment and the return of another on the same day.
    if (happened.some(({ day, kind }) => day === event.day && (kind === 'return') !== (event.kind === 'return'))) return
    try {
      books.add(event)
    } catch (error) {
      if (error instanceof ReplayError) return
      throw error
    }
    const done = books.events.find(({ id }) => id === event.id) as NoteEvent
    happened.push({ ...event, ...(done.kind === 'payoff' && { cents: done.cents }) } as NoteEvent)
    const day = adjust(addDays(event.day, 1 + Math.floor(random() * 60)), 'following')
    if (isPayment(event) && random() < 0.2)
      returns.push({ id: `return of ${event.id}`, kind: 'return', of: event.id, day })
  }
  const comeBack = (until: Day) => {
    const come = returns.filter(({ day }) => day <= until).toSorted((one, other) => one.day.localeCompare(other.day))
    for (const event of come) act(returns.splice(returns.indexOf(event), 1)[0] as NoteEvent)
  }
  const issued = books.now().lines
  for (const { n, due, pay } of issued.filter(line => line.pay <= today)) {
    comeBack(addDays(pay, -1))
    const owed = sumCents(dueBy(books.now().lines, pay).map(({ cents }) => cents))
    const part = (owed * BigInt(1 + Math.floor(random() * 99))) / 100n
    const cents = random() < 0.25 ? part : owed
    if (cents > 0n && random() < 0.8) act({ id: `P${n}`, kind: 'payment', day: pay, cents })
    if (random() < 0.15)
      act({ id: `R${n}`, kind: 'repayment', day: pay, due, cents: BigInt(1 + Math.floor(random() * 40_000_00)) })
    // Late, or interest since maturity, or everything.
    const between = adjust(addDays(pay, 2 + Math.floor(random() * 20)), 'following')
    const next = issued.find(line => line.pay > pay)?.pay ?? today
    if (between >= next) continue
    comeBack(between)
    const late = sumCents(dueBy(books.now().lines, between).map(({ cents }) => cents))
    if (late > 0n && random() < 0.4)
      act({ id: `L${n}`, kind: 'payment', day: between, cents: (late * BigInt(1 + Math.floor(random() * 100))) / 100n })
    else if (random() < 0.1) act({ id: `O${n}`, kind: 'payoff', day: between })
  }
  comeBack(today)
  return happened
}

/** @returns the events as the office learns of them, half of them 1 to 60 days late, in that order */
function heard(happened: readonly NoteEvent[], random: Random): NoteEvent[] {
  const on = new Map(
    happened.map(event => [event, random() < 0.5 ? event.day : addDays(event.day, 1 + Math.floor(random() * 60))]),
  )
  return happened.toSorted((one, other) => (on.get(one) ?? '').localeCompare(on.get(other) ?? ''))
}

/** Records events as the office learns of them, with mistakes in both directions. @returns the steps */
function recordLate(books: Books, happened: readonly NoteEvent[], random: Random): string[] {
  const story: string[] = []
  const todo = heard(happened, random)
  const done = new Set<NoteEvent>()
  const takeOut = (event: NoteEvent): void => {
    try {
      books.remove(event.id)
    } catch (error) {
      const other = happened.find(({ id }) => error instanceof ReplayError && id === error.event.id)
      if (!other || other === event || !isPayment(other)) throw error
      takeOut(other)
      takeOut(event)
      return
    }
    done.delete(event)
    todo.push(event)
    story.push(`taken out ${event.id}`)
  }
  const cameBack = (event: NoteEvent) =>
    happened.some(each => each.kind === 'return' && each.of === event.id && done.has(each))
  const isReady = (event: NoteEvent) =>
    event.kind === 'return'
      ? [...done].some(({ id }) => id === event.of)
      : event.kind !== 'payoff' || happened.slice(0, happened.indexOf(event)).every(each => done.has(each))
  for (let tries = 0; todo.length > 0; tries++) {
    const event = todo.find(isReady)
    if (!event || tries > 60 + happened.length * 20) throw new Error(`not recorded:\n${story.slice(-40).join('\n')}`)
    const standing = [...done].filter(each => isPayment(each) && !cameBack(each))
    const taken = standing[Math.floor(random() * standing.length)]
    if (taken && tries < happened.length && random() < 0.1) {
      takeOut(taken)
      continue
    }
    todo.splice(todo.indexOf(event), 1)
    try {
      if (event.kind === 'payment' && random() < 0.15) {
        const wrong = { ...event, id: 'Wrong', day: addDays(event.day, Math.floor(random() * 4)) }
        books.add(wrong)
        books.remove('Wrong')
        story.push(`by mistake: ${wrong.id} of ${wrong.day}`)
      }
      books.add(event)
      done.add(event)
      story.push(`${event.kind} ${event.id} of ${event.day}`)
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error
      story.push(`refused: ${event.id}: ${error.message}`)
      const { id } = error.event
      const named =
        id === event.id ? undefined : happened.find(each => each.id === id && isPayment(each) && done.has(each))
      // As a refusal advises: the named entry is removed first, and recorded again afterward.
      if (named) takeOut(named)
      todo.splice(named ? 0 : todo.length, 0, event)
    }
  }
  return story
}

test(`${lives} lives recorded late, out of order and with mistakes end as the same lives recorded in time`, () => {
  const failed: string[] = []
  for (let seed = firstSeed; seed < firstSeed + lives; seed++) {
    const random = seeded(seed)
    const [terms, defaultRateBp] = [termsOf(random), random() < 0.3 ? 1500 : null]
    const inTime = new Books(terms, defaultRateBp)
    const happened = live(inTime, random)
    const late = new Books(terms, defaultRateBp)
    let story: string[] = []
    try {
      story = recordLate(late, happened, random)
      expect(late.end()).toEqual(inTime.end())
    } catch (error) {
      const acts = happened.map(event =>
        JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      )
      failed.push([`seed ${seed}: ${error}`, 'What happened:', ...acts, 'How it was recorded:', ...story].join('\n'))
    }
  }
  expect(failed.length, `${failed.length} failed:\n${failed.slice(0, 3).join('\n\n')}`).toBe(0)
})

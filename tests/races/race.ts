import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../crash/random.ts'
import { type Action, actions, type Outcome, outcomesOf, type State } from './model.ts'
import { createDocument, openWorld, orphans, perform, readState, type World } from './world.ts'

/** Each action paired with every other and with itself. */
export const pairs: [Action, Action][] = actions.flatMap((first, index) =>
  actions.slice(index).map((second): [Action, Action] => [first, second]),
)

/** How many documents are raced over at once, so that other transactions interleave. */
const concurrency = 4

interface Options {
  repetitions: number
  seed: number
  /** Receives one line about each pair, and each problem. */
  say: (line: string) => void
}

/**
 * Makes two people act on the same document at the same moment, `repetitions` times for each pair of actions, and
 * compares the answers and the final state with the two outcomes that a sequence allows.
 * @returns a sentence for each result that matches neither
 */
export async function race({ repetitions, seed, say }: Options): Promise<string[]> {
  await using world = await openWorld()
  const random = randomFrom(seed)
  const problems: string[] = []
  for (const pair of pairs) {
    const firsts = { first: 0, second: 0, either: 0 }
    const problemsOfPair: string[] = []
    const startStates = pair.includes('request') ? (['none', 'pending'] as const) : (['pending'] as const)
    for (const status of startStates) {
      for (let done = 0; done < repetitions; done += concurrency) {
        const batch = Array.from({ length: Math.min(concurrency, repetitions - done) }, () => {
          // One of them gets a lead of up to four milliseconds, so that every step of one meets every step of the
          // other.
          const lead = random.chance(0.3) ? 0 : random.between(-4, 4)
          return raceOnce(world, pair, status, lead)
        })
        for (const outcome of await Promise.all(batch)) {
          if (typeof outcome === 'string') problemsOfPair.push(outcome)
          else firsts[outcome.winner]++
        }
      }
    }
    problemsOfPair.push(...world.failures.splice(0))
    const { first, second, either } = firsts
    const name = pair.join(' + ')
    say(
      `${problemsOfPair.length ? 'BROKEN' : 'ok    '} ${name.padEnd(28)} first: ${first}, second: ${second}, as if either: ${either}`,
    )
    for (const problem of problemsOfPair) say(`       ${problem}`)
    problems.push(...problemsOfPair.map(problem => `${name}: ${problem}`))
  }
  const left = await orphans(world)
  for (const problem of left) say(`BROKEN ${problem}`)
  problems.push(...left)
  return problems
}

/** Runs two actions on one document. @returns who was first, or a description of a result that matches neither order */
async function raceOnce(
  world: World,
  pair: [Action, Action],
  status: 'none' | 'pending',
  lead: number,
): Promise<string | { winner: 'first' | 'second' | 'either' }> {
  const requester = status === 'pending' ? 'before' : undefined
  const begin: State = { status, requester, name: 'Note.txt', views: 0, log: [] }
  const id = await createDocument(world, begin)
  try {
    const answers = await Promise.all([
      afterPause(-lead, () => perform(world, pair[0], 0, id)),
      afterPause(lead, () => perform(world, pair[1], 1, id)),
    ])
    const end = await readState(world, id)
    const fits = outcomesOf(begin, pair).map(course => matches(course, { answers, end }))
    if (fits[0] && fits[1]) return { winner: 'either' }
    if (fits[0]) return { winner: 'first' }
    if (fits[1]) return { winner: 'second' }
    return `the answers were ${JSON.stringify(answers)} and the final state was ${JSON.stringify(end)}`
  } catch (error) {
    return (error as Error).message
  }
}

async function afterPause<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  if (milliseconds > 0) await pause(milliseconds)
  return work()
}

/** For a deleted document, only the answers, the status and the log can be compared. */
function matches(expected: Outcome, found: { answers: string[]; end: State }): boolean {
  const comparable = ({ answers, end }: { answers: string[]; end: State }) =>
    JSON.stringify(
      end.status.endsWith('away')
        ? [answers, end.status, end.log]
        : [answers, end.status, end.requester ?? null, end.name, end.views, end.log],
    )
  return comparable(expected) === comparable(found)
}

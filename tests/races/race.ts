import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../crash/random.ts'
import { type Act, acts, type Course, courses, type State } from './model.ts'
import { given, look, openWorld, orphans, perform, type World } from './world.ts'

/** Each act with each other and with itself. */
export const pairs: [Act, Act][] = acts.flatMap((first, index) =>
  acts.slice(index).map((second): [Act, Act] => [first, second]),
)

/** So many documents are fought over at once: others' transactions come between. */
const atOnce = 4

interface Options {
  repetitions: number
  seed: number
  /** Hears of every pair in one line, and of what went wrong. */
  say: (line: string) => void
}

/**
 * Has two people do something with the same document at the same moment, each pair of acts so many times, and holds
 * what both hear and what is left against the two courses it could take if one were first.
 * @returns a sentence for everything that fits neither
 */
export async function race({ repetitions, seed, say }: Options): Promise<string[]> {
  await using world = await openWorld()
  const random = randomFrom(seed)
  const problems: string[] = []
  for (const pair of pairs) {
    const firsts = { first: 0, second: 0, either: 0 }
    const found: string[] = []
    const begins = pair.includes('request') ? (['none', 'pending'] as const) : (['pending'] as const)
    for (const status of begins) {
      for (let done = 0; done < repetitions; done += atOnce) {
        const some = Array.from({ length: Math.min(atOnce, repetitions - done) }, () => {
          // A lead of none to four milliseconds for one of them, so that each step of one meets each of the other.
          const lead = random.chance(0.3) ? 0 : random.between(-4, 4)
          return once(world, pair, status, lead)
        })
        for (const outcome of await Promise.all(some)) {
          if (typeof outcome === 'string') found.push(outcome)
          else firsts[outcome.winner]++
        }
      }
    }
    found.push(...world.failures.splice(0))
    const { first, second, either } = firsts
    const name = pair.join(' + ')
    say(
      `${found.length ? 'BROKEN' : 'ok    '} ${name.padEnd(28)} first: ${first}, second: ${second}, as if either: ${either}`,
    )
    for (const problem of found) say(`       ${problem}`)
    problems.push(...found.map(problem => `${name}: ${problem}`))
  }
  const left = await orphans(world)
  for (const problem of left) say(`BROKEN ${problem}`)
  problems.push(...left)
  return problems
}

/** One document, two acts. @returns who was first, or what fits neither course */
async function once(
  world: World,
  pair: [Act, Act],
  status: 'none' | 'pending',
  lead: number,
): Promise<string | { winner: 'first' | 'second' | 'either' }> {
  const requester = status === 'pending' ? 'before' : undefined
  const begin: State = { status, requester, name: 'Note.txt', views: 0, log: [] }
  const id = await given(world, begin)
  try {
    const answers = await Promise.all([
      after(-lead, () => perform(world, pair[0], 0, id)),
      after(lead, () => perform(world, pair[1], 1, id)),
    ])
    const end = await look(world, id)
    const fits = courses(begin, pair).map(course => same(course, { answers, end }))
    if (fits[0] && fits[1]) return { winner: 'either' }
    if (fits[0]) return { winner: 'first' }
    if (fits[1]) return { winner: 'second' }
    return `both heard ${JSON.stringify(answers)} and left ${JSON.stringify(end)}`
  } catch (error) {
    return (error as Error).message
  }
}

async function after<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  if (milliseconds > 0) await pause(milliseconds)
  return work()
}

/** Of a document that is gone only that and the log are left to compare. */
function same(expected: Course, found: { answers: string[]; end: State }): boolean {
  const facts = ({ answers, end }: { answers: string[]; end: State }) =>
    JSON.stringify(
      end.status.endsWith('away')
        ? [answers, end.status, end.log]
        : [answers, end.status, end.requester ?? null, end.name, end.views, end.log],
    )
  return facts(expected) === facts(found)
}

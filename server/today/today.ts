import type { Actor } from '../access/actor.ts'
import { readMoney, type TodayMoney } from './money.ts'
import { readPapers, type TodayPapers } from './papers.ts'
import { readPeople, type TodayPeople } from './people.ts'

/** What is new and what waits, for administrators. */
export interface Today {
  money: TodayMoney
  people: TodayPeople
  papers: TodayPapers
}

/**
 * @returns everything that waits for an administrator, and what came in from investors. All of it is asked at once, so that
 *   it costs what one list does
 */
export async function getToday(actor: Actor): Promise<Today> {
  const [money, people, papers] = await Promise.all([readMoney(actor), readPeople(actor), readPapers(actor)])
  return { money, people, papers }
}

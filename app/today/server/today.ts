import type { Actor } from '../../../server/access/actor.ts'
import { readDocuments, type TodayDocuments } from './documents.ts'
import { readMoney, type TodayMoney } from './money.ts'
import { readPeople, type TodayPeople } from './people.ts'

/** What is new and what is pending, for administrators. */
export interface Today {
  money: TodayMoney
  people: TodayPeople
  documents: TodayDocuments
}

/**
 * @returns an administrator's pending work, and what came in from investors. All of it is read at once, so that it
 *   costs what one list does
 */
export async function getToday(actor: Actor): Promise<Today> {
  const [money, people, documents] = await Promise.all([readMoney(actor), readPeople(actor), readDocuments(actor)])
  return { money, people, documents }
}

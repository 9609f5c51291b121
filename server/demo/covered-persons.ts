import { fund } from '../../content/fund.ts'
import { addDays } from '../../rules/days.ts'
import { enterCoveredPerson } from '../sample/covered-persons.ts'
import type { Filling } from './filling.ts'

/** The sample fund's register of covered persons, which its sales need: the fund itself, and its two officers. */
export async function enterCoveredPersons({ owner, desk, controller, today }: Filling): Promise<void> {
  const since = addDays(today, -730)
  const people = [
    [fund.name, 'issuer', desk],
    [desk.fullName ?? '', 'executive_officer', desk],
    [controller.fullName ?? '', 'executive_officer', controller],
  ] as const
  for (const [name, capacity, signer] of people) {
    const { rowCount } = await owner.query(
      `select from covered_persons p join covered_questionnaires q on q.person_id = p.id where p.name = $1 and p.capacity = $2`,
      [name, capacity],
    )
    if (!rowCount) await enterCoveredPerson(owner, desk, name, capacity, signer, since)
  }
}

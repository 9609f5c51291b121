import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type Capacity, capacities, type Standing } from '../covered-persons.ts'

type Problem = Exclude<Standing, 'current' | 'ended'> | 'no_issuer' | 'no_leader'

const sentences: Readonly<Record<Problem, string>> = {
  due: '{who} has no questionnaire that is current.',
  to_decide: '{who} answered a question with yes, which two people have to decide on.',
  disqualified: '{who} is disqualified.',
  no_issuer: 'The issuer itself isn’t on the register.',
  no_leader: 'No director, executive officer, general partner or managing member is on the register.',
}

/**
 * For the office: an offering opens, and a sale goes on, only with a register of covered persons that is current.
 * @returns what is missing, in sentences; empty where nothing is
 */
export async function offeringProblems(tx: Transaction<Database>): Promise<string[]> {
  const { rows } = await sql<{ problem: Problem; name: string | null; capacity: Capacity | null }>`
    select c.problem, p.name, p.capacity from app.covered_problems() c left join covered_persons p on p.id = c.person_id
    order by p.name nulls first, c.problem`.execute(tx)
  return rows.map(({ problem, name, capacity }) =>
    sentences[problem].replace('{who}', () => `${name} (${capacity ? capacities[capacity] : ''})`),
  )
}

/** @throws PortalError COVERED_NOT_CURRENT while the register keeps a sale from going on; the database checks the same */
export async function requireCurrentRegister(tx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ allows: boolean }>`select app.register_allows_sale() as allows`.execute(tx)
  if (!rows[0]?.allows) throw new PortalError('COVERED_NOT_CURRENT')
}

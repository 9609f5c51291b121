import { randomUUID } from 'node:crypto'
import type { MemberRight } from '../../app/holders/holders.ts'
import { asExpressions, type Expressions, insertFrom, insertOf, type Owner, type Row } from './rows.ts'

const individual = { kind: 'individual' } as const

/** Adds a holder with members. @returns its id */
export async function insertHolder(
  owner: Owner,
  members: readonly { id: string; right?: MemberRight }[],
  { id = randomUUID(), ...columns }: Partial<Row<'holders'>> = {},
): Promise<string> {
  const holder: Row<'holders'> = { id, legal_name: 'Iris Vestor', ...individual, ...columns }
  const statements = [
    insertOf('holders', holder),
    ...members.map(member => insertOf('holder_members', memberRow(id, member))),
  ]
  await owner.query(statements.join(';\n'))
  return id
}

/** @returns a person who acts for a holder, as owner by default */
export function memberRow(
  holder_id: string,
  { id, right = 'owner' }: { id: string; right?: MemberRight },
): Row<'holder_members'> {
  return { holder_id, user_id: id, member_right: right }
}

/**
 * @param columns that differ from an individual without an address
 * @param member id of each holder's member; none by default
 * @returns a statement that adds holders and returns their id, number, `legal_name` and `address_lines`
 */
export function holdersFrom(columns: Expressions & { legal_name: string }, from: string, member?: string): string {
  const given = { id: 'gen_random_uuid()', ...asExpressions(individual), ...columns }
  const all = Object.entries({ ...given, ...(member && { member }) }).map(([name, value]) => `${value} as ${name}`)
  const own = Object.fromEntries(Object.keys(given).map(name => [name, name]))
  const members = insertFrom('holder_members', { holder_id: 'id', user_id: 'member', member_right: "'owner'" }, 'given')
  return `with given as materialized (select ${all} from ${from})${member ? `, members as (${members})` : ''}
    ${insertFrom('holders', own, 'given')} returning id, number, legal_name, address_lines`
}

import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { readAsAdministrator } from '../../../server/access/roles.ts'
import { unprepared } from '../../../server/database/prepared.ts'
import { type Delegate, type DelegateRow, delegatesWhere, toDelegate } from './grants.ts'

/** @returns a holder's delegates with the states of their grants: those in force before ended ones */
export async function getHolderDelegates(actor: Actor, holderId: string): Promise<Delegate[]> {
  const id = assertId(holderId)
  const [rows] = await readAsAdministrator(
    actor,
    unprepared<DelegateRow>(() => delegatesWhere(sql`g.holder_id = ${id}`)),
  )
  return rows.map(toDelegate)
}

/** @returns a person's grants and invitations with their states: access in force first */
export async function getSharedAccessOf(actor: Actor, personId: string): Promise<Delegate[]> {
  const id = assertId(personId)
  const [rows] = await readAsAdministrator(
    actor,
    unprepared<DelegateRow>(() =>
      delegatesWhere(sql`g.person_id = ${id} or g.person_id is null
        and g.invited_address = (select lower(p.email) from user_profiles p where p.id = ${id})`),
    ),
  )
  return rows.map(toDelegate)
}

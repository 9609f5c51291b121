import { createHolder, type NewHolder } from '../../app/holders/server/holders.ts'
import type { Actor } from '../../server/access/actor.ts'

/**
 * A holder on the register with a member, as an administrator adds it.
 * @param member its owner
 */
export function givenHolder(
  admin: Actor,
  member: Pick<Actor, 'id'>,
  details: Partial<NewHolder> = {},
): Promise<{ id: string; number: string }> {
  const members = [{ userId: member.id, right: 'owner' as const }]
  return createHolder(admin, { legalName: 'Iris Vestor', kind: 'individual', state: 'TX', members, ...details })
}

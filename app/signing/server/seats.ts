import { sql, type Transaction } from 'kysely'
import { fund } from '../../../content/fund.ts'
import type { Database } from '../../../server/database/types.ts'
import { type HolderFacts, signaturesNeeded } from '../../holders/server/holder-facts.ts'
import type { SignerRole } from '../envelopes.ts'
import { capacityOf } from './capacity.ts'

/** Someone who may sign an envelope of a holder. */
export interface Candidate {
  /** Names the seat in the office's form: the person's id, or 'fund'. */
  key: string
  role: SignerRole
  userId: string | null
  name: string
  email: string
  capacity: string
}

/**
 * @returns who may sign for a holder: its members except viewers, delegates of the kind custodian who see its agreements,
 *   and the fund
 */
export async function findCandidates(tx: Transaction<Database>, holder: HolderFacts): Promise<Candidate[]> {
  const members = holder.isFrozen ? [] : holder.members.filter(({ right }) => right !== 'viewer')
  const { rows: custodians } = await sql<{ userId: string; name: string; email: string }>`
    select distinct on (p.id) p.id as "userId", coalesce(p.full_name, p.email) as name, p.email
    from grants g join user_profiles p on p.id = g.person_id and lower(p.email) = g.invited_address
    where g.holder_id = ${holder.id} and g.kind = 'custodian' and 'Agreements' = any (g.categories)
      and g.revoked_at is null and now() < g.ends_at and p.disabled_at is null`.execute(tx)
  const isMember = (id: string) => members.some(({ userId }) => userId === id)
  const custodian = holder.custodianName ?? 'Custodian'
  return [
    ...members.map(({ userId, name, email }) => ({
      ...{ key: userId, role: 'holder' as const, userId, name, email },
      // A retirement account's owner orders; its custodian binds it.
      capacity:
        holder.kind === 'sdira'
          ? `${holder.legalName}, read and approved by ${name}`
          : capacityOf(holder, userId, name),
    })),
    ...custodians
      .filter(({ userId }) => !isMember(userId))
      .map(each => ({
        ...{ key: each.userId, role: 'custodian' as const, ...each },
        capacity: `${custodian}, custodian, by ${each.name}`,
      })),
    { key: 'fund', role: 'fund', userId: null, name: fund.name, email: '', capacity: `${fund.name}, the issuer` },
  ]
}

/** @returns who signs by default: as many members as the holder's rule needs, a retirement account's custodian, the fund */
export function usualSeats(holder: HolderFacts, candidates: readonly Candidate[]): Candidate[] {
  const of = (role: SignerRole) => candidates.filter(each => each.role === role)
  return [
    ...of('holder').slice(0, signaturesNeeded(holder)),
    ...(holder.kind === 'sdira' ? of('custodian').slice(0, 1) : []),
    ...of('fund'),
  ]
}

/** Writes who signs, in this order, in place of who did. */
export async function writeSeats(
  tx: Transaction<Database>,
  envelope: { id: string; holder_id: string },
  seats: readonly Pick<Candidate, 'role' | 'userId' | 'capacity'>[],
): Promise<void> {
  await tx.deleteFrom('envelope_signers').where('envelope_id', '=', envelope.id).execute()
  const rows = seats.map(({ role, userId, capacity }, at) => ({
    ...{ envelope_id: envelope.id, holder_id: envelope.holder_id, turn: at + 1 },
    ...{ role, user_id: userId, capacity },
  }))
  await tx.insertInto('envelope_signers').values(rows).execute()
}

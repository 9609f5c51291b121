import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { HolderKind, MemberRight, SigningRule } from '../holders.ts'

/** Facts about a holder for other capabilities. */
export interface HolderFacts {
  id: string
  /** Such as 'H-0001'. */
  number: string
  /** Exactly as titled. */
  legalName: string
  kind: HolderKind
  custodianName: string | null
  /** Last digits of the custodial account number in force, if any. */
  custodianLast4: string | null
  signingRule: SigningRule
  isFrozen: boolean
  /** Current members, in the order they were added. */
  members: { userId: string; name: string; email: string; right: MemberRight }[]
}

/** @returns a holder with its active members, as visible to the transaction */
export async function findHolderFacts(tx: Transaction<Database>, holderId: string): Promise<HolderFacts> {
  const { rows } = await sql<HolderFacts>`
    select h.id, h.number, h.legal_name as "legalName", h.kind, h.custodian_name as "custodianName",
      h.custodian_account_last4 as "custodianLast4",
      h.signing_rule as "signingRule", h.frozen_at is not null as "isFrozen",
      coalesce((select json_agg(json_build_object('userId', m.user_id, 'right', m.member_right,
          'name', coalesce(p.full_name, p.email, ''), 'email', coalesce(p.email, '')) order by m.added_at, m.id)
        from holder_members m left join user_profiles p on p.id = m.user_id
        where m.holder_id = h.id and m.ended_at is null), '[]') as members
    from holders h where h.id = ${holderId}`.execute(tx)
  const [holder] = rows
  if (!holder) throw new PortalError('NOT_FOUND')
  return holder
}

/** @returns a holder's current members in a job's transaction, which can't read profiles */
export async function findMembersInJob(
  tx: Transaction<Database>,
  holderId: string,
): Promise<{ userId: string; right: MemberRight }[]> {
  return tx
    .selectFrom('holder_members')
    .select(['user_id as userId', 'member_right as right'])
    .where('holder_id', '=', holderId)
    .where('ended_at', 'is', null)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
}

/** @returns number of members who have to sign */
export function signaturesNeeded({ signingRule, members }: Pick<HolderFacts, 'signingRule' | 'members'>): number {
  const signers = members.filter(({ right }) => right !== 'viewer').length
  const needed = { one: 1, any_two: 2, all: signers }[signingRule]
  return Math.max(1, Math.min(needed, signers))
}

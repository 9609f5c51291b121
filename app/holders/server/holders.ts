import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { asciiAddress } from '../../../rules/ascii-address.ts'
import { notices } from '../../../rules/notices.ts'
import { oneLine } from '../../../rules/text.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { asAdministrator, requireAdministrator } from '../../../server/access/roles.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { addHolderCommand, saveHolderCommand } from '../holders.commands.ts'
import { type MemberRight, memberLimit, memberRights } from '../holders.ts'
import { type HolderColumns, type HolderDetails, readHolderDetails } from './holder-details.ts'
import { askForIdentity, changeOf, type Identity, identityColumns } from './identity-changes.ts'

/** A new member, by id or e-mail address. */
export type NewMember = { right: MemberRight } & ({ userId: string } | { email: string })

/** A new holder, as typed, with its members; later changes need approval (`requestNewMember`). */
export interface NewHolder extends HolderDetails {
  members: readonly NewMember[]
  /** Stored in the vault; in force once approved. */
  custodianAccount?: string
}

/** For operations that add holders. */
export const holderCodes: ConstraintCodes = {
  holder_members_active: 'MEMBER_TWICE',
  member_has_access: 'MEMBER_CLOSED',
}

/**
 * Adds a holder to the register. The number of its custodial account needs approval, like later ones.
 * @returns its id, and its number such as 'H-0001'
 * @throws PortalError FORBIDDEN unless the actor is an administrator; MEMBER_REQUIRED, MEMBER_UNKNOWN, MEMBER_TWICE,
 * MEMBER_LIMIT; PROOF_NEEDED with an account number; as `readHolderDetails` and `askForIdentity`
 */
export async function createHolder(actor: Actor, holder: NewHolder): Promise<{ id: string; number: string }> {
  requireAdministrator(actor)
  await requireProofForNumber(actor, holder)
  return asAdministrator(actor, tx => addHolder(tx, actor, holder), holderCodes)
}

async function requireProofForNumber(actor: Actor, { custodianAccount }: Pick<NewHolder, 'custodianAccount'>) {
  if (custodianAccount?.trim()) await requireFreshProof(actor)
}

/**
 * `createHolder` within a larger transaction of an administrator.
 * @param tx begun with `holderCodes`
 */
export async function addHolder(
  tx: Transaction<Database>,
  actor: Actor,
  { members, custodianAccount, ...details }: NewHolder,
): Promise<{ id: string; number: string }> {
  const columns = readHolderDetails(details)
  const named = await findMembers(tx, members)
  const id = randomUUID()
  const { number } = await tx
    .insertInto('holders')
    .values({ id, ...columns, created_by: actor.id })
    .returning('number')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('holder_members')
    .values(
      named.map(({ userId, right }) => ({
        id: randomUUID(),
        holder_id: id,
        user_id: userId,
        member_right: right,
        added_by: actor.id,
      })),
    )
    .execute()
  const { legal_name, kind } = columns
  await audit(tx, actor, 'holder.created', id, { number, legal_name, kind, members: named })
  if (custodianAccount?.trim())
    await askForIdentity(
      tx,
      actor,
      { id, number, legal_name, custodian_account_last4: null },
      { from: {}, to: {} },
      custodianAccount,
    )
  return { id, number }
}

async function findMembers(
  tx: Transaction<Database>,
  requested: readonly NewMember[],
): Promise<{ userId: string; right: MemberRight }[]> {
  const members: { userId: string; right: MemberRight }[] = []
  for (const member of requested) {
    const userId = 'userId' in member ? assertId(member.userId) : await findPersonWith(tx, member.email)
    if (!userId) throw new PortalError('MEMBER_UNKNOWN')
    members.push({ userId, right: member.right })
  }
  if (members.length === 0) throw new PortalError('MEMBER_REQUIRED')
  if (members.length > memberLimit) throw new PortalError('MEMBER_LIMIT')
  const ids = [...new Set(members.map(({ userId }) => userId))]
  if (ids.length < members.length) throw new PortalError('MEMBER_TWICE')
  if (members.some(({ right }) => !Object.hasOwn(memberRights, right))) throw new PortalError('MEMBER_UNKNOWN')
  if (!members.some(({ right }) => right !== 'viewer')) throw new PortalError('MEMBER_REQUIRED')
  const known = await tx
    .selectFrom('user_profiles')
    .select('id')
    .where('id', 'in', ids)
    .where('accepted_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .execute()
  if (known.length < ids.length) throw new PortalError('MEMBER_UNKNOWN')
  return members
}

/** @returns the accepted person with an e-mail address, in an administrator's transaction */
export async function findPersonWith(tx: Transaction<Database>, email: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string | null
  }>`select app.person_with(${asciiAddress(oneLine(email))}) as id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Adds a holder from a form, with one member. @returns its id and number */
export const enterHolder = perform(
  addHolderCommand,
  ({ tx, actor }, _, { email, right, ...details }) =>
    addHolder(tx, actor, { ...details, members: [{ email, right: right as MemberRight }] }),
  { before: (actor, _, holder) => requireProofForNumber(actor, holder), codes: holderCodes },
)

/**
 * Changes a holder's details. State and statement frequency change at once; identity, payment and signing rule need
 * approval and fresh proof.
 */
export const updateHolder = perform(
  saveHolderCommand,
  async ({ tx, actor, refuse, audit }, holderId, { custodianAccount, ...details }) => {
    const id = assertId(holderId)
    const { state, statement_rhythm, ...identity } = readHolderDetails(details)
    const before = await tx
      .selectFrom('holders')
      .select(['number', 'custodian_account_last4', 'state', 'statement_rhythm', ...identityColumns])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw refuse('NOT_FOUND')
    const own = changeOf<Pick<HolderColumns, 'state' | 'statement_rhythm'>>(before, { state, statement_rhythm })
    if (own) {
      await tx.updateTable('holders').set({ state, statement_rhythm }).where('id', '=', id).execute()
      await audit('holder.updated', id, own)
    }
    const change = changeOf<Identity>(before, identity)
    if (!change && !custodianAccount) return undefined
    await requireFreshProof(actor)
    await askForIdentity(tx, actor, { ...before, id }, { from: {}, to: {}, ...change }, custodianAccount)
    return { notice: notices.memberChangeRequested }
  },
)

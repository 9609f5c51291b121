import type { Selectable, Transaction } from 'kysely'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { accreditationSteps, undecidedStates } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { type CamelRow, camelRow } from '../../../server/database/camel.ts'
import type { AccreditationsTable, Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { HolderFacts } from '../../holders/server/holder-facts.ts'
import { isVerifiedByPersons } from '../categories.ts'
import { highMinimumOf, type Owner, type Sale } from '../high-minimum.ts'
import { carriesFiveYears } from '../methods.ts'
import { fiveYearsFrom } from '../validity.ts'

export type Accreditation = CamelRow<Selectable<AccreditationsTable>>

/** Locks a verification until the transaction ends. */
export async function lockAccreditation(tx: Transaction<Database>, id: string): Promise<Accreditation> {
  const row = await tx.selectFrom('accreditations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new PortalError('NOT_FOUND')
  return camelRow(row)
}

/** @returns the sale that a verification is for, as the rules see it */
export function saleOf(
  answers: Pick<Accreditation, 'category' | 'amountCents' | 'owners' | 'isJointTest' | 'isRenewal'>,
  { kind }: Pick<HolderFacts, 'kind'>,
): Sale {
  const { category, amountCents, owners, isJointTest, isRenewal } = answers
  return { kind, category, principalCents: BigInt(amountCents), owners, isJointTest, isRenewal }
}

/** @returns the high minimum of a sale in cents, where it verifies */
export function minimumOf(sale: Sale): bigint | undefined {
  const { minimumCents } = highMinimumOf(sale, switches)
  return minimumCents
}

/** An earlier verification by this fund, which carries later sales for five years. */
export interface EarlierVerification {
  id: string
  /** YYYY-MM-DD */
  verifiedOn: string
  /** Who was verified: joint holders, or those behind a holder; empty for one person. It carries no one else. */
  people: readonly Owner[]
}

/**
 * @param today YYYY-MM-DD
 * @returns the newest verification of a holder that an approval by (E) may rest on; undefined without one, and for an
 *   entity: (E) is for natural persons
 */
export async function findEarlier(
  tx: Transaction<Database>,
  { id: holderId, kind }: Pick<HolderFacts, 'id' | 'kind'>,
  today: string,
): Promise<EarlierVerification | undefined> {
  const approved = await tx
    .selectFrom('accreditations')
    .select(['id', 'method', 'category', 'owners', 'valid_from as verifiedOn'])
    .where('holder_id', '=', holderId)
    .where('state', 'in', accreditationSteps.revoke.from)
    .orderBy('valid_from', 'desc')
    .limit(50)
    .execute()
  const carrying = approved.find(
    ({ method, category, verifiedOn }) =>
      verifiedOn &&
      isVerifiedByPersons(kind, category) &&
      carriesFiveYears(method, switches) &&
      fiveYearsFrom(verifiedOn) >= today,
  )
  if (!carrying?.verifiedOn) return undefined
  return { id: carrying.id, verifiedOn: carrying.verifiedOn, people: carrying.owners }
}

/** @returns whether the fund knows something contrary about a holder that two people have not cleared */
export async function isBlocked(tx: Transaction<Database>, holderId: string): Promise<boolean> {
  return (await findBlocked(tx, [holderId])).has(holderId)
}

/** `isBlocked` for several holders. */
export async function findBlocked(tx: Transaction<Database>, holderIds: readonly string[]): Promise<Set<string>> {
  const found = await tx
    .selectFrom('accreditations')
    .select('holder_id')
    .where('holder_id', 'in', holderIds)
    .where('state', '=', 'revoked')
    .where('cleared_at', 'is', null)
    .execute()
  return new Set(found.map(({ holder_id }) => holder_id))
}

/**
 * @throws PortalError NOT_FOUND unless the actor is a member; FORBIDDEN with view-only access; HOLDER_FROZEN. An
 *   administrator never acts for an investor
 */
export function requireMember(actor: Actor, { members, isFrozen }: HolderFacts): void {
  const own = members.find(({ userId }) => userId === actor.id)
  if (!own) throw new PortalError('NOT_FOUND')
  if (own.right === 'viewer') throw new PortalError('FORBIDDEN')
  if (isFrozen) throw new PortalError('HOLDER_FROZEN')
}

/** @returns the holder's verification that isn't decided yet, locked */
export async function findOpen(tx: Transaction<Database>, holderId: string): Promise<Accreditation | undefined> {
  const row = await tx
    .selectFrom('accreditations')
    .selectAll()
    .where('holder_id', '=', holderId)
    .where('state', 'in', undecidedStates)
    .forUpdate()
    .executeTakeFirst()
  return row && camelRow(row)
}

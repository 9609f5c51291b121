import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { accreditationSteps, canTake } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { actAs } from '../database/act-as.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import type { Database } from '../database/types.ts'
import { findHolderFacts, type HolderFacts } from '../holders/holder-facts.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type Accreditation, findEarlier, findOpen, requireMember } from './accreditation.ts'
import { readAnswers, type TypedAnswers } from './answers.ts'

/** For operations that start a verification. */
const codes: ConstraintCodes = { accreditations_open: 'ACCREDITATION_MOVED' }

/** Of the holder that the actor acts for, and what they answer. */
export interface AnswersOf extends TypedAnswers {
  holderId: string
}

/**
 * Keeps the wizard's answers: starts a verification, or changes the one that is open. Where something changes, what was
 * signed no longer counts.
 * @returns the verification's id
 * @throws PortalError NOT_FOUND unless the actor is a member of the holder; FORBIDDEN where they only look;
 *   HOLDER_FROZEN; ACCREDITATION_MOVED where it was sent meanwhile; as `readAnswers`
 */
export async function saveAccreditation(actor: Actor, { holderId, ...typed }: AnswersOf): Promise<{ id: string }> {
  const id = assertId(holderId)
  return actAs(actor, async tx => saveAnswers(tx, actor, await findHolderFacts(tx, id), typed), codes)
}

async function saveAnswers(
  tx: Transaction<Database>,
  actor: Actor,
  holder: HolderFacts,
  typed: TypedAnswers,
): Promise<{ id: string }> {
  requireMember(actor, holder)
  const open = await findOpen(tx, holder.id)
  const answers = readAnswers(typed, holder, await findEarlier(tx, holder, fundDay()), open?.method)
  const columns = { ...answers, owners: JSON.stringify(answers.owners) }
  if (!open) {
    const id = randomUUID()
    const added = await tx
      .insertInto('accreditations')
      .values({ id, holder_id: holder.id, started_by: actor.id, ...columns })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, actor, 'accreditation.started', id, { holder_id: holder.id, ...described(added) })
    return { id }
  }
  if (!canTake(accreditationSteps.submit, open.state)) throw new PortalError('ACCREDITATION_MOVED')
  const changed = await tx
    .updateTable('accreditations')
    .set(columns)
    .where('id', '=', open.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (JSON.stringify(described(changed)) !== JSON.stringify(described(open))) {
    await audit(tx, actor, 'accreditation.changed', open.id, { holder_id: holder.id, ...described(changed) })
  }
  return { id: open.id }
}

/** What the log says of the answers. */
export function described({ category, method, amount_cents, is_renewal, is_own_money }: Accreditation) {
  return { category, method, amount_cents, is_renewal, is_own_money }
}

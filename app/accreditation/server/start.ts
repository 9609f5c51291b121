import { randomUUID } from 'node:crypto'
import type { ValuesOf } from '../../../rules/commands/command.ts'
import { accreditationSteps, canTake } from '../../../rules/workflows.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, type Work } from '../../../server/access/perform.ts'
import { camelRow } from '../../../server/database/camel.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { saveAccreditationCommand } from '../own.commands.ts'
import { type Accreditation, findEarlier, findOpen, requireMember } from './accreditation.ts'
import { readAnswers } from './answers.ts'

/** For operations that start a verification. */
const codes: ConstraintCodes = { accreditations_open: 'ACCREDITATION_MOVED' }

/**
 * Saves the wizard's answers: starts a verification, or changes the open one. A change voids the signatures.
 * @returns the verification's id
 */
export const saveAccreditation = perform(saveAccreditationCommand, saveAnswers, { codes })

async function saveAnswers(
  { tx, actor, refuse, audit }: Work<typeof saveAccreditationCommand>,
  _: string,
  { holderId, ...typed }: ValuesOf<typeof saveAccreditationCommand>,
): Promise<{ id: string }> {
  const holder = await findHolderFacts(tx, assertId(holderId))
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
    await audit('accreditation.started', id, { holder_id: holder.id, ...described(camelRow(added)) })
    return { id }
  }
  if (!canTake(accreditationSteps.submit, open.state)) throw refuse('ACCREDITATION_MOVED')
  const changed = await tx
    .updateTable('accreditations')
    .set(columns)
    .where('id', '=', open.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const facts = described(camelRow(changed))
  if (JSON.stringify(facts) !== JSON.stringify(described(open))) {
    await audit('accreditation.changed', open.id, { holder_id: holder.id, ...facts })
  }
  return { id: open.id }
}

/** What the log says of the answers. */
export function described({ category, method, amountCents, isRenewal, isOwnMoney }: Accreditation) {
  return { category, method, amount_cents: amountCents, is_renewal: isRenewal, is_own_money: isOwnMoney }
}

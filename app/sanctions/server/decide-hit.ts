import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { canTake, sanctionsHitSteps } from '../../../rules/workflows.ts'
import { assertId } from '../../../server/access/ids.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { Concerns } from '../../approvals/server/approval-kind.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { decideHitCommand } from '../sanctions.commands.ts'
import { type HitState, type ListedEntry, type ListKind, listKinds } from '../sanctions.ts'

/** Content of the approval: with the entry, since an approver sees no hit. */
interface HitContent extends Concerns {
  name: string
  holderId: string | null
  userId: string | null
  kind: ListKind
  entry: ListedEntry
  matched: string
  score: number
  decision: 'cleared' | 'confirmed'
  reason: string
}

interface HitRow extends Pick<HitContent, 'name' | 'holderId' | 'userId' | 'kind' | 'entry' | 'matched' | 'score'> {
  state: HitState
}

async function readHit(tx: Transaction<Database>, id: string): Promise<HitRow> {
  const { rows } = await sql<HitRow>`
    select name, holder_id as "holderId", user_id as "userId", kind, entry, matched, score, state
    from sanctions_hits where id = ${id}`.execute(tx)
  if (!rows[0]) throw new PortalError('NOT_FOUND')
  return rows[0]
}

const canDecide = (decision: HitContent['decision'], state: HitState) =>
  canTake(decision === 'cleared' ? sanctionsHitSteps.clear : sanctionsHitSteps.confirm, state)

/** Requests a second person's agreement whether a name is that of a sanctions list. */
export const requestHitDecision = requestCommand(decideHitCommand, {
  async ask({ tx, refuse }, hitId, { decision, reason }): Promise<Requested<HitContent>> {
    const id = assertId(hitId)
    const { state, ...hit } = await readHit(tx, id)
    if (!canDecide(decision, state)) throw refuse('SANCTIONS_DECIDED')
    // The person with this name doesn't decide on it.
    const concerns = hit.userId ? [hit.userId] : []
    return {
      subjectId: id,
      holderId: hit.holderId,
      content: { ...hit, decision, reason, concerns },
      summary: `${decision === 'cleared' ? 'Clear' : 'Confirm'} the sanctions hit of ${hit.name}`,
    }
  },
  title: 'Sanctions hit',
  describe: ({ name, kind, entry, matched, score, decision, reason }) => [
    decision === 'cleared'
      ? `${name} isn’t the entry ${entry.uid} of the ${listKinds[kind]}. Sales and payments are no longer refused for it.`
      : `${name} is the entry ${entry.uid} of the ${listKinds[kind]}. Sales and payments stay refused.`,
    `The entry: ${entry.name}${matched === entry.name ? '' : `, also known as ${matched}`}, ${score} of 100 alike. Programs: ${entry.programs.join(', ') || 'none'}.`,
    ...(entry.births.length > 0 ? [`Born: ${entry.births.join(', ')}.`] : []),
    ...(entry.places.length > 0 ? [`Places: ${entry.places.join('; ')}.`] : []),
    ...(entry.remarks ? [`OFAC’s remarks: ${entry.remarks}`] : []),
    `The reason given: ${reason}`,
  ],
  async apply({ tx, refuse, audit }, { id, subjectId, content: { decision, reason, name, entry } }) {
    const { state } = await readHit(tx, subjectId)
    if (!canDecide(decision, state)) throw refuse('SANCTIONS_DECIDED')
    await tx
      .updateTable('sanctions_hits')
      .set({ state: decision, reason, approval_id: id, decided_at: sql<Date>`now()` })
      .where('id', '=', subjectId)
      .execute()
    const facts = { name, uid: entry.uid, entry: entry.name, reason, approval_id: id }
    await audit(decision === 'cleared' ? 'sanctions.hit_cleared' : 'sanctions.hit_confirmed', subjectId, facts)
  },
  link: ({ subjectId }) => href('/profile/admin/sanctions/:id', { id: subjectId }),
})

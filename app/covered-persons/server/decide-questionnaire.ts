import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { assertId } from '../../../server/access/ids.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requestCommand } from '../../approvals/server/request-command.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { decideQuestionnaireCommand } from '../covered-persons.commands.ts'
import { type Capacity, capacities, coveredEvents, type Finding, findings } from '../covered-persons.ts'

interface FindingContent {
  personId: string
  name: string
  capacity: Capacity
  events: string[]
  details: string
  finding: Finding
  reason: string
  /** The person themselves doesn't decide. */
  concerns: string[]
}

/** Requests a second administrator's agreement to what a positive answer means. One found disqualifying can be decided again. */
export const requestFinding = requestCommand<typeof decideQuestionnaireCommand, FindingContent>(
  decideQuestionnaireCommand,
  {
    before: requireFreshProof,
    async ask({ tx, actor, refuse }, questionnaireId, { finding, reason }) {
      const { id, person_id, user_id, name, capacity, events, details } = await findUndecided(
        tx,
        assertId(questionnaireId),
      )
      if (user_id === actor.id) throw refuse('FORBIDDEN')
      const concerns = user_id ? [user_id] : []
      const content = { personId: person_id, name, capacity, events, details: details ?? '', finding, reason, concerns }
      return { subjectId: id, holderId: null, content, summary: 'A covered person’s answer' }
    },
    title: 'A covered person’s answer',
    describe: ({ name, capacity, events, details, finding, reason }) => [
      `${name} (${capacities[capacity]}) answered yes to: ${events.map(code => coveredEvents[code as 'i']).join(', ')}.`,
      `Their details: ${details}`,
      `The finding: ${findings[finding]}. The reason given: ${reason}`,
      ...(finding === 'before'
        ? [
            'Approve only if each purchaser is furnished a written description of it, a reasonable time before the sale (506(e)).',
          ]
        : []),
      finding === 'disqualified'
        ? 'Once approved, nothing can be sold while this person is covered.'
        : 'Once approved, this answer no longer keeps a sale from going on.',
    ],
    async apply({ tx, audit }, { id, subjectId, content }) {
      const { personId, finding, reason } = content
      await findUndecided(tx, subjectId)
      const found = { finding, finding_reason: reason }
      await tx.updateTable('covered_questionnaires').set(found).where('id', '=', subjectId).execute()
      await audit('covered_person.decided', personId, { questionnaire_id: subjectId, finding, reason, approval_id: id })
    },
    link: () => href('/profile/admin/covered-persons'),
  },
)

/** @throws PortalError NOT_FOUND; COVERED_DECIDED unless it has a positive answer that isn't decided, or counts as disqualifying */
async function findUndecided(tx: Transaction<Database>, id: string) {
  const row = await tx
    .selectFrom('covered_questionnaires as q')
    .innerJoin('covered_persons as p', 'p.id', 'q.person_id')
    .select(['q.id', 'q.person_id', 'q.events', 'q.details', 'q.finding', 'p.user_id', 'p.name'])
    .select(({ ref }) => ref('p.capacity').$castTo<Capacity>().as('capacity'))
    .where('q.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new PortalError('NOT_FOUND')
  if (row.events.length === 0 || (row.finding && row.finding !== 'disqualified'))
    throw new PortalError('COVERED_DECIDED')
  return row
}

import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { decisionKinds, findKind } from './approval-kind.ts'

interface Requested {
  kind: string
  subjectId: string
  /** `noteId` is the note concerned, if it isn't the subject, or a second one. */
  content: object & { noteId?: string }
}

/**
 * @param tx of the requesting administrator, or of the approver
 * @throws PortalError APPROVAL_CONTRADICTED, with the pending request about the same note that contradicts it
 */
export async function assertUncontradicted(
  tx: Transaction<Database>,
  { kind, subjectId, content: { noteId = subjectId } }: Requested,
): Promise<void> {
  const contradicts = findKind(kind)?.contradicts
  if (!contradicts) return
  const kinds = contradicts === 'decisions' ? decisionKinds() : contradicts
  const isOne = kinds === 'everything' ? sql`true` : sql`a.kind = any (${[...kinds]}::text[])`
  const notes = [subjectId, noteId]
  const { rows } = await sql<{ summary: string }>`
    select a.summary from approvals a where a.decision is null and a.kind <> ${kind} and ${isOne}
      and (a.subject_id = any (${notes}::uuid[]) or a.content ->> 'noteId' = any (${notes}::text[]))
    order by a.asked_at, a.id limit 1`.execute(tx)
  const [other] = rows
  if (!other) return
  const sentence = `This is pending approval: ${other.summary}. Decide on it or withdraw it first.`
  throw new PortalError('APPROVAL_CONTRADICTED', { sentence })
}

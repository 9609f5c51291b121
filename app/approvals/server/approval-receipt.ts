import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type BatchApproval, type BatchLine, findKind } from './approval-kind.ts'
import { asApprover } from './approver-rights.ts'

/** A request of a batch approval. */
export interface DecidedLine extends BatchLine {
  id: string
  requestedBy: string
}

/** Requests of one kind approved by one person at one moment (UTC), by note. */
export interface ApprovalReceipt {
  nouns: BatchApproval['nouns']
  lines: DecidedLine[]
  decidedAt: Date
  decidedBy: string
}

interface Row {
  id: string
  kind: string
  content: object
  decided_at: Date
  requester: string | null
  approver: string | null
}

/**
 * @param approvalId of one of the requests
 * @returns all that were approved with it
 * @throws PortalError FORBIDDEN unless the actor is an administrator or an approver; NOT_FOUND unless it was approved,
 * and its kind allows batch approval
 */
export async function getApprovalReceipt(actor: Actor, approvalId: string): Promise<ApprovalReceipt> {
  const id = assertId(approvalId)
  return asApprover(actor, async tx => {
    // One transaction's decisions have the same time.
    const { rows } = await sql<Row>`
      with a as materialized (select b.id, b.kind, b.content, b.asked_by, b.decided_by, b.decided_at
        from approvals one join approvals b on b.decided_by = one.decided_by and b.decided_at = one.decided_at
          and b.kind = one.kind and b.decision = 'approved'
        where one.id = ${id} and one.decision = 'approved'),
      names as materialized (select * from app.approval_names((select coalesce(array_agg(a.id), '{}') from a)))
      select a.id, a.kind, a.content, a.decided_at, requester.name as requester, approver.name as approver
      from a left join names requester on requester.id = a.asked_by left join names approver on approver.id = a.decided_by
      order by a.content ->> 'note', a.content ->> 'day', a.id`.execute(tx)
    const [first] = rows
    const batch = first && findKind(first.kind)?.batch
    if (!first || !batch) throw new PortalError('NOT_FOUND')
    const lines = rows.map(row => ({ ...batch.line(row.content), id: row.id, requestedBy: row.requester ?? '' }))
    return { nouns: batch.nouns, lines, decidedAt: first.decided_at, decidedBy: first.approver ?? '' }
  })
}

import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { auditView } from '../../../server/access/audit-view.ts'
import { assertId } from '../../../server/access/ids.ts'
import { asApprover } from '../../approvals/server/approver-rights.ts'
import { enterProfileCommand } from '../card.commands.ts'
import type { TinKind } from '../tin.ts'

/** A tax form that was entered, before the second person. */
export interface FormToCompare {
  /** Of the approval. */
  approvalId: string
  /** Such as 'Form W-9 of Jane Doe (H-0007)'. */
  title: string
  /** Of the file; null where it can't be shown: it was deleted meanwhile, or its check isn't over. */
  documentId: string | null
  /** The number that was entered, by its end: `revealNumber` shows it. None where the form has no number. */
  number: { id: string; last4: string; kind: TinKind } | null
}

/**
 * What a second person compares before a tax form's data is on file. The bytes served to them are recorded
 * (`file_accesses`), and viewing the number is logged. @returns undefined where nothing of the holder is pending for
 * the actor
 */
export async function getFormToCompare(actor: Actor, holderId: string): Promise<FormToCompare | undefined> {
  const id = assertId(holderId)
  return asApprover(actor, async tx => {
    const { rows } = await sql<{
      id: string
      summary: string
      documentId: string | null
      numberId: string | null
      last4: string | null
      kind: TinKind | null
    }>`
      select id, summary, content ->> 'numberId' as "numberId",
        (select d.id from documents d where d.id = (content ->> 'documentId')::uuid) as "documentId",
        content -> 'to' ->> 'tin_last4' as last4, content -> 'to' ->> 'tin_kind' as kind
      from approvals where kind = ${enterProfileCommand.name} and subject_id = ${id} and decision is null
        and app.waiting_content(kind, subject_id) is not null`.execute(tx)
    const [requested] = rows
    if (!requested) return undefined
    await auditView(tx, actor, 'tax.viewed', id)
    const { id: approvalId, summary: title, documentId, numberId, last4, kind } = requested
    const number = numberId && last4 && kind ? { id: numberId, last4, kind } : null
    return { approvalId, title, documentId, number }
  })
}

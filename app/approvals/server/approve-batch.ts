import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { formatCents, sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit, auditAll } from '../../../server/access/audit.ts'
import { passOn } from '../../../server/access/declared-refusals.ts'
import { assertId } from '../../../server/access/ids.ts'
import { performFreely } from '../../../server/access/perform.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { translateConstraint } from '../../../server/database/errors.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { approveBatchCommand } from '../approvals.commands.ts'
import { readControlTotal } from '../control-total.ts'
import {
  type ApprovalKind,
  type BatchApproval,
  type BatchEvidence,
  type BatchLine,
  findKind,
  type Remarks,
} from './approval-kind.ts'
import { assertApproverNow, decisionRefusal, requireApprover } from './approver-rights.ts'
import { assertUncontradicted } from './contradictions.ts'
import { closeEntries, lockOpen, type OpenApproval } from './open-approvals.ts'

/** A request of a batch approval, for the approver. */
export interface BatchRequest extends BatchLine, Remarks {
  id: string
  requestedBy: string
  /** Its description, as for a decision on it alone. */
  lines: readonly string[]
}

/** Largest batch. */
const maxBatch = 500

/** A kind with batch approval. */
type Kind = ApprovalKind & { batch: BatchApproval }

/** @throws PortalError NOT_FOUND for a kind without batch approval */
function findBatchKind(name: string): Kind {
  const kind = findKind(name)
  if (!kind?.batch) throw new PortalError('NOT_FOUND')
  return kind as Kind
}

/**
 * @param kindName such as 'payment.record'
 * @returns a kind's pending requests that the actor may approve, unusual ones and those with differences first, then by note; and the
 * documents to compare them with
 */
export async function getBatchApproval(
  actor: Actor,
  kindName: string,
): Promise<{ nouns: BatchApproval['nouns']; requests: BatchRequest[]; pages: BatchEvidence[] }> {
  requireApprover(actor)
  const kind = findBatchKind(kindName)
  return actAs(actor, async tx => {
    await assertApproverNow(tx)
    const { rows } = await sql<{ id: string; content: object; requester: string | null }>`
      with a as materialized (select id, content, asked_by, asked_at from approvals
        where decision is null and kind = ${kindName} and ${decisionRefusal} is null
        order by asked_at, id limit ${maxBatch})
      select a.id, a.content, n.name as requester from a
        left join app.approval_names((select coalesce(array_agg(id), '{}') from a)) n on n.id = a.asked_by`.execute(tx)
    const remarks = await kind.batch.remarks(tx, rows)
    const requests = rows.map(
      ({ id, content, requester }): BatchRequest => ({
        ...kind.batch.line(content),
        id,
        requestedBy: requester ?? '',
        lines: kind.describe(content),
        ...(remarks.get(id) ?? { differences: [], isUnusual: false }),
      }),
    )
    const rank = ({ differences, isUnusual }: BatchRequest) => (isUnusual ? 0 : differences.length > 0 ? 1 : 2)
    requests.sort((one, other) => rank(one) - rank(other) || inOrder(one, other))
    return { nouns: kind.batch.nouns, requests, pages: (await kind.batch.pages?.(tx, rows)) ?? [] }
  })
}

/** By note and day, which is also the order of execution. */
function inOrder(one: BatchLine, other: BatchLine): number {
  return one.note.localeCompare(other.note, 'en') || one.day.localeCompare(other.day)
}

/**
 * Approves requests of one kind in a batch, all or none. Each has its own row and audit entry, and a further entry
 * links them with number and total.
 * @returns number approved, their noun, their sum in cents, and the id for `getApprovalReceipt`
 */
export const approveBatch = performFreely(approveBatchCommand, async ({ actor, refuse }, _, typed) => {
  const unique = [...new Set(typed.id.map(assertId))]
  requireApprover(actor)
  if (unique.length === 0) throw refuse('BATCH_EMPTY')
  if (unique.length > maxBatch) throw refuse('BATCH_TOO_LARGE')
  await requireFreshProof(actor)
  const kind = findBatchKind(typed.kind)
  const work = async (tx: Transaction<Database>) => {
    const open = await lockOpen(tx, unique)
    if (open.some(each => each.kind !== typed.kind)) throw refuse('NOT_FOUND')
    for (const { refusal, summary } of open) if (refusal) throw named(summary, new PortalError(refusal))
    const lines = new Map(open.map(each => [each, kind.batch.line(each.content)]))
    const cents = sumCents([...lines.values()].map(line => line.cents))
    if (readControlTotal(typed.total) !== cents) throw refuse('CONTROL_TOTAL')
    await tx.updateTable('approvals').set({ decision: 'approved' }).where('id', 'in', unique).execute()
    await writeDown(tx, actor, { kind: typed.kind, open, cents })
    const inTurn = [...lines].toSorted(([, one], [, other]) => inOrder(one, other))
    for (const [{ refusal: _, summary, ...approval }] of inTurn)
      await assertUncontradicted(tx, approval)
        .then(() => kind.apply(tx, actor, approval))
        .catch(error => {
          throw named(summary, translateConstraint(error, kind.codes ?? {}))
        })
    await closeEntries(tx)
    return { nouns: kind.batch.nouns, count: open.length, cents, receipt: open[0]?.id ?? '' }
  }
  // A request that can't be carried out refuses with its own command's codes.
  return passOn(actAs(actor, work, kind.codes))
})

/** @returns the error with the request's summary */
function named(summary: string, error: unknown): unknown {
  if (!(error instanceof PortalError)) return error
  const { code, message, cause } = error
  return new PortalError(code, { cause, sentence: `${summary}: ${message} Nothing was approved.` })
}

interface Decided {
  kind: string
  open: readonly OpenApproval[]
  cents: bigint
}

/** Writes an entry for each, and the one that links them. */
async function writeDown(tx: Transaction<Database>, actor: Actor, { kind, open, cents }: Decided) {
  const batch = randomUUID()
  const entries = open.map(({ id, subjectId, holderId, requestedBy, summary }) => ({
    subjectId: id,
    details: { kind, subject_id: subjectId, holder_id: holderId, asked_by: requestedBy, summary, together: batch },
  }))
  await auditAll(tx, actor, 'approval.approved', entries)
  const approvals = open.map(({ id }) => id)
  const summary = `${open.length} approved together, ${formatCents(cents, true)} in all`
  await audit(tx, actor, 'approval.together', batch, {
    kind,
    summary,
    number: open.length,
    cents: String(cents),
    approvals,
  })
}

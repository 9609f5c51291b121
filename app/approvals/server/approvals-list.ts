import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { nameOrAddress } from '../../../server/access/name-with-address.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { ApprovalDecision } from '../../holders/holders.ts'
import { type BatchApproval, type EvidenceLink, findKind } from './approval-kind.ts'
import { canApprove, type DecisionRefusal, decisionRefusal, isApproverNow, requireApprover } from './approver-rights.ts'

/** A request in words. Times are UTC. */
export interface Approval {
  id: string
  kind: string
  /** Such as 'Payment'. */
  title: string
  /** For a kind with batch approval: its nouns. */
  batch: Pick<BatchApproval, 'nouns'> | undefined
  summary: string
  lines: readonly string[]
  /** Its page for administrators. */
  link: string | undefined
  /** The evidence that the actor must review first. */
  evidence: EvidenceLink | undefined
  requestedAt: Date
  requestedBy: string
  /** Whether the actor requested it, and may withdraw it. */
  isOwn: boolean
  /** Whether the actor may decide on it. */
  canDecide: boolean
  /** Why the actor can't approve it. */
  refusal: DecisionRefusal | null
  decision: ApprovalDecision | null
  decidedAt: Date | null
  decidedBy: string | null
  reason: string | null
}

/** Most pending and most decided requests shown. */
const pendingShown = 200
const decidedShown = 30

interface Row extends Omit<Approval, 'title' | 'batch' | 'lines' | 'link' | 'evidence' | 'isOwn' | 'canDecide'> {
  subjectId: string
  holderId: string | null
  content: Record<string, unknown>
  requesterId: string
  approverId: string | null
}

const columns = sql`id, kind, subject_id as "subjectId", holder_id as "holderId", content, summary, asked_by as "requesterId",
  asked_at as "requestedAt", decided_by as "approverId", decided_at as "decidedAt", decision, reason`
const withNames = sql`
  select a.*, coalesce(requester.name, '') as "requestedBy", approver.name as "decidedBy" from a
    left join names requester on requester.id = a."requesterId" left join names approver on approver.id = a."approverId"`

const rightToDecide = prepared(
  'right_to_decide',
  (_, personId: string) => sql<{ decides: boolean; from: Date | null }>`select ${isApproverNow} as decides,
    (select p.decides_from from user_profiles p where p.id = ${personId} and p.decides_from > now()) as from`,
)
const pendingApprovals = prepared(
  'waiting_approvals',
  () => sql<Row>`with a as materialized (
      select ${columns}, ${decisionRefusal} as refusal from approvals where decision is null order by asked_at, id limit ${sql.lit(pendingShown)}),
    names as materialized (select * from app.approval_names((select coalesce(array_agg(a.id), '{}') from a)))
    ${withNames} order by a."requestedAt", a.id`,
)
const decidedApprovals = prepared(
  'decided_approvals',
  () => sql<Row>`with a as materialized (
      select ${columns}, null as refusal from approvals where decided_at is not null
      order by decided_at desc, id limit ${sql.lit(decidedShown)}),
    names as materialized (select * from app.approval_names((select coalesce(array_agg(a.id), '{}') from a)))
    ${withNames} order by a."decidedAt" desc, a.id`,
)

/**
 * @returns pending requests, oldest first, the latest decisions, and from when the actor can approve; null if already
 */
export async function getApprovals(
  actor: Actor,
): Promise<{ waiting: Approval[]; decided: Approval[]; decidesFrom: Date | null }> {
  requireApprover(actor)
  const [[right], waiting, decided] = await readAs(
    actor,
    rightToDecide(actor.id),
    pendingApprovals(),
    decidedApprovals(),
  )
  // It may have been revoked since authentication.
  if (!right?.decides) throw new PortalError('FORBIDDEN')
  return {
    waiting: waiting.map(row => toApproval(actor, row)),
    decided: decided.map(row => toApproval(actor, row)),
    decidesFrom: right.from,
  }
}

/** Others' requests, up to the number listed, with the reason that the actor can't approve each. */
export const openToDecide = prepared(
  'open_to_decide',
  (_, personId: string) => sql<Pick<Row, 'kind' | 'refusal'>>`
    select kind, ${decisionRefusal} as refusal from approvals
    where decision is null and asked_by <> ${personId} order by asked_at, id limit ${sql.lit(pendingShown)}`,
)

/** @returns number of pending requests that the actor may decide on, up to the number listed; 0 for people who can't approve */
export async function countApprovals(actor: Actor): Promise<number> {
  if (!canApprove(actor)) return 0
  const [rows] = await readAs(actor, openToDecide(actor.id))
  return countOpen(rows)
}

/** `countApprovals` for rows of `openToDecide`. */
export function countOpen(rows: readonly Pick<Row, 'kind' | 'refusal'>[]): number {
  return rows.filter(isForActor).length
}

/** A pending request, without details that only its own page shows. */
export interface OpenApproval {
  kind: string
  summary: string
  /** Amount in cents, for kinds with batch approval. */
  cents: bigint | null
  /** Singular and plural, for kinds with batch approval. */
  nouns: BatchApproval['nouns'] | null
  title: string
  requestedAt: Date
  requestedBy: string
  isOwn: boolean
  canDecide: boolean
}

type OpenRow = Pick<Row, 'kind' | 'summary' | 'requesterId' | 'requestedAt' | 'requestedBy' | 'refusal'> & {
  cents: string | null
}

/** Pending requests, oldest first, for `toOpenApproval`; for administrators and approvers. */
export const openApprovals = prepared(
  'open_approvals',
  () => sql<OpenRow>`with a as materialized (
      select id, kind, summary, asked_by as "requesterId", asked_at as "requestedAt", content ->> 'cents' as cents, ${decisionRefusal} as refusal
      from approvals where decision is null order by asked_at, id limit ${sql.lit(pendingShown)})
    select a.kind, a.summary, a."requesterId", a."requestedAt", a.cents, a.refusal, coalesce(names.name, '') as "requestedBy"
    from a left join app.approval_names((select coalesce(array_agg(a.id), '{}') from a)) names on names.id = a."requesterId"
    order by a."requestedAt", a.id`,
)

export function toOpenApproval(actor: Actor, { requesterId, refusal, cents, ...row }: OpenRow): OpenApproval {
  const kind = findKind(row.kind)
  const isMoney = kind?.batch !== undefined && cents !== null
  return {
    ...row,
    cents: isMoney ? BigInt(cents ?? 0) : null,
    nouns: isMoney ? (kind?.batch?.nouns ?? null) : null,
    title: kind?.title ?? row.kind,
    isOwn: requesterId === actor.id,
    canDecide: isForActor({ kind: row.kind, refusal }),
  }
}

/** Up to two others who can approve: a single one must decide all of the actor's requests. */
export const otherApprovers = prepared(
  'other_deciders',
  (_, personId: string) => sql<{ name: string }>`
    select ${nameOrAddress('p')} as name from user_profiles p where (p.is_admin or p.is_approver)
      and p.id <> ${personId} and p.disabled_at is null and p.accepted_at is not null order by p.id limit 2`,
)

/** @returns whether the reader may decide on a pending request */
function isForActor({ kind, refusal }: Pick<Row, 'kind' | 'refusal'>): boolean {
  return !refusal && findKind(kind) !== undefined
}

function toApproval(actor: Actor, { subjectId, holderId, content, requesterId, approverId: _, ...row }: Row): Approval {
  const kind = findKind(row.kind)
  const canDecide = row.decision === null && isForActor(row)
  return {
    ...row,
    title: kind?.title ?? row.kind,
    batch: kind?.batch && { nouns: kind.batch.nouns },
    lines: kind?.describe(content) ?? [],
    link: actor.isAdmin ? kind?.link?.({ subjectId, holderId }) : undefined,
    evidence: canDecide ? kind?.evidence?.({ subjectId }) : undefined,
    isOwn: requesterId === actor.id,
    canDecide,
  }
}

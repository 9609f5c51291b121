import type { Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import type { Database } from '../../../server/database/types.ts'

/** A request, as passed to `apply`. */
export interface RequestedApproval<Content extends object = object> {
  id: string
  kind: string
  subjectId: string
  holderId: string | null
  content: Content
  requestedBy: string
}

/**
 * Common content of requests: ids of the people concerned, and of further holders. Those people and the members of
 * these holders may not decide.
 */
export interface Concerns {
  concerns?: readonly string[]
}

/** A request as an item of a batch approval. */
export interface BatchLine {
  note: string
  holder: string
  /** Day of the transaction, 'YYYY-MM-DD'. */
  day: string
  cents: bigint
  /** The bank's reference. */
  reference: string
}

/** A document to compare the items with, such as the bank's page. */
export interface BatchEvidence {
  id: string
  filename: string
  /** Number of its requests decided before it was attached. */
  decidedBefore: number
}

/** Remarks about a request in a batch. */
export interface Remarks {
  /** Differences from the previous one, in short words. */
  differences: readonly string[]
  /** Whether it has more to review than an ordinary one: its description is shown at once. */
  isUnusual: boolean
}

/** Batch approval of one kind, by number and control total (`approveBatch`). */
export interface BatchApproval<Content extends object = object> {
  /** Singular and plural, such as 'payment' and 'payments'. */
  nouns: readonly [one: string, several: string]
  line(content: Content): BatchLine
  /**
   * @param tx of the person who decides, perhaps an approver
   * @returns remarks by request id
   */
  remarks(
    tx: Transaction<Database>,
    requests: readonly { id: string; content: Content }[],
  ): Promise<ReadonlyMap<string, Remarks>>
  /** @returns documents to compare the requests with */
  pages?(tx: Transaction<Database>, requests: readonly { id: string; content: Content }[]): Promise<BatchEvidence[]>
}

/**
 * A command that needs two people: one requests it (`askForApproval`), another one decides. The capability that
 * performs it registers the kind in `server/approval-kinds.ts`. Its content is what performing it needs, as stored:
 * plain JSON, amounts as text, since JSON has no bigint.
 */
export interface ApprovalKind<Content extends object = object> {
  /** Name in lists, such as 'Payment'. */
  title: string
  /** @returns the request in whole sentences, to decide on; besides this, an approver sees only what `evidence` links to */
  describe(content: Content): readonly string[]
  /**
   * Performs it in the transaction of the decision, which an error rolls back. The database lets an approver do here
   * what administrators may (`app.acts_for_office()`).
   * @param actor who approved, possibly an approver without administrator rights
   */
  apply(tx: Transaction<Database>, actor: Actor, approval: RequestedApproval<Content>): Promise<void>
  /** Removes what was stored only for the decision, in the transaction of its rejection or withdrawal. */
  end?(tx: Transaction<Database>, actor: Actor, approval: RequestedApproval<Content>): Promise<void>
  /**
   * Kinds that may not be pending about the same note when this is submitted or approved: either would be decided
   * without regard to the other. 'decisions' are all kinds that say 'decisions' or 'everything', since these determine the
   * note's future.
   */
  contradicts?: readonly string[] | 'decisions' | 'everything'
  /** Without it, each is decided on its own. */
  batch?: BatchApproval<Content>
  /** Codes for constraints that `apply` may violate. */
  codes?: ConstraintCodes
  /** @returns the address of its page for administrators */
  link?(approval: Pick<RequestedApproval, 'subjectId' | 'holderId'>): string
  /** @returns the evidence to review before deciding, also for an approver */
  evidence?(approval: Pick<RequestedApproval, 'subjectId'>): EvidenceLink
}

/** A page with a decision's evidence, and its button's label. */
export interface EvidenceLink {
  label: string
  to: string
}

/** Kinds by the name stored in `approvals.kind`. */
export type ApprovalKinds<Content extends object = object> = Readonly<Record<string, ApprovalKind<Content>>>

let registered: ApprovalKinds = {}

/** @param kinds every kind of approval; `server/portal.ts` passes them in */
export function openApprovals(kinds: ApprovalKinds): void {
  registered = kinds
}

/** @throws Error for a kind unknown to this version of the site */
export function kindOf(kind: string): ApprovalKind {
  const known = Object.hasOwn(registered, kind) ? registered[kind] : undefined
  if (!known) throw new Error(`unknown kind of approval: ${kind}`)
  return known
}

/** @returns the kinds that determine a note's future */
export function decisionKinds(): string[] {
  const isDecision = ({ contradicts }: ApprovalKind) => contradicts === 'decisions' || contradicts === 'everything'
  return Object.keys(registered).filter(name => isDecision(kindOf(name)))
}

/** @returns the kind; undefined for one that only another version of the site knows */
export function findKind(kind: string): ApprovalKind | undefined {
  return Object.hasOwn(registered, kind) ? registered[kind] : undefined
}

import type { Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import type { Database } from '../database/types.ts'

/** What somebody asked for, as the function that carries it out gets it. */
export interface AskedApproval<Content extends object = object> {
  id: string
  kind: string
  subjectId: string
  holderId: string | null
  content: Content
  askedBy: string
}

/**
 * What a request's content says beside its kind's own: ids of the people it concerns, and of holders beside its own, for
 * whom those who act don't decide on it.
 */
export interface Concerns {
  concerns?: readonly string[]
}

/** An act as one line among others of its kind. */
export interface TogetherLine {
  note: string
  holder: string
  /** When it happened, 'YYYY-MM-DD'. */
  day: string
  cents: bigint
  /** The bank's. */
  reference: string
}

/** A document to compare them with, such as the bank's page. */
export interface TogetherPage {
  id: string
  filename: string
  /** How many of those that it is about were decided before it was there. */
  decidedBefore: number
}

/** Acts of one kind that may be approved together, by their number and control total (`approveTogether`). */
export interface Together<Content extends object = object> {
  /** What one and several of them are called, such as 'payment' and 'payments'. */
  nouns: readonly [one: string, several: string]
  line(content: Content): TogetherLine
  /**
   * @param tx of the person who decides, who may be an approver
   * @returns what of each request somebody should look at twice, because it is unlike last time; in short words, by its id
   */
  unlike(
    tx: Transaction<Database>,
    requests: readonly { id: string; content: Content }[],
  ): Promise<ReadonlyMap<string, readonly string[]>>
  /** @returns documents to compare the requests with */
  pages?(tx: Transaction<Database>, requests: readonly { id: string; content: Content }[]): Promise<TogetherPage[]>
}

/**
 * An act that needs two people: one asks for it (`askForApproval`), another one decides. The capability that carries it
 * out registers the kind in `server/approval-kinds.ts`. Its content is what carrying it out needs, as it is kept: plain
 * JSON, amounts as text, since JSON has no bigint.
 */
export interface ApprovalKind<Content extends object = object> {
  /** What the list calls it, such as 'Payment'. */
  title: string
  /**
   * @returns what is asked for, in whole sentences, for the person who decides; an approver sees nothing else of it but what
   *   `look` leads to
   */
  describe(content: Content): readonly string[]
  /**
   * Carries it out, in the transaction of the decision: what it throws undoes the decision, too. The database lets an
   * approver do here what administrators may (`app.acts_for_office()`).
   * @param actor who approved; perhaps an approver, who is no administrator
   */
  apply(tx: Transaction<Database>, actor: Actor, approval: AskedApproval<Content>): Promise<void>
  /** Ends what was only kept for the decision, in the transaction in which somebody rejects or withdraws it. */
  end?(tx: Transaction<Database>, actor: Actor, approval: AskedApproval<Content>): Promise<void>
  /**
   * Kinds of which none may be pending about the same note when this is submitted or approved: the person who decides on one
   * would decide without the other.
   */
  contradicts?: readonly string[] | 'everything'
  /** Without it, each is decided on its own. */
  together?: Together<Content>
  /** The error to throw for each constraint that carrying it out may violate. */
  codes?: ConstraintCodes
  /** @returns where an administrator sees what it is about */
  link?(approval: Pick<AskedApproval, 'subjectId' | 'holderId'>): string
  /** @returns where who decides opens what they have to look at first, also an approver */
  look?(approval: Pick<AskedApproval, 'subjectId'>): Look
}

/** A page with what a decision rests on, and what the button that leads to it says. */
export interface Look {
  label: string
  to: string
}

/** Acts by the name that `approvals.kind` keeps. */
export type ApprovalKinds<Content extends object = object> = Readonly<Record<string, ApprovalKind<Content>>>

let registered: ApprovalKinds = {}

/** @param kinds every act that needs two people; `server/portal.ts` passes them in */
export function openApprovals(kinds: ApprovalKinds): void {
  registered = kinds
}

/** @throws Error for a kind that this version of the site doesn't know */
export function kindOf(kind: string): ApprovalKind {
  const known = Object.hasOwn(registered, kind) ? registered[kind] : undefined
  if (!known) throw new Error(`nobody carries out approvals of the kind ${kind}`)
  return known
}

/** @returns the kind; undefined for one that only another version of the site knows */
export function findKind(kind: string): ApprovalKind | undefined {
  return Object.hasOwn(registered, kind) ? registered[kind] : undefined
}

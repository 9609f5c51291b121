import type { Transaction } from 'kysely'
import type { Command, ValuesOf } from '../../../rules/commands/command.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { declared } from '../../../server/access/declared-refusals.ts'
import { type Operation, perform, type Work, workOf } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import type { ApprovalKind, ApprovalKinds, RequestedApproval } from './approval-kind.ts'
import { type ApprovalRequest, askForApproval } from './ask-for-approval.ts'

/** A request, as the approval stores it. */
export type Requested<Content extends object> = Omit<ApprovalRequest, 'kind'> & { content: Content }

/** The server half of a command that needs approval. */
export interface TwoPersonHalf<C extends Command, Content extends object>
  extends Omit<ApprovalKind<Content>, 'apply' | 'end'> {
  /** Requirement of the person before the transaction, such as fresh proof. */
  before?(actor: Actor): Promise<void>
  /** Checks the request. @returns the approval's content */
  ask(work: Work<C>, about: string, values: ValuesOf<C>): Promise<Requested<Content>>
  /** Rechecks what may have changed before the request got its locks. */
  recheck?(work: Work<C>, about: string): Promise<void>
  /** Performs it, in the transaction of the decision. */
  apply(work: Work<C>, approval: RequestedApproval<Content>): Promise<void>
  end?(work: Work<C>, approval: RequestedApproval<Content>): Promise<void>
}

/** An operation that requests an approval, with the approval's effect. */
export interface RequestOperation<C extends Command> extends Operation<C, string> {
  approvals: ApprovalKinds
  /** Requests it in the transaction of another command. */
  within(tx: Transaction<Database>, actor: Actor, about: string, values: ValuesOf<C>): Promise<string>
}

/**
 * Makes an operation of a command that needs approval: it requests an approval under the command's name, which is
 * performed once a second person approves.
 * @returns the operation, which returns the approval's id
 */
export function requestCommand<C extends Command, Content extends object>(
  command: C,
  { before, ask, recheck, apply, end, ...kind }: TwoPersonHalf<C, Content>,
): RequestOperation<C> {
  const request = async (work: Work<C>, about: string, values: ValuesOf<C>) => {
    const requested = await ask(work, about, values)
    const id = await askForApproval(work.tx, work.actor, { kind: command.name, ...requested })
    await recheck?.(work, about)
    return id
  }
  const operation = perform(command, request, { codes: kind.codes, before })
  const approval: ApprovalKind<Content> = {
    ...kind,
    apply: (tx, actor, approval) => declared(command, apply(workOf(command, tx, actor), approval)),
    ...(end && { end: (tx, actor, approval) => end(workOf(command, tx, actor), approval) }),
  }
  return Object.assign(operation, {
    approvals: { [command.name]: approval } as unknown as ApprovalKinds,
    within: (tx: Transaction<Database>, actor: Actor, about: string, values: ValuesOf<C>) =>
      request(workOf(command, tx, actor), about, values),
  })
}

/** @returns whether an operation requests an approval */
export function isRequest(operation: unknown): operation is { approvals: ApprovalKinds } {
  return typeof operation === 'function' && 'approvals' in operation
}

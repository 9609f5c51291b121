import type { Transaction } from 'kysely'
import type { AuditAction } from '../../rules/audit-words.ts'
import { type ActionOf, type CodeOf, type Command, parseFields, type ValuesOf } from '../../rules/commands/command.ts'
import type { MessageCode } from '../../rules/messages.ts'
import { actAs } from '../database/act-as.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { Actor } from './actor.ts'
import { audit } from './audit.ts'
import { declared, type GeneralCode } from './declared-refusals.ts'
import { asAdministrator, requireAdministrator } from './roles.ts'

/** Context of a command: one transaction of the person who gave it. */
export interface Work<C extends Command = Command, Tx = Transaction<Database>> {
  tx: Tx
  actor: Actor
  /** @returns the error to throw; only codes that the command declares compile */
  refuse: (code: CodeOf<C> | GeneralCode, options?: ConstructorParameters<typeof PortalError>[1]) => PortalError
  /** Writes an audit entry; only actions with words in the command compile. */
  audit: (action: ActionOf<C>, subjectId: string, details?: Record<string, unknown>) => Promise<void>
}

/** `Work` for commands with the same codes and words, such as an investor's command and the administrators' counterpart. */
export type WorkLike<C extends Command> = Pick<Work<C>, keyof Work>

/** Context of a command that does something before its transaction, or takes several. */
export interface Steps<C extends Command, Tx = Transaction<Database>> extends Pick<Work<C>, 'actor' | 'refuse'> {
  /** Works in one transaction, after the database has confirmed the person's role. */
  transact<Result>(work: (work: Work<C, Tx>) => Promise<Result>): Promise<Result>
  /** Aborted when the person leaves before the answer. */
  left: AbortSignal
}

/** What an operation takes after the actor: its subject, where the command has one; its fields, typed or parsed. */
type Given<C extends Command> = C extends { about: string }
  ? [about: string, input?: InputOf<C>, left?: AbortSignal]
  : [input?: InputOf<C>, left?: AbortSignal]
export type InputOf<C extends Command> = { [Name in keyof ValuesOf<C>]?: ValuesOf<C>[Name] | string | undefined }

/** A command's server half: an operation that carries its description. */
export interface Operation<C extends Command = Command, Result = unknown> {
  (actor: Actor, ...given: Given<C>): Promise<Result>
  command: C
}

type Carry<C extends Command, Context, Result> = (
  context: Context,
  about: string,
  values: ValuesOf<C>,
) => Promise<Result>

interface Around<Tx> {
  /** The command's codes for constraints that it may violate. */
  codes?: ConstraintCodes
  /** Its transaction, such as `actOnAccount`. Without it, `asAdministrator` or `actAs`, by who may give the command. */
  in?: <Result>(actor: Actor, work: (tx: Tx) => Promise<Result>, codes?: ConstraintCodes) => Promise<Result>
}

interface AroundOne<C extends Command, Tx> extends Around<Tx> {
  /** Requirement of the person, once their role is checked, before the transaction, such as fresh proof. */
  before?: (actor: Actor, about: string, values: ValuesOf<C>) => Promise<void>
}

/**
 * Makes an operation of a command: it checks the fields, then performs the command in one transaction, after the
 * database has confirmed the person's role.
 * @returns the operation; it throws PortalError with a code of a field, a declared one, or FORBIDDEN
 */
export function perform<C extends Command, Result, Tx = Transaction<Database>>(
  command: C,
  carryOut: Carry<C, Work<C, Tx>, Result>,
  { before, ...around }: AroundOne<C, Tx> = {},
): Operation<C, Result> {
  const inOne = async ({ actor, transact }: Steps<C, Tx>, about: string, values: ValuesOf<C>) => {
    await before?.(actor, about, values)
    return transact(work => carryOut(work, about, values))
  }
  return performFreely(command, inOne, around)
}

/** `perform` for a command that begins its transactions itself, because something comes before or between them. */
export function performFreely<C extends Command, Result, Tx = Transaction<Database>>(
  command: C,
  carryOut: Carry<C, Steps<C, Tx>, Result>,
  { codes, in: begin = ownTransaction(command) }: Around<Tx> = {},
): Operation<C, Result> {
  const isAbout = command.about !== undefined
  const operation = async (actor: Actor, ...given: unknown[]) => {
    if (command.by === 'administrator') requireAdministrator(actor)
    const [about, input, left] = isAbout ? given : ['', ...given]
    const steps: Steps<C, Tx> = {
      actor,
      refuse: refuseOf(command),
      transact: work => begin(actor, tx => work(workOf(command, tx, actor)), codes),
      left: (left as AbortSignal | undefined) ?? new AbortController().signal,
    }
    return declared(command, carryOut(steps, String(about), assertFields(command, input as object | undefined)))
  }
  return Object.assign(operation as (actor: Actor, ...given: Given<C>) => Promise<Result>, { command })
}

function ownTransaction<Tx>({ by }: Command): NonNullable<Around<Tx>['in']> {
  return (by === 'administrator' ? asAdministrator : actAs) as NonNullable<Around<Tx>['in']>
}

/** For a command that takes or gives more than fields, such as a visitor's cookie: its parameters are its own, and it checks them. */
export function performStep<C extends Command, Given extends unknown[], Result>(
  command: C,
  carryOut: (work: Pick<Work<C>, 'refuse'>, ...given: Given) => Promise<Result>,
): ((...given: Given) => Promise<Result>) & { command: C } {
  const operation = async (...given: Given) => declared(command, carryOut({ refuse: refuseOf(command) }, ...given))
  return Object.assign(operation, { command })
}

function refuseOf<C extends Command>(_command: C): Work<C>['refuse'] {
  return (code, options) => new PortalError(code as MessageCode, options)
}

/** @returns a command's context in a transaction */
export function workOf<C extends Command, Tx>(command: C, tx: Tx, actor: Actor): Work<C, Tx> {
  return {
    tx,
    actor,
    refuse: refuseOf(command),
    audit: (action, subjectId, details) =>
      audit(tx as Transaction<Database>, actor, action as AuditAction, subjectId, details),
  }
}

/** @throws PortalError with the problem of each invalid field */
export function assertFields<C extends Command>(command: C, typed: object = {}): ValuesOf<C> {
  const { values, problems } = parseFields(command, typed as Readonly<Record<string, unknown>>)
  const [first] = Object.values(problems)
  if (first !== undefined) throw new PortalError(first as MessageCode, { problems })
  return values
}

/** @returns whether an operation is a command's server half */
export function isOperation(operation: unknown): operation is Operation {
  return typeof operation === 'function' && 'command' in operation
}

import type { Transaction } from 'kysely'
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
export interface Work<C extends Command = Command> {
  tx: Transaction<Database>
  actor: Actor
  /** @returns the error to throw; only codes that the command declares compile */
  refuse(code: CodeOf<C> | GeneralCode, options?: ConstructorParameters<typeof PortalError>[1]): PortalError
  /** Writes an audit entry; only actions with words in the command compile. */
  audit(action: ActionOf<C>, subjectId: string, details?: Record<string, unknown>): Promise<void>
}

/** `Work` for commands with the same codes and words, such as an investor's command and the administrators' counterpart. */
export type WorkLike<C extends Command> = Pick<Work<C>, keyof Work>

/**
 * What an operation takes after the actor: what it is about, where the command says so; its fields, typed or parsed; and what is
 * aborted when the person leaves before the answer.
 */
type Given<C extends Command> = C extends { about: string }
  ? [about: string, input?: InputOf<C>, left?: AbortSignal]
  : [input?: InputOf<C>, left?: AbortSignal]
export type InputOf<C extends Command> = { [Name in keyof ValuesOf<C>]?: ValuesOf<C>[Name] | string | undefined }

/** A command's server half: an operation that carries its description. */
export interface Operation<C extends Command = Command, Result = unknown> {
  (actor: Actor, ...given: Given<C>): Promise<Result>
  command: C
}

type Carry<C extends Command, Given, Result> = (given: Given, about: string, values: ValuesOf<C>) => Promise<Result>

interface Around<C extends Command> {
  /** The command's codes for constraints that it may violate. */
  codes?: ConstraintCodes
  /** Requirement of the person, once their role is checked, before the transaction, such as fresh proof. */
  before?: (actor: Actor, about: string, values: ValuesOf<C>) => Promise<void>
}

/**
 * Makes an operation of a command: it checks the fields, then performs the command in one transaction, after the
 * database has confirmed the person's role.
 * @returns the operation; it throws PortalError with a code of a field, a declared one, or FORBIDDEN
 */
export function perform<C extends Command, Result>(
  command: C,
  carryOut: Carry<C, Work<C>, Result>,
  { codes, before }: Around<C> = {},
): Operation<C, Result> {
  const transact = command.by === 'administrator' ? asAdministrator : actAs
  return performFreely(command, async ({ actor }, about, values) => {
    await before?.(actor, about, values)
    return transact(actor, tx => carryOut(workOf(command, tx, actor), about, values), codes)
  })
}

/**
 * `perform` for commands that need transactions of their own, or work before them. The operations they call confirm the
 * role in the database.
 */
export function performFreely<C extends Command, Result>(
  command: C,
  carryOut: Carry<C, Pick<Work<C>, 'actor' | 'refuse'> & { left: AbortSignal }, Result>,
): Operation<C, Result> {
  const isAbout = command.about !== undefined
  const operation = async (actor: Actor, ...given: unknown[]) => {
    if (command.by === 'administrator') requireAdministrator(actor)
    const about = isAbout ? String(given[0]) : ''
    const values = assertFields(command, given[isAbout ? 1 : 0] as object | undefined)
    const left = given[isAbout ? 2 : 1] as AbortSignal | undefined
    const work = { actor, refuse: refuseOf(command), left: left ?? new AbortController().signal }
    return declared(command, carryOut(work, about, values))
  }
  return Object.assign(operation as (actor: Actor, ...given: Given<C>) => Promise<Result>, { command })
}

/**
 * For a command that takes or gives more than fields, such as a visitor's cookie or a signed challenge: an operation with
 * parameters of its own, which checks what it is given.
 */
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
export function workOf<C extends Command>(command: C, tx: Transaction<Database>, actor: Actor): Work<C> {
  return {
    tx,
    actor,
    refuse: refuseOf(command),
    audit: (action, subjectId, details) => audit(tx, actor, action, subjectId, details),
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

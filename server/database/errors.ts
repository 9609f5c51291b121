import pg from 'pg'
import type { MessageCode } from '../../rules/messages.ts'
import { PortalError } from '../platform/portal-error.ts'

/** Error codes for violated constraints, by the constraint's name. */
export type ConstraintCodes = Readonly<Record<string, MessageCode>>

/**
 * The only place where database errors become portal errors; connections apply it to every statement.
 * @returns AWAY if the database is unreachable, FORBIDDEN if a role or row-level security refuses, PROOF_NEEDED if
 * something that reaches investors needs a newer proof, PAYMENT_WORDS if it needs a second person (schema/reach.sql), COLLIDED if this transaction was ended by a
 * deadlock, else the same error
 */
export function translateError(error: unknown): unknown {
  if (error instanceof PortalError) return error
  if (isUnavailable(error)) return new PortalError('AWAY', { cause: error, retryAfter: 2 })
  // PostgreSQL's class: deadlock detected, serialization failure. The transaction was rolled back. It isn't retried
  // here, since a capability may do other work between its statements.
  if (codeOf(error).startsWith('40')) return new PortalError('COLLIDED', { cause: error })
  if (codeOf(error) === proofNeeded) return new PortalError('PROOF_NEEDED', { cause: error })
  if (codeOf(error) === paymentWords) return new PortalError('PAYMENT_WORDS', { cause: error })
  if (codeOf(error) === insufficientPrivilege) return new PortalError('FORBIDDEN', { cause: error })
  return error
}

/** @returns the error that `codes` names for the violated constraint, else the same error */
export function translateConstraint(error: unknown, codes: ConstraintCodes): unknown {
  const code = error instanceof pg.DatabaseError ? codes[error.constraint ?? ''] : undefined
  return code ? new PortalError(code, { cause: error }) : error
}

/** @returns whether the database is unreachable, by an error of the driver or `translateError` */
export function isAway(error: unknown): boolean {
  const translated = translateError(error)
  return translated instanceof PortalError && translated.code === 'AWAY'
}

/** @returns whether a row was refused because another one has the same key */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505'
}

/** @returns whether a row stays because other rows refer to it, such as a statement to its document */
export function isReferredTo(error: unknown): boolean {
  return codeOf(error) === '23503' || codeOf(error) === '23001'
}

/** @returns whether the database itself refused, by row-level security or a constraint, so that no retry can succeed */
export function isRefusedByDatabase(error: unknown): boolean {
  const mayPass = error instanceof PortalError && ['AWAY', 'COLLIDED', 'PROOF_NEEDED'].includes(error.code)
  return error instanceof PortalError && !mayPass && error.cause instanceof pg.DatabaseError
}

/**
 * @returns whether the server is read-only, such as a standby that has yet to take over from a failed one; or the
 * transaction is
 */
export function isStandby(error: unknown): boolean {
  return codeOf(error) === '25006'
}

/**
 * @returns whether a read failed by earlier use of its connection: another statement failed in its transaction, a
 * prepared statement was removed or replaced, or a table has changed since it was prepared
 */
export function isOfAnother(error: unknown): boolean {
  return ['25P02', '26000', '42P05', '0A000'].includes(codeOf(error))
}

const insufficientPrivilege = '42501'
/** Error code of `app.require_proof_to_reach`. */
const proofNeeded = 'PROOF'
/** Error code of `app.require_second_for_payment`. */
const paymentWords = 'WORDS'

/** @returns whether there is no connection now, though there may be soon */
export function isRestarting(error: unknown): boolean {
  // 57P01-57P03: shutting down or starting up; 53300, EAGAIN: too many connections at once; the rest: no server is
  // listening on the socket.
  return /^57P0[123]$|^53300$|^(EAGAIN|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/.test(codeOf(error))
}

/** System codes for an unreachable server, or one with an unresolvable name. */
const unreachable = /^E(AI_AGAIN|HOSTDOWN|HOSTUNREACH|NETDOWN|NETUNREACH|NOTFOUND|TIMEDOUT)$/

/** Whether the database became unreachable during work; a retry may succeed soon. */
function isUnavailable(error: unknown): boolean {
  const { message, cause } = error as { message?: string; cause?: unknown }
  // The driver's own errors for broken connections have no code.
  const broken =
    !codeOf(error) &&
    /^Connection terminated|^Client has encountered a connection error|timeout exceeded when/.test(message ?? '')
  // PostgreSQL's error classes: connection, insufficient resources, operator intervention, system error.
  const failed = /^(08|53|57|58)/.test(codeOf(error)) || unreachable.test(codeOf(error))
  return broken || failed || isRestarting(error) || (cause instanceof Error && isUnavailable(cause))
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? ''
}

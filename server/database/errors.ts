import pg from 'pg'
import type { MessageCode } from '../../rules/messages.ts'
import { PortalError } from '../platform/portal-error.ts'

/** What a person is told where the database refuses by a constraint: the constraint's name, and the code. */
export type ConstraintCodes = Readonly<Record<string, MessageCode>>

/**
 * The one place where the database's errors become the portal's. The connections apply it to every statement.
 * @returns AWAY where the database cannot be reached just now, FORBIDDEN where a role or row-level security refuses;
 *   else the error itself
 */
export function translateError(error: unknown): unknown {
  if (error instanceof PortalError) return error
  if (isUnavailable(error)) return new PortalError('AWAY', { cause: error, retryAfter: 2 })
  if (codeOf(error) === insufficientPrivilege) return new PortalError('FORBIDDEN', { cause: error })
  return error
}

/** @returns the code that `codes` gives the constraint which refused, as an error; else the error itself */
export function translateConstraint(error: unknown, codes: ConstraintCodes): unknown {
  const code = error instanceof pg.DatabaseError ? codes[error.constraint ?? ''] : undefined
  return code ? new PortalError(code, { cause: error }) : error
}

/** @returns whether a row was refused because another has the same key */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505'
}

/** @returns whether the database itself said no, by row-level security or a constraint: no later try can succeed */
export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof PortalError && error.code !== 'AWAY' && error.cause instanceof pg.DatabaseError
}

const insufficientPrivilege = '42501'

/** @returns whether no connection can be had just now, though one soon may */
export function isRestarting(error: unknown): boolean {
  // 57P01-57P03: shutting down or starting up; 53300, EAGAIN: so many come back at once that some have to wait; the
  // rest: no server behind the socket just now.
  return /^57P0[123]$|^53300$|^(EAGAIN|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/.test(codeOf(error))
}

/** Whether the database went away in the middle of work; the same may succeed soon. */
function isUnavailable(error: unknown): boolean {
  const { message, cause } = error as { message?: string; cause?: unknown }
  // The driver gives its own errors for broken connections no code.
  const broken =
    !codeOf(error) &&
    /^Connection terminated|^Client has encountered a connection error|timeout exceeded when/.test(message ?? '')
  // Classes of PostgreSQL's codes: no connection, no room, stopped by an operator, the system failed.
  const failed = /^(08|53|57|58)/.test(codeOf(error))
  return broken || failed || isRestarting(error) || (cause instanceof Error && isUnavailable(cause))
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? ''
}

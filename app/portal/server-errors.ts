import { data } from 'react-router'
import { type MessageCode, messages } from '../../rules/messages.ts'
import type { Refusal } from './errors.ts'

/** An error of the server that a person can act on, as operations throw it. Pages hold no copy of its class. */
type PortalError = Refusal & { status: number }

/** @returns whether an operation refused with a sentence of the catalogue, rather than failed */
export function isPortalError(error: unknown): error is PortalError {
  return error instanceof Error && error.name === 'PortalError'
}

/** For loaders and actions. @returns the catalogue's sentence for a code */
export function refusalFor(code: MessageCode): Refusal {
  return { code, message: messages[code] }
}

/**
 * For loaders: a refusal becomes an answer with its status, which the route's error boundary shows.
 * @throws what it is to be answered with; faults of ours as they are
 */
export async function unwrapOrRespond<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isPortalError(error) ? errorResponse(error, error.status) : error
  }
}

/** For loaders: a list that cannot be read leaves the rest of the page standing, with a sentence about it. */
export async function resultOrError<T>(work: Promise<T>, code: MessageCode): Promise<{ value?: T; trouble?: Refusal }> {
  try {
    return { value: await work }
  } catch (error) {
    if (isPortalError(error)) throw errorResponse(error, error.status)
    console.error(error)
    return { trouble: refusalFor(code) }
  }
}

/**
 * For loaders that need the database before anything else.
 * @throws the answer AWAY (503) while it cannot be reached
 */
export function requireDatabase({ databaseUnavailable }: { databaseUnavailable: boolean }): void {
  if (databaseUnavailable) throw errorResponse(refusalFor('AWAY'), 503)
}

/** @returns what a loader throws to answer with a sentence and a status */
export function errorResponse({ code, message }: Refusal, status: number) {
  return data({ code, message } satisfies Refusal, { status })
}

/**
 * For actions: the sentence a failure is answered with. A fault of ours goes to the log, and `otherwise` is said.
 */
export function asRefusal(error: unknown, otherwise: MessageCode): Refusal {
  if (isPortalError(error)) return { code: error.code, message: error.message }
  console.error(error)
  return refusalFor(otherwise)
}

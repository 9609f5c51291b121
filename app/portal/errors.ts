import { data, type ErrorResponse } from 'react-router'
import { type MessageCode, messages } from '../../rules/messages.ts'

/** What a person is told: a code of the catalogue and its sentence. */
export interface Refusal {
  code: MessageCode | 'RATE_LIMIT_CLIENT'
  message: string
}

/** An error of the server that a person can act on, as operations throw it. Pages hold no copy of its class. */
type PortalError = Refusal & { status: number }

/** @returns whether an operation refused with a sentence of the catalogue, rather than failed */
export function isPortalError(error: unknown): error is PortalError {
  return error instanceof Error && error.name === 'PortalError'
}

/** @returns the catalogue's sentence for a code */
export function refusal(code: MessageCode): Refusal {
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
    return { trouble: refusal(code) }
  }
}

/**
 * For loaders that need the database before anything else.
 * @throws the answer AWAY (503) while it cannot be reached
 */
export function requireDatabase({ databaseUnavailable }: { databaseUnavailable: boolean }): void {
  if (databaseUnavailable) throw errorResponse(refusal('AWAY'), 503)
}

/** @returns what a loader throws to answer with a sentence and a status */
export function errorResponse({ code, message }: Refusal, status: number) {
  return data({ code, message } satisfies Refusal, { status })
}

/** @returns what a component throws to have its route's error boundary say a sentence */
export function renderedError({ code, message }: Refusal, status: number): ErrorResponse & { internal: boolean } {
  return { data: { code, message } satisfies Refusal, status, statusText: '', internal: false }
}

/**
 * For actions: the sentence a failure is answered with. A fault of ours goes to the log, and `otherwise` is said.
 */
export function asRefusal(error: unknown, otherwise: MessageCode): Refusal {
  if (isPortalError(error)) return { code: error.code, message: error.message }
  console.error(error)
  return refusal(otherwise)
}

/** @returns the refusal in what a route's error boundary was handed; one that no route gave comes as its text */
export function refusalIn(body: unknown): Refusal | undefined {
  if (typeof body === 'string') return refusalIn(parsed(body))
  return body && typeof body === 'object' && 'code' in body && 'message' in body ? (body as Refusal) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { data } from 'react-router'
import { type MessageCode, messageWithWait } from '../../../rules/messages.ts'
import type { Refusal } from './refusal.ts'

/** An error that a person can act on, thrown by the server's operations. Its class is not part of the pages' bundle. */
type PortalError = Refusal & { status: number; retryAfter?: number; problems?: Readonly<Record<string, string>> }

/** @returns whether an operation refused with a message of the catalog rather than failed */
export function isPortalError(error: unknown): error is PortalError {
  return error instanceof Error && error.name === 'PortalError'
}

/** A page's own sentence, instead of a code of the catalog; a code has no space. */
export type Sentence = `${string} ${string}`

/**
 * For loaders and actions.
 * @param retryAfter seconds until it may succeed, for messages with a wait
 * @returns a code with its message in the catalog; or an unexpected error with the given sentence
 */
export function refusalFor(code: MessageCode | Sentence, retryAfter?: number): Refusal {
  if (isSentence(code)) return { code: 'UNEXPECTED', message: code }
  return { code, message: messageWithWait(code, retryAfter) }
}

/**
 * For loaders: turns a refusal into an answer with its status, which the route's error boundary shows.
 * @returns the result of the work
 * @throws the answer for a refusal; any other error unchanged
 */
export async function unwrapOrRespond<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isPortalError(error) ? errorResponse(error, error.status) : error
  }
}

/**
 * For loaders: if a list can't be loaded, the rest of the page is shown, with a message in the list's place.
 * @param code of that message
 * @throws the answer for a refusal
 */
export async function resultOrError<T>(
  work: Promise<T>,
  code: MessageCode | Sentence,
): Promise<{ value?: T; loadError?: Refusal }> {
  try {
    return { value: await work }
  } catch (error) {
    if (isPortalError(error)) throw errorResponse(error, error.status)
    console.error(error)
    return { loadError: refusalFor(code) }
  }
}

/**
 * For loaders that need the database.
 * @throws the answer AWAY (503) while the database can't be reached
 */
export function requireDatabase({ databaseUnavailable }: { databaseUnavailable: boolean }): void {
  if (databaseUnavailable) throw errorResponse(refusalFor('AWAY'), 503)
}

/** @returns an answer for a loader to throw, with a message and a status */
export function errorResponse({ code, message }: Refusal, status: number) {
  return data({ code, message } satisfies Refusal, { status })
}

/**
 * For actions: the message for an error. An error that is not a refusal is logged and answered with `otherwise`.
 */
export function asRefusal(error: unknown, otherwise: MessageCode | Sentence): Refusal {
  if (isPortalError(error)) return { code: error.code, message: error.message }
  console.error(error)
  return refusalFor(otherwise)
}

function isSentence(words: MessageCode | Sentence): words is Sentence {
  return words.includes(' ')
}

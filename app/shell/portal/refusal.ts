import type { ErrorResponse } from 'react-router'
import { type BrowserMessageCode, browserMessages } from '../../../rules/browser-messages.ts'
import type { MessageCode } from '../../../rules/messages.ts'

/** A refusal for the person: a code of the message catalog and its sentence. */
export interface Refusal {
  code: MessageCode | 'RATE_LIMIT_CLIENT'
  message: string
}

/**
 * For refusals decided in the browser.
 * @param catalog with the code's sentence, if not among the browser's own messages
 */
export function refusal(code: BrowserMessageCode): Refusal
export function refusal<Code extends MessageCode>(code: Code, catalog: Record<Code, string>): Refusal
export function refusal(code: MessageCode, catalog: Partial<Record<MessageCode, string>> = browserMessages): Refusal {
  return { code, message: catalog[code] ?? '' }
}

/** @returns an error for a component to throw, so that its route's error boundary shows a refusal */
export function renderedError({ code, message }: Refusal, status: number): ErrorResponse & { internal: boolean } {
  return { data: { code, message } satisfies Refusal, status, statusText: '', internal: false }
}

/** @returns the refusal in an answer's body, which is text if the answer didn't come from one of our routes */
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

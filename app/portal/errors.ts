import type { ErrorResponse } from 'react-router'
import { type BrowserMessageCode, browserMessages } from '../../rules/browser-messages.ts'
import type { MessageCode } from '../../rules/messages.ts'

/** What a person is told: a code of the catalogue and its sentence. */
export interface Refusal {
  code: MessageCode | 'RATE_LIMIT_CLIENT'
  message: string
}

/**
 * What the browser says by itself.
 * @param among the sentences that the code is one of, where they stand apart
 */
export function refusal(code: BrowserMessageCode): Refusal
export function refusal<Code extends MessageCode>(code: Code, among: Record<Code, string>): Refusal
export function refusal(code: MessageCode, among: Partial<Record<MessageCode, string>> = browserMessages): Refusal {
  return { code, message: among[code] ?? '' }
}

/** @returns what a component throws to have its route's error boundary say a sentence */
export function renderedError({ code, message }: Refusal, status: number): ErrorResponse & { internal: boolean } {
  return { data: { code, message } satisfies Refusal, status, statusText: '', internal: false }
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

import { useEffect, useState } from 'react'
import { codeResendInterval } from '../../../../rules/limits.ts'
import { lastCodePrefix } from '../../../shell/session.tsx'

/**
 * The key under which this browser remembers when it last requested a code for an e-mail address (specification
 * section 5). The server enforces the interval too; this only saves the reader a request.
 */
const keyOf = (email: string) => lastCodePrefix + email.trim().toLowerCase()

/** Remembers that a code was sent to `email` now. */
export function rememberCodeSent(email: string): void {
  try {
    localStorage.setItem(keyOf(email), String(Date.now()))
  } catch {
    // The browser stores nothing; the server's limit still applies.
  }
}

/** Forgets it, where the code was used: the next one may be sent right away. */
export function forgetCodeSent(email: string): void {
  try {
    localStorage.removeItem(keyOf(email))
  } catch {
    // Nothing was stored.
  }
}

/** @returns whole seconds until another code may be requested; 0 means now */
export function secondsLeft(email: string): number {
  try {
    const last = Number(localStorage.getItem(keyOf(email)))
    const left = last + codeResendInterval - Date.now()
    // A clock that was set back must not lock anyone out for longer than the interval.
    return left > codeResendInterval ? 0 : Math.max(0, Math.ceil(left / 1000))
  } catch {
    return 0
  }
}

/**
 * `secondsLeft`, counting down.
 * @param answer of the last request; a new one may have started the interval
 */
export function useSecondsLeft(email: string, answer: unknown): number {
  const [seconds, setSeconds] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer may have started the interval again
  useEffect(() => {
    const update = () => setSeconds(secondsLeft(email))
    update()
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  }, [email, answer])
  return seconds
}

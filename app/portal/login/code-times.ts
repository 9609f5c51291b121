import { useEffect, useState } from 'react'
import { codeResendInterval } from '../../../rules/limits.ts'
import { lastCodePrefix } from '../../session.tsx'

/**
 * When a code was last asked for, for each e-mail, as this browser remembers it (specification section 5). The
 * server counts too; this only says so at once.
 */
const keyOf = (email: string) => lastCodePrefix + email.trim().toLowerCase()

/** Remembers that a code for `email` was sent just now. */
export function rememberCodeSent(email: string): void {
  try {
    localStorage.setItem(keyOf(email), String(Date.now()))
  } catch {
    // A browser that keeps nothing: the server's limit still holds.
  }
}

/** @returns whole seconds until another code may be asked for; 0 means now */
export function secondsLeft(email: string): number {
  try {
    const last = Number(localStorage.getItem(keyOf(email)))
    const left = last + codeResendInterval - Date.now()
    // A clock that was set back must not lock anybody out for longer than the interval.
    return left > codeResendInterval ? 0 : Math.max(0, Math.ceil(left / 1000))
  } catch {
    return 0
  }
}

/** `secondsLeft`, counting down. */
export function useSecondsLeft(email: string, since: unknown): number {
  const [seconds, setSeconds] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer may have started the minute anew
  useEffect(() => {
    const look = () => setSeconds(secondsLeft(email))
    look()
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [email, since])
  return seconds
}

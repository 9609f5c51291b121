import { useEffect } from 'react'
import { sessionRetry, sessionTick, sessionTicksLeft } from '../rules/limits.ts'
import { type AuthEvent, type Session, type SessionAnswer, sessionIn } from './session-answer.ts'

/**
 * Looks every `sessionTick` whether the session is within `sessionTicksLeft` ticks of its end, and renews it then
 * (specification section 9).
 * @param session null stops it
 * @param tell hears 'TOKEN_REFRESHED', or 'SIGNED_OUT' when the server knows no session any more
 */
export function useRenewal(session: Session | null, tell: (event: AuthEvent, answer: SessionAnswer) => void) {
  useEffect(() => {
    if (!session) return
    const gone = new AbortController()
    let renewing = false
    const look = async () => {
      if (renewing || session.endsAt - Date.now() > sessionTicksLeft * sessionTick) return
      renewing = true
      const answer = await renew(gone.signal)
      renewing = false
      if (answer && !gone.signal.aborted) tell(answer.profile ? 'TOKEN_REFRESHED' : 'SIGNED_OUT', answer)
    }
    const timer = setInterval(look, sessionTick)
    // A laptop that slept has missed its ticks.
    const wake = () => document.visibilityState === 'visible' && look()
    document.addEventListener('visibilitychange', wake)
    return () => {
      gone.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [session, tell])
}

/**
 * Asks for more time; a network failure, 502, 503 or 504 is tried again after `sessionRetry`, then twice as long each
 * time, until the next tick would come.
 * @returns the answer, or null if there was none to be had; the next tick looks again
 */
async function renew(signal: AbortSignal): Promise<SessionAnswer | null> {
  for (let wait = sessionRetry; wait < sessionTick && !signal.aborted; wait *= 2) {
    try {
      const response = await fetch('/api/session', { method: 'POST', signal })
      if (response.ok) return await sessionIn(response)
      if (response.status === 401) return { profile: null }
      if (![502, 503, 504].includes(response.status)) return null
    } catch {
      if (signal.aborted) return null
    }
    await new Promise(resolve => setTimeout(resolve, wait))
  }
  return null
}

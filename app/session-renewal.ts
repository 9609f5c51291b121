import { useEffect } from 'react'
import { sessionRetry, sessionTick, sessionTicksLeft } from '../rules/limits.ts'
import { fetchOwn } from './own-answer.ts'
import { type AuthEvent, parseSessionAnswer, type Session, type SessionAnswer } from './session-answer.ts'

/**
 * Checks every `sessionTick` whether the session ends within `sessionTicksLeft` ticks, and renews it then
 * (specification section 9).
 * @param session null stops the checks
 * @param onRenewal called with 'TOKEN_REFRESHED', or with 'SIGNED_OUT' if the session no longer exists
 */
export function useSessionRenewal(
  session: Session | null,
  onRenewal: (event: AuthEvent, answer: SessionAnswer) => void,
) {
  useEffect(() => {
    if (!session) return
    const unmounted = new AbortController()
    let renewing = false
    const check = async () => {
      if (renewing || session.endsAt - Date.now() > sessionTicksLeft * sessionTick) return
      renewing = true
      const answer = await renew(unmounted.signal)
      renewing = false
      if (answer && !unmounted.signal.aborted) onRenewal(answer.profile ? 'TOKEN_REFRESHED' : 'SIGNED_OUT', answer)
    }
    const timer = setInterval(check, sessionTick)
    // A laptop that was asleep has missed its ticks.
    const onVisibilityChange = () => document.visibilityState === 'visible' && check()
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      unmounted.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [session, onRenewal])
}

/**
 * Renews the session. Where the site doesn't answer (a network failure, a proxy's 502, 503 or 504), it tries again after `sessionRetry`, then twice as long
 * each time, until the next tick is due.
 * @returns the answer, or null if there was none; the next tick tries again
 */
async function renew(signal: AbortSignal): Promise<SessionAnswer | null> {
  for (let wait = sessionRetry; wait < sessionTick && !signal.aborted; wait *= 2) {
    try {
      const response = await fetchOwn('/api/session', { method: 'POST', signal })
      if (response.ok) return await parseSessionAnswer(response)
      if (response.status === 401) return { profile: null }
      if (response.status !== 503) return null
    } catch {
      if (signal.aborted) return null
    }
    await new Promise(resolve => setTimeout(resolve, wait))
  }
  return null
}

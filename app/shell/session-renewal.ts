import { useEffect } from 'react'
import { sessionTick, sessionTicksLeft } from '../../rules/limits.ts'
import type { AuthEvent, Session, SessionAnswer } from './session-answer.ts'

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
      // Once in hours. Where the script can't be loaded, the next tick tries again.
      const answer = await import('./renew-session.ts').then(
        ({ renewSession }) => renewSession(unmounted.signal),
        () => null,
      )
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

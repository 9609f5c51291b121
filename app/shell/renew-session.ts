import { sessionRetry, sessionTick } from '../../rules/limits.ts'
import { fetchOwn } from './own-answer.ts'
import { parseSessionAnswer, type SessionAnswer } from './session-answer.ts'

/**
 * Renews the session. Where the site doesn't answer (a network failure, a proxy's 502, 503 or 504), it tries again after `sessionRetry`, then twice as long
 * each time, until the next tick is due.
 * @returns the answer, or null if there was none; the next tick tries again
 */
export async function renewSession(signal: AbortSignal): Promise<SessionAnswer | null> {
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

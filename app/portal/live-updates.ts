import { useEffect } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { onAuthEvent, useSession } from '../session.tsx'
import { signInFirst } from './next-page.ts'

/** Rows may change in bursts; the list is read anew at most this often, in milliseconds. */
const leastPause = 300
/** Pauses before a stream that was refused is opened again, in milliseconds; the last one stays. */
const reopenAfter = [2000, 5000, 15_000, 30_000]
/**
 * Out of sight for this long (ms) a page lets its stream go: a browser has few connections to a site, and one that
 * slept may only look alive.
 */
const longSleep = 30_000
/** A stream that broke because one signs out here is none of our business; the menu has this long (ms) to say so. */
const signOutTakes = 500

/**
 * Keeps the page in step with a person's documents, whoever changes them (specification section 4): reads anew when
 * the server says so, when the line comes back and when the computer wakes. When the session ends it leads to the
 * sign-in.
 */
export function useLiveUpdates(userId: string): void {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { refresh: readSession } = useSession()

  useEffect(() => {
    const news = atMostEvery(leastPause, revalidate)
    const onSessionEnd = () => {
      readSession('SIGNED_OUT')
      navigate(signInFirst(window.location))
    }
    const onProfile = () => {
      readSession('USER_UPDATED')
      news.soon()
    }
    const close = keepStream(`/events?user=${userId}`, { onNews: news.soon, onProfile, onSessionEnd })
    const unhear = onAuthEvent(event => event === 'SIGNED_OUT' && close())
    return () => {
      unhear()
      close()
      news.stop()
    }
  }, [userId, revalidate, navigate, readSession])
}

/** Does some work soon: once for many calls, `pause` apart, and never twice at a time. */
function atMostEvery(pause: number, work: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let again = false
  let stopped = false
  const soon = () => {
    again = running
    if (!running && !stopped) timer ??= setTimeout(run, pause)
  }
  const run = async () => {
    timer = undefined
    running = true
    await work().catch(() => {})
    running = false
    if (again) soon()
  }
  const stop = () => {
    stopped = true
    clearTimeout(timer)
  }
  return { soon, stop }
}

/**
 * Holds a stream of events open, over lost lines, sleep and restarts of the server.
 * @param hears `onNews`: rows changed, or may have, each time the stream opens or is refused, since nobody listened
 *   until then; `onProfile`: one's own profile was changed, by whomever; `onSessionEnd`: the server knows no session
 * @returns a function that closes it for good
 */
function keepStream(
  address: string,
  { onNews, onProfile, onSessionEnd }: Record<'onNews' | 'onProfile' | 'onSessionEnd', () => void>,
): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined
  let refusals = 0
  let hiddenAt = 0
  const closed = new AbortController()

  const open = () => {
    clearTimeout(timer)
    source?.close()
    source = new EventSource(address)
    source.addEventListener('documents', onNews)
    source.addEventListener('catch-up', onNews)
    source.addEventListener('profile', onProfile)
    source.onopen = () => {
      refusals = 0
    }
    source.onerror = async () => {
      const refused = source?.readyState === EventSource.CLOSED
      await new Promise(resolve => setTimeout(resolve, signOutTakes))
      if ((await sessionEnded(closed.signal)) && !closed.signal.aborted) return onSessionEnd()
      // The browser itself comes back to a stream that broke, but not to one that was refused.
      if (!refused || closed.signal.aborted) return
      // Why it was refused, the page's own reading finds out: a right may have ended before anybody listened.
      onNews()
      clearTimeout(timer)
      timer = setTimeout(open, reopenAfter[Math.min(refusals++, reopenAfter.length - 1)])
    }
  }
  const look = () => {
    clearTimeout(hidden)
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      hidden = setTimeout(() => source?.close(), longSleep)
    } else if (source?.readyState !== EventSource.OPEN || Date.now() - hiddenAt > longSleep) open()
  }
  const online = () => document.visibilityState === 'visible' && open()

  open()
  document.addEventListener('visibilitychange', look, { signal: closed.signal })
  addEventListener('online', online, { signal: closed.signal })
  return () => {
    closed.abort()
    clearTimeout(timer)
    clearTimeout(hidden)
    source?.close()
  }
}

/** @returns whether the server says that there is no session; false while it says nothing */
async function sessionEnded(signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch('/api/session', { signal })
    if (!response.ok) return response.status === 401
    // A profile that cannot be read just now is no session that has ended.
    const answer: { profile: unknown; expires_at: string | null } = await response.json()
    return answer.profile === null && answer.expires_at === null
  } catch {
    return false
  }
}

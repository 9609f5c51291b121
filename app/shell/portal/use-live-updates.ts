import { useEffect } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { onAuthEvent, readSession, useSession } from '../session.tsx'
import { signInAddress } from './next-page.ts'
import { reload } from './viewer-revalidation.ts'

/** Rows may change in bursts: the list is reloaded this soon after the first change, and then at most this often (ms). */
const reloadDelay = 30
const reloadInterval = 300
/** Delays before reopening a stream that was refused, in milliseconds; the last one repeats. */
const reopenDelays = [2000, 5000, 15_000, 30_000]
/**
 * A page hidden for this long (ms) closes its stream: browsers allow few connections per site, and a stream may be dead
 * after sleep.
 */
const hiddenLimit = 30_000
/** When a stream breaks because the person is signing out here, the menu needs this long (ms) to announce it. */
const signOutGrace = 500

/**
 * Synchronizes the page with a person's documents and conversations, no matter who changes them (specification section
 * 4): reloads when the server reports a change, when the connection is back and when the computer wakes. When the
 * session ends it goes to the sign-in page.
 * @param userId the person; 'all' for everyone
 */
export function useLiveUpdates(userId: string): void {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { refresh: refreshSession } = useSession()

  useEffect(() => {
    const reloads = throttled(news => reload(revalidate, [...news].join() === 'documents'))
    const onSessionEnd = () => {
      refreshSession('SIGNED_OUT')
      navigate(signInAddress(window.location))
    }
    const close = keepStreamOpen(`/events?user=${userId}`, { onChange: reloads.schedule, onSessionEnd })
    const unsubscribe = onAuthEvent(event => event === 'SIGNED_OUT' && close())
    return () => {
      unsubscribe()
      close()
      reloads.stop()
    }
  }, [userId, revalidate, navigate, refreshSession])
}

/** The kinds of change that the server reports; `catch-up` and unknown gaps mean everything. */
type News = 'documents' | 'conversations' | 'office' | 'profile' | 'catch-up'

const allNews: News[] = ['documents', 'conversations', 'office', 'profile', 'catch-up']

/**
 * Runs work soon after it is scheduled: once for many calls, at least `reloadInterval` apart, never twice at a time.
 * @param work gets the kinds of all those calls
 */
function throttled(work: (news: ReadonlySet<News>) => Promise<void>) {
  let ended = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let heard = new Set<News>()
  let stopped = false
  const schedule = (news: News = 'catch-up') => {
    heard.add(news)
    if (!running && !stopped) timer ??= setTimeout(run, Math.max(reloadDelay, ended + reloadInterval - Date.now()))
  }
  const run = async () => {
    timer = undefined
    running = true
    const news = heard
    heard = new Set()
    await work(news)
    running = false
    ended = Date.now()
    for (const later of heard) schedule(later)
  }
  const stop = () => {
    stopped = true
    clearTimeout(timer)
  }
  return { schedule, stop }
}

interface StreamCallbacks {
  /** Rows changed, or may have: also called when the stream opens or is refused, since changes may have been missed. */
  onChange(news?: News): void
  /** The server no longer knows the session. */
  onSessionEnd(): void
}

/**
 * Maintains an event stream across lost connections, sleep and server restarts.
 * @returns a function that closes it for good
 */
function keepStreamOpen(address: string, { onChange, onSessionEnd }: StreamCallbacks): () => void {
  let source: EventSource | undefined
  let reopenTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let refusals = 0
  let hiddenAt = 0
  const closed = new AbortController()

  const open = () => {
    clearTimeout(reopenTimer)
    source?.close()
    source = new EventSource(address)
    for (const news of allNews) source.addEventListener(news, () => onChange(news))
    source.onopen = () => {
      refusals = 0
    }
    source.onerror = async () => {
      const refused = source?.readyState === EventSource.CLOSED
      await new Promise(resolve => setTimeout(resolve, signOutGrace))
      // A profile that can't be loaded right now doesn't mean that the session has ended.
      const session = await readSession()
      if (session && !session.profile && !closed.signal.aborted) return onSessionEnd()
      // The browser reconnects a broken stream on its own, but not one that was refused.
      if (!refused || closed.signal.aborted) return
      // Reloading the page shows the reason: access may have been revoked before the stream was open.
      onChange()
      clearTimeout(reopenTimer)
      reopenTimer = setTimeout(open, reopenDelays[Math.min(refusals++, reopenDelays.length - 1)])
    }
  }
  const onVisibilityChange = () => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      hiddenTimer = setTimeout(() => source?.close(), hiddenLimit)
    } else if (source?.readyState !== EventSource.OPEN || Date.now() - hiddenAt > hiddenLimit) open()
  }
  const onOnline = () => document.visibilityState === 'visible' && open()

  open()
  document.addEventListener('visibilitychange', onVisibilityChange, { signal: closed.signal })
  addEventListener('online', onOnline, { signal: closed.signal })
  return () => {
    closed.abort()
    clearTimeout(reopenTimer)
    clearTimeout(hiddenTimer)
    source?.close()
  }
}

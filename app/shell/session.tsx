import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useRevalidator, useRouteLoaderData } from 'react-router'
import { browserMessages } from '../../rules/browser-messages.ts'
import { profileTimeout, sessionTick } from '../../rules/limits.ts'
import type { Actor } from '../../server/access/actor.ts'
import { fetchOwn } from './own-answer.ts'
import { type AuthEvent, type Profile, parseSessionAnswer, type Session, type SessionAnswer } from './session-answer.ts'
import { useSessionRenewal } from './session-renewal.ts'

/**
 * Who is signed in, as far as the browser knows (specification sections 3 and 4). The session itself is a cookie that
 * scripts cannot read. What is here only decides what to show; the server checks every request.
 */

export type User = Pick<Profile, 'id' | 'email'>

type State = { user: User | null; session: Session | null; profile: Profile | null }
/** `ended`: how many sessions a sign-out has ended. */
type Result = { error: string | null; ended?: number }

type SessionValue = State & {
  /** True until it is known who is signed in. */
  loading: boolean
  signOutLoading: boolean
  /**
   * Reads the session from the server again and notifies every tab. Call it with 'SIGNED_IN' after a code was accepted,
   * with 'USER_UPDATED' after a profile or e-mail address was changed. If the read fails, this tab has no profile and
   * the other tabs aren't notified.
   */
  refresh: (event: AuthEvent) => Promise<Profile | null>
  /** 'local' ends this browser's session, 'global' all sessions of the person. An error is logged and returned. */
  signOut: (scope?: 'local' | 'global') => Promise<Result>
}

const signedOut: State = { user: null, session: null, profile: null }
const SessionContext = createContext<SessionValue | null>(null)
const channelName = 'promissory.session'
const hintCookie = 'promissory_signed_in=1'

/** Prefix of the `localStorage` keys that hold, for each e-mail address, when a code was last requested. */
export const lastCodePrefix = 'promissory.lastCode:'

/** The person a page of the portal was loaded for. */
type Loaded = { me: Actor; session: { endsAt: Date; now: Date } }

type Message = { event: AuthEvent; answer: SessionAnswer }
const listeners = new Set<(event: AuthEvent) => void>()

/**
 * Subscribes to the auth events of this browser, whichever tab they happen in.
 * @returns a function that unsubscribes
 */
export function onAuthEvent(listener: (event: AuthEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(event: AuthEvent) {
  for (const listener of listeners) listener(event)
}

/** @throws outside of SessionProvider */
export function useSession(): SessionValue {
  const value = useContext(SessionContext)
  if (!value) throw new Error('useSession needs a SessionProvider above it')
  return value
}

export function SessionProvider({ children }: { children: ReactNode }) {
  // A page of the portal has been rendered for someone, and says so before any script runs.
  const loaded = useLoadedPortal()
  const atFirst = useRef(loaded)
  const [state, setState] = useState(() => (loaded ? stateOf(answerOf(loaded)) : signedOut))
  const [loading, setLoading] = useState(false)
  const [signOutLoading, setSignOutLoading] = useState(false)
  const channel = useRef<BroadcastChannel | null>(null)
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()

  /** Updates this tab to the newest state. */
  const take = useCallback(({ event, answer }: Message) => {
    if (event === 'SIGNED_OUT') forgetScrolling()
    setState(stateOf(answer))
    setLoading(false)
    announce(event)
  }, [])
  const notifyOtherTabs = useCallback((message: Message) => channel.current?.postMessage(message), [])
  const broadcast = useCallback(
    (event: AuthEvent, answer: SessionAnswer) => {
      take({ event, answer })
      notifyOtherTabs({ event, answer })
    },
    [take, notifyOtherTabs],
  )

  const read = useCallback(
    async (event: AuthEvent) => {
      const answer = await readSession()
      if (answer) broadcast(event, answer)
      else {
        setState(last => ({ ...last, profile: null }))
        setLoading(false)
      }
      return answer
    },
    [broadcast],
  )
  const refresh = useCallback(async (event: AuthEvent) => (await read(event))?.profile ?? null, [read])

  useEffect(() => {
    const opened = new BroadcastChannel(channelName)
    channel.current = opened
    opened.onmessage = ({ data }: MessageEvent<Message>) => {
      take(data)
      // The portal page on screen was loaded for the person who was signed in before.
      if (['SIGNED_IN', 'SIGNED_OUT', 'USER_UPDATED'].includes(data.event)) revalidate()
    }
    return () => opened.close()
  }, [take, revalidate])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let unmounted = false
    const readInitialSession = async () => {
      // If the server can't be reached, try again: this tab has to renew the session, too.
      if (!(await read('INITIAL_SESSION')) && !unmounted) timer = setTimeout(readInitialSession, sessionTick)
    }
    // Known already: a new state would make React render again what it is about to hydrate.
    if (atFirst.current) {
      announce('INITIAL_SESSION')
      notifyOtherTabs({ event: 'INITIAL_SESSION', answer: answerOf(atFirst.current) })
    } else if (document.cookie.includes(hintCookie)) {
      setLoading(true)
      readInitialSession()
    }
    return () => {
      unmounted = true
      clearTimeout(timer)
    }
  }, [read, notifyOtherTabs])

  // Each page of the portal says again who it is for: perhaps an administrator has changed their name or their rights.
  const known = useRef(state.profile)
  known.current = state.profile
  useEffect(() => {
    if (!loaded || loaded === atFirst.current) return
    const answer = answerOf(loaded)
    if (isSame(answer.profile, known.current)) return
    if (answer.profile.id === known.current?.id) broadcast('USER_UPDATED', answer)
    // The page may have been loaded just before another tab signed out.
    else read('SIGNED_IN')
  }, [loaded, read, broadcast])

  const onRenewal = useCallback(
    (event: AuthEvent, answer: SessionAnswer) => {
      broadcast(event, answer)
      if (event === 'SIGNED_OUT') revalidate()
    },
    [broadcast, revalidate],
  )
  // Only an open page of the portal keeps a session alive.
  useSessionRenewal(pathname.startsWith('/profile') ? state.session : null, onRenewal)

  const signOut = useCallback(
    async (scope: 'local' | 'global' = 'local'): Promise<Result> => {
      setSignOutLoading(true)
      try {
        const response = await fetchOwn('/api/sign-out', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ scope }),
        })
        if (!response.ok) return failure(`${browserMessages.SIGN_OUT_FAILED}: ${await reasonOf(response)}`)
        const { ended } = await response.json().catch(() => ({}))
        broadcast('SIGNED_OUT', { profile: null })
        // What has stopped meanwhile, such as uploads, leaves nothing more behind.
        forgetPerson()
        return { error: null, ended }
      } catch (error) {
        return failure(`Sign out error: ${error instanceof Error ? error.message : String(error)}`)
      } finally {
        setSignOutLoading(false)
      }
    },
    [broadcast],
  )

  const value = useMemo(
    () => ({ ...state, loading, signOutLoading, refresh, signOut }),
    [state, loading, signOutLoading, refresh, signOut],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

/** @returns undefined on a page for everyone, and where the portal's page could not be loaded */
function useLoadedPortal(): Loaded | undefined {
  const data = useRouteLoaderData<Loaded | object>('shell/portal/portal-layout')
  return data && 'me' in data ? data : undefined
}

function answerOf({ me, session }: Loaded): SessionAnswer & { profile: Profile } {
  const { id, email, fullName, organization, isAdmin, isMember = false } = me
  const profile = { id, email, full_name: fullName, organization, is_admin: isAdmin, is_member: isMember }
  return { profile, expires_at: session.endsAt.toISOString(), server_time: session.now.toISOString() }
}

function isSame(one: Profile, other: Profile | null): boolean {
  const keys = ['id', 'email', 'full_name', 'organization', 'is_admin', 'is_member'] as const
  return keys.every(key => one[key] === other?.[key])
}

function stateOf(answer: SessionAnswer): State {
  if (!answer.profile) return signedOut
  const { id, email } = answer.profile
  // This browser's clock may be wrong, so only the difference of the server's two times is used.
  const timeLeft = Date.parse(answer.expires_at) - Date.parse(answer.server_time)
  return { user: { id, email }, session: { endsAt: Date.now() + timeLeft }, profile: answer.profile }
}

/**
 * Reads the session from the server (specification section 8).
 * @returns null if that fails or takes longer than `profileTimeout`: whether anyone is signed in is unknown then
 */
export async function readSession(): Promise<SessionAnswer | null> {
  try {
    const response = await fetch('/api/session', { signal: AbortSignal.timeout(profileTimeout) })
    if (response.ok) return await parseSessionAnswer(response)
    console.error(`Reading the session failed with ${response.status}`)
  } catch (error) {
    console.error('Reading the session failed', error)
  }
  return null
}

/**
 * How far pages were scrolled, which the router keeps. A session that ends by itself leaves what was typed, and uploads
 * that can be resumed, to the person who signs in again; this it doesn't.
 */
function forgetScrolling() {
  const forget = () => sessionStorage.removeItem('react-router-scroll-positions')
  forget()
  // The router has them in memory, too, and writes them as the document is left.
  addEventListener('pagehide', forget)
}

function forgetPerson() {
  // What names the person: where codes were sent, and what they were uploading.
  for (const key of Object.keys(localStorage))
    if (key.startsWith(lastCodePrefix) || key.startsWith('tus::')) localStorage.removeItem(key)
  // What was typed (app/shell/typed/saved-forms.ts), and how far pages were scrolled.
  sessionStorage.clear()
}

function failure(error: string): Result {
  console.error(error)
  return { error }
}

/** Our server gives its reason in `message`; a proxy in front of it may not. */
async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null)
  if (body && typeof body === 'object' && 'message' in body && typeof body.message === 'string') return body.message
  return response.statusText || String(response.status)
}

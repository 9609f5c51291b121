import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { browserMessages } from '../rules/browser-messages.ts'
import { profileTimeout, sessionTick } from '../rules/limits.ts'
import { type AuthEvent, type Profile, type Session, type SessionAnswer, sessionIn } from './session-answer.ts'
import { useRenewal } from './session-renewal.ts'

/**
 * Who is signed in, as the browser knows it (specification sections 3 and 4). The session itself is a cookie scripts
 * cannot read; what is here only decides what to show, and the server asks again for everything that matters.
 */

export type User = Pick<Profile, 'id' | 'email'>

type State = { user: User | null; session: Session | null; profile: Profile | null }
type Result = { error: string | null }

type Value = State & {
  /** True while it is not yet known who is signed in. */
  loading: boolean
  signOutLoading: boolean
  /**
   * Asks the server again and tells every tab. Call it with 'SIGNED_IN' once a code was accepted, with 'USER_UPDATED'
   * once a profile or e-mail was changed. Where nothing could be read there is no profile here, and nobody is told.
   */
  refresh: (event: AuthEvent) => Promise<Profile | null>
  /** 'local' ends this browser's session, 'global' all of the person's. An error is logged and returned. */
  signOut: (scope?: 'local' | 'global') => Promise<Result>
}

const nobody: State = { user: null, session: null, profile: null }
const SessionContext = createContext<Value | null>(null)
const channelName = 'promissory.session'
const hintCookie = 'promissory_signed_in=1'

/** Beginning of the `localStorage` keys that hold, for each e-mail, when a code was last asked for. */
export const lastCodePrefix = 'promissory.lastCode:'

type Message = { event: AuthEvent; answer: SessionAnswer }
const listeners = new Set<(event: AuthEvent) => void>()

/**
 * Hears every auth event of this browser, whichever tab it happened in.
 * @returns a function that stops it
 */
export function onAuthEvent(listener: (event: AuthEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** @throws outside of SessionProvider */
export function useSession(): Value {
  const value = useContext(SessionContext)
  if (!value) throw new Error('useSession needs a SessionProvider above it')
  return value
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>(nobody)
  const [loading, setLoading] = useState(false)
  const [signOutLoading, setSignOutLoading] = useState(false)
  const channel = useRef<BroadcastChannel | null>(null)
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()

  const take = useCallback((event: AuthEvent, answer: SessionAnswer) => {
    setState(understood(answer))
    setLoading(false)
    for (const listener of listeners) listener(event)
  }, [])

  const tell = useCallback(
    (event: AuthEvent, answer: SessionAnswer) => {
      take(event, answer)
      channel.current?.postMessage({ event, answer } satisfies Message)
    },
    [take],
  )

  const read = useCallback(
    async (event: AuthEvent) => {
      const answer = await readSession()
      if (answer) tell(event, answer)
      else {
        setState(last => ({ ...last, profile: null }))
        setLoading(false)
      }
      return answer
    },
    [tell],
  )
  const refresh = useCallback(async (event: AuthEvent) => (await read(event))?.profile ?? null, [read])

  useEffect(() => {
    const wire = new BroadcastChannel(channelName)
    channel.current = wire
    wire.onmessage = ({ data: { event, answer } }: MessageEvent<Message>) => {
      take(event, answer)
      // A portal page belongs to the person who was signed in, so its loader has to decide again.
      if (event === 'SIGNED_IN' || event === 'SIGNED_OUT' || event === 'USER_UPDATED') revalidate()
    }
    return () => wire.close()
  }, [take, revalidate])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const find = async () => {
      // While the server cannot be reached we do not know, so ask again: the session has to be renewed in this tab too.
      if (!(await read('INITIAL_SESSION')) && !left) timer = setTimeout(find, sessionTick)
    }
    if (document.cookie.includes(hintCookie)) {
      setLoading(true)
      find()
    }
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [read])

  // Only an open page of the portal keeps a session alive.
  const renewed = useCallback(
    (event: AuthEvent, answer: SessionAnswer) => {
      tell(event, answer)
      if (event === 'SIGNED_OUT') revalidate()
    },
    [tell, revalidate],
  )
  useRenewal(pathname.startsWith('/profile') ? state.session : null, renewed)

  const signOut = useCallback(
    async (scope: 'local' | 'global' = 'local'): Promise<Result> => {
      setSignOutLoading(true)
      try {
        const response = await fetch('/api/sign-out', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ scope }),
        })
        if (!response.ok) return failed(`${browserMessages.SIGN_OUT_FAILED}: ${await reason(response)}`)
        forgetCodeTimes()
        tell('SIGNED_OUT', { profile: null })
        return { error: null }
      } catch (problem) {
        return failed(`Sign out error: ${problem instanceof Error ? problem.message : String(problem)}`)
      } finally {
        setSignOutLoading(false)
      }
    },
    [tell],
  )

  const value = useMemo(
    () => ({ ...state, loading, signOutLoading, refresh, signOut }),
    [state, loading, signOutLoading, refresh, signOut],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

function understood(answer: SessionAnswer): State {
  if (!answer.profile) return nobody
  const { id, email } = answer.profile
  // The server's clock counts, so the time left is what it says, from now.
  const left = Date.parse(answer.expires_at) - Date.parse(answer.server_time)
  return { user: { id, email }, session: { endsAt: Date.now() + left }, profile: answer.profile }
}

/**
 * A read that fails or takes longer than `profileTimeout` yields no profile (specification section 8).
 * @returns null then: whether anybody is signed in is not known
 */
async function readSession(): Promise<SessionAnswer | null> {
  try {
    const response = await fetch('/api/session', { signal: AbortSignal.timeout(profileTimeout) })
    if (response.ok) return await sessionIn(response)
    console.error(`Reading the session failed with ${response.status}`)
  } catch (problem) {
    console.error('Reading the session failed', problem)
  }
  return null
}

function forgetCodeTimes() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(lastCodePrefix)) localStorage.removeItem(key)
}

function failed(error: string): Result {
  console.error(error)
  return { error }
}

/** Our server gives its reason in `message`; a proxy in front of it may not. */
async function reason(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null)
  if (body && typeof body === 'object' && 'message' in body && typeof body.message === 'string') return body.message
  return response.statusText || String(response.status)
}

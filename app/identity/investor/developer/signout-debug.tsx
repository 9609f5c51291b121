import { signOutTimeout } from '../../../../rules/limits.ts'
import { serverContext } from '../../../shell/context.ts'
import { useSession } from '../../../shell/session.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { pageMeta } from '../../../site/meta.ts'
import type { Route } from './+types/signout-debug'
import { AuthState } from './auth-state.tsx'
import style from './developer.module.css'
import { EventLog, useEventLog } from './event-log.tsx'
import { requireDevPages } from './require-dev-pages.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'

export const meta = () => [...pageMeta('Sign-out diagnostics'), { name: 'robots', content: 'noindex' }]

export function loader({ context }: Route.LoaderArgs) {
  requireDevPages(context.get(serverContext))
  return null
}

/** For developers: every way to sign out, with the server's answer (specification section 2). */
export default function SignOutDebug() {
  const { refresh, signOut } = useSession()
  const { run, write: _, ...log } = useEventLog()

  const checkSession = () =>
    run('Session check', async () => {
      const response = await fetch('/api/session')
      const { profile, expires_at } = await response.json()
      return profile ? `${response.status}: ${profile.email}, ends ${expires_at}` : `${response.status}: no session`
    })
  const runSignOut = (scope: 'local' | 'global') =>
    run(`Sign out, ${scope}`, async () => {
      const { error } = await signOut(scope)
      if (error) throw new Error(error)
      return 'no error'
    })
  const signOutWithTimeout = () =>
    run(`Sign out, ${signOutTimeout / 1000}-second timeout`, async () => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const timeout = new Promise<never>((_, reject) => {
        const timedOut = new Error(`no answer within ${signOutTimeout / 1000} seconds`)
        timer = setTimeout(reject, signOutTimeout, timedOut)
      })
      try {
        const { error } = await Promise.race([signOut('local'), timeout])
        if (error) throw new Error(error)
        return 'no error'
      } finally {
        clearTimeout(timer)
      }
    })
  const reloadSession = () =>
    run('Reload the session', async () => {
      const profile = await refresh('TOKEN_REFRESHED')
      return profile ? profile.email : 'no session'
    })

  return (
    <div className={`wrap stack top gap-5 ${style.page}`}>
      <h1>Sign-out diagnostics</h1>
      <p className={`muted ${style.lead}`}>
        Every way to sign out, with the server’s answer and how long it took. Keep a second tab open to watch it follow
        along.
      </p>
      <div className={`stack gap-7 ${style.columns}`}>
        <div className={style.tools}>
          <div className="cluster gap-3">
            <Button onClick={checkSession}>Check session</Button>
            <Button onClick={reloadSession}>Reload the session</Button>
            <Button onClick={signOutWithTimeout}>Sign out, {signOutTimeout / 1000}-second timeout</Button>
            <Button onClick={() => runSignOut('local')}>Sign out, local</Button>
            <Button onClick={() => runSignOut('global')}>Sign out, global</Button>
            <Button variant="danger" onClick={() => forceLogout(signOutTimeout)}>
              Force logout
            </Button>
          </div>
          <p className="small muted">
            Force logout asks the server to end the session, waits up to {signOutTimeout / 1000} seconds, clears
            everything this browser stores for the site and loads the home page.
          </p>
          <AuthState />
        </div>
        <EventLog {...log} />
      </div>
    </div>
  )
}

/**
 * Ends the session regardless of the server's answer, clears everything this browser stores for the site, and loads the
 * home page. Only the server's answer can delete the session cookie, so this waits for it, but no longer than
 * `timeoutMs`.
 */
async function forceLogout(timeoutMs: number): Promise<void> {
  const attempt = async (work: () => unknown) => {
    try {
      await work()
    } catch (problem) {
      console.error('Force logout: this step failed; continuing', problem)
    }
  }
  await attempt(() =>
    fetch('/api/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scope: 'local' }),
      signal: AbortSignal.timeout(timeoutMs),
    }),
  )
  await attempt(() => localStorage.clear())
  await attempt(() => sessionStorage.clear())
  await attempt(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await attempt(async () => {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  })
  for (const pair of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`
  }
  location.replace('/')
}

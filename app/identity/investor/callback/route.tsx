import { useEffect } from 'react'
import { href, useNavigate, useSearchParams } from 'react-router'
import { nextPage } from '../../../shell/portal/next-page.ts'
import { useSession } from '../../../shell/session.tsx'
import { restoreTyped } from '../../../shell/typed/saved-forms.ts'
import { mark } from '../../../shell/ui/rosette/designs.ts'
import { Rosette } from '../../../shell/ui/rosette/rosette.tsx'
import { pageMeta } from '../../../site/meta.ts'
import style from './callback.module.css'

export const meta = () => [...pageMeta('Completing sign in'), { name: 'robots', content: 'noindex' }]

/**
 * Where a sign-in from elsewhere arrives: checks for a session and goes to the portal, or to the sign-in page
 * (specification section 2).
 */
export default function Callback() {
  const { refresh } = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const next = nextPage(query.get('next'))

  useEffect(() => {
    let gone = false
    refresh('INITIAL_SESSION').then(profile => {
      if (profile) restoreTyped()
      if (!gone) navigate(profile ? next : href('/login'), { replace: true })
    })
    return () => {
      gone = true
    }
  }, [refresh, navigate, next])

  return (
    <div className={`stack gap-5 ${style.page}`}>
      {/* Without scripts the portal's loader checks the session. */}
      <noscript>
        <meta httpEquiv="refresh" content={`0; url=${next}`} />
      </noscript>
      <Rosette design={mark} className={style.rosette} />
      <h1>Completing sign in...</h1>
    </div>
  )
}

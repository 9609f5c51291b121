import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Actor } from '../../server/actor.ts'
import { useSession } from '../session.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import style from './settings-tab.module.css'

/** Who one is to the fund, and the ways out. */
export function SettingsTab({ me }: { me: Actor }) {
  const { signOut, signOutLoading } = useSession()
  const [scope, setScope] = useState<'local' | 'global'>()
  const [error, setError] = useState<string | null>(null)
  const navigate = useNavigate()

  const leave = async (from: 'local' | 'global') => {
    setScope(from)
    const result = await signOut(from)
    setError(result.error)
    if (!result.error) navigate('/')
  }

  return (
    <div className={style.settings}>
      <section>
        <h2>Your details</h2>
        <dl className={style.facts}>
          <div>
            <dt>Full name</dt>
            <dd>{me.fullName || <span className={style.absent}>Not given</span>}</dd>
          </div>
          <div>
            <dt>Organization</dt>
            <dd>{me.organization || <span className={style.absent}>Not given</span>}</dd>
          </div>
          <div>
            <dt>E-mail</dt>
            <dd>{me.email}</dd>
          </div>
        </dl>
      </section>
      <section>
        <h2>Sign out</h2>
        <p className={style.note}>
          If you have signed in on a device that is not yours, or have lost one, sign out everywhere: every session ends
          at once, this one too.
        </p>
        <Banner onDismiss={() => setError(null)}>{error}</Banner>
        <div className={style.actions}>
          <Button onClick={() => leave('local')} busy={signOutLoading && scope === 'local'} busyLabel="Signing out…">
            Sign out of this browser
          </Button>
          <Button onClick={() => leave('global')} busy={signOutLoading && scope === 'global'} busyLabel="Signing out…">
            Sign out everywhere
          </Button>
        </div>
      </section>
    </div>
  )
}

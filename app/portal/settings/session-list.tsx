import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import type { OpenSession } from '../../../server/identity/sessions.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import { useSession } from '../../session.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormattedDate, useDateFormat } from '../../ui/formatted-date.tsx'
import style from './session-list.module.css'
import { useSettingsAction } from './use-settings-action.ts'

/** The reader's sessions, with ways to end them. */
export function SessionList({ sessions, onNotice }: { sessions: OpenSession[]; onNotice: (notice: string) => void }) {
  const { Form, answer, sent, sentIntent } = useSettingsAction(onNotice)
  const format = useDateFormat()
  const { signOut, signOutLoading } = useSession()
  const [scope, setScope] = useState<'local' | 'global'>()
  const [signOutError, setSignOutError] = useState<string | null>(null)
  const navigate = useNavigate()

  const [asking, setAsking] = useState(false)

  const signOutOf = async (from: 'local' | 'global') => {
    setScope(from)
    const { error, ended } = await signOut(from)
    setSignOutError(error)
    setAsking(false)
    if (error) return
    // The sign-in page says what this did.
    if (from === 'global') navigate(href('/login'), { state: { endedSessions: ended } })
    else navigate('/')
  }
  const refused = answer?.error

  return (
    <div className={style.sessions}>
      <Banner onDismiss={() => setSignOutError(null)}>{signOutError}</Banner>
      <Banner of={refused}>{refused?.message}</Banner>
      <ul className={style.list}>
        {sessions.map(session => (
          <li key={session.id} className={style.entry}>
            <div>
              <h3>
                {session.device} {session.current && <Badge>This browser</Badge>}
              </h3>
              <p className={style.facts}>
                <span>
                  {session.current ? (
                    'Active now'
                  ) : (
                    <>
                      Last seen <FormattedDate date={session.lastSeen} time />
                    </>
                  )}
                </span>
                <span>
                  Signed in <FormattedDate date={session.signedInAt} time />
                </span>
                {session.ip && <span>IP address {session.ip}</span>}
              </p>
            </div>
            {session.current ? (
              <Button
                size="small"
                onClick={() => signOutOf('local')}
                busy={signOutLoading && scope === 'local'}
                busyLabel="Signing out…"
              >
                Sign out of this browser
              </Button>
            ) : (
              <Form method="post" action={href('/profile/settings')}>
                <ActionFields intent="end-session" />
                <input type="hidden" name="id" value={session.id} />
                <Button
                  type="submit"
                  size="small"
                  busy={sent?.get('id') === session.id}
                  busyLabel="Signing out…"
                  aria-label={`Sign out ${session.device}, signed in ${format(session.signedInAt, true)}`}
                >
                  Sign out
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <div className={style.actions}>
        {sessions.length > 1 && (
          <Form method="post" action={href('/profile/settings')}>
            <ActionFields intent="end-others" />
            <Button type="submit" busy={sentIntent === 'end-others'} busyLabel="Signing out…">
              Sign out all others
            </Button>
          </Form>
        )}
        <Button variant="danger" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere?"
        busy={signOutLoading}
        actions={
          <>
            <Button onClick={() => setAsking(false)} disabled={signOutLoading}>
              Keep me signed in
            </Button>
            <Button variant="danger" onClick={() => signOutOf('global')} busy={signOutLoading} busyLabel="Signing out…">
              Sign out everywhere
            </Button>
          </>
        }
      >
        <p>
          {sessions.length === 1
            ? 'This browser is the only one you’re signed in to.'
            : `This ends all ${sessions.length} of your sessions at once, this browser’s included.`}{' '}
          You’ll need a new code, or a passkey, to sign in again. Uploads in progress will stop.
        </p>
      </Dialog>
    </div>
  )
}

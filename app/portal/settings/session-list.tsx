import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OpenSession } from '../../../server/identity/sessions.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import { useSession } from '../../session.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FormattedDate, useDateFormat } from '../../ui/formatted-date.tsx'
import style from './session-list.module.css'
import { settingsAddress, useSettingsAction } from './use-settings-action.ts'

/** The reader's sessions, with ways to end them. */
export function SessionList({ sessions, onNotice }: { sessions: OpenSession[]; onNotice: (notice: string) => void }) {
  const { Form, answer, sent, sentIntent } = useSettingsAction(onNotice)
  const format = useDateFormat()
  const { signOut, signOutLoading } = useSession()
  const [scope, setScope] = useState<'local' | 'global'>()
  const [signOutError, setSignOutError] = useState<string | null>(null)
  const navigate = useNavigate()

  const signOutOf = async (from: 'local' | 'global') => {
    setScope(from)
    const result = await signOut(from)
    setSignOutError(result.error)
    if (!result.error) navigate('/')
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
              <Form method="post" action={settingsAddress}>
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
          <Form method="post" action={settingsAddress}>
            <ActionFields intent="end-others" />
            <Button type="submit" busy={sentIntent === 'end-others'} busyLabel="Signing out…">
              Sign out all others
            </Button>
          </Form>
        )}
        <Button
          variant="danger"
          onClick={() => signOutOf('global')}
          busy={signOutLoading && scope === 'global'}
          busyLabel="Signing out…"
        >
          Sign out everywhere
        </Button>
      </div>
    </div>
  )
}

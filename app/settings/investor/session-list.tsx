import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import type { OpenSession } from '../../identity/server/sessions.ts'
import { ActionButtons } from '../../shell/actions/action-button.tsx'
import { CommandButton } from '../../shell/commands/command-button.tsx'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { useSession } from '../../shell/session.tsx'
import { Badge } from '../../shell/ui/badge.tsx'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { Dialog } from '../../shell/ui/dialog.tsx'
import { FormattedDate, useDateFormat } from '../../shell/ui/formatted-date.tsx'
import { endOtherSessionsCommand, endSessionCommand } from '../settings.commands.ts'
import style from './session-list.module.css'

/** The reader's sessions, with ways to end them. */
export function SessionList({ sessions, onNotice }: { sessions: OpenSession[]; onNotice: (notice: string) => void }) {
  const account = href('/profile/settings/account')
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
  return (
    <div className="stack gap-5">
      <Banner onDismiss={() => setSignOutError(null)}>{signOutError}</Banner>
      <ActionButtons say={onNotice}>
        <ul className="plain-list double-above">
          {sessions.map(session => (
            <li key={session.id} className={`stack center gap-3-5 line-below pad-4 ${style.entry}`}>
              <div>
                <h3>
                  {session.device} {session.current && <Badge>This browser</Badge>}
                </h3>
                <p className="quiet cluster gap-0-5 tabular breakable">
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
                <CommandButton
                  command={endSessionCommand}
                  action={account}
                  fields={{ session: session.id }}
                  aria-label={`Sign out ${session.device}, signed in ${format(session.signedInAt, true)}`}
                />
              )}
            </li>
          ))}
        </ul>
      </ActionButtons>
      <div className={`cluster gap-3 ${style.actions}`}>
        {sessions.length > 1 && <CommandForm command={endOtherSessionsCommand} action={account} onDone={onNotice} />}
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

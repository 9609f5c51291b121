import { useState } from 'react'
import list from '../../../../settings/investor/session-list.module.css'
import { SettingsSection } from '../../../../settings/investor/settings-section.tsx'
import { ActionButtons } from '../../../../shell/actions/action-button.tsx'
import { loadOne, showOne } from '../../../../shell/portal/one-page.tsx'
import { useLiveUpdates } from '../../../../shell/portal/use-live-updates.ts'
import { useMe } from '../../../../shell/portal/use-me.ts'
import { FormattedDate, useDateFormat } from '../../../../shell/ui/formatted-date.tsx'
import { Notice, useNotice } from '../../../../shell/ui/notice.tsx'
import type { PersonSession } from '../../../server/person-sessions.ts'
import { endSessionCommand } from '../../../session.commands.ts'
import { PersonButton } from '../../person-button.tsx'
import facts from '../../person-dialog.module.css'
import { PersonFacts } from '../../person-facts.tsx'
import { type AccountQuestion, QuestionDialog } from '../../question-dialog.tsx'
import { useAccount } from '../account.ts'

export const loader = loadOne(async ({ actor, operations }, id) => ({
  sessions: await operations.getSessionsOf(actor, id),
}))

export default showOne<typeof loader>(PersonAccess)

/** A person's sessions and rights, and ways to change them. */
function PersonAccess({ sessions }: { sessions: PersonSession[] }) {
  const me = useMe()
  const person = useAccount()
  const [question, setQuestion] = useState<AccountQuestion>()
  const { say, ...notice } = useNotice()
  const onDone = (text: string) => {
    setQuestion(undefined)
    say(text)
  }
  useLiveUpdates(person.id)
  return (
    <ActionButtons say={onDone}>
      <SettingsSection title="Rights" note="What they may do here.">
        <dl className={`stack double-above ${facts.facts}`}>
          <PersonFacts me={me} person={person} onAsk={setQuestion} />
        </dl>
      </SettingsSection>
      <SettingsSection title="Sessions" note="Where they are signed in, the most recently used first.">
        <Sessions personId={person.id} sessions={sessions} />
      </SettingsSection>
      <QuestionDialog
        question={question}
        me={me}
        person={person}
        onCancel={() => setQuestion(undefined)}
        onDone={onDone}
      />
      <Notice {...notice} />
    </ActionButtons>
  )
}

type SessionsProps = { personId: string; sessions: PersonSession[] }

function Sessions({ personId, sessions }: SessionsProps) {
  const format = useDateFormat()
  if (sessions.length === 0) return <p>Not signed in anywhere.</p>
  return (
    <ul className="plain-list double-above">
      {sessions.map(({ id, device, ip, signedInAt, lastSeen }) => (
        <li key={id} className={`stack center gap-3-5 line-below pad-4 ${list.entry}`}>
          <div>
            <h3>{device}</h3>
            <p className="quiet cluster gap-0-5 tabular breakable">
              <span>
                Last seen <FormattedDate date={lastSeen} time />
              </span>
              <span>
                Signed in <FormattedDate date={signedInAt} time />
              </span>
              {ip && <span>IP address {ip}</span>}
            </p>
          </div>
          <PersonButton
            personId={personId}
            command={endSessionCommand}
            fields={{ session: id }}
            name={`Sign out ${device}, signed in ${format(signedInAt, true)}`}
          />
        </li>
      ))}
    </ul>
  )
}

import { useState } from 'react'
import { endSessionCommand } from '../../../../../rules/people/session.commands.ts'
import type { PersonSession } from '../../../../../server/people/person-sessions.ts'
import { ActionButtons } from '../../../../actions/action-button.tsx'
import { FormattedDate, useDateFormat } from '../../../../ui/formatted-date.tsx'
import { Notice, useNotice } from '../../../../ui/notice.tsx'
import { loadOne, showOne } from '../../../one-page.tsx'
import list from '../../../settings/session-list.module.css'
import { SettingsSection } from '../../../settings/settings-section.tsx'
import { useLiveUpdates } from '../../../use-live-updates.ts'
import { useMe } from '../../../use-me.ts'
import { PersonButton } from '../../people/person-button.tsx'
import facts from '../../people/person-dialog.module.css'
import { type AccountQuestion, PersonFacts, QuestionDialog } from '../../people/person-facts.tsx'
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

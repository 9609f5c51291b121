import { href } from 'react-router'
import { editPersonCommand } from '../../../../../rules/people/person.commands.ts'
import type { ListedUser } from '../../../../../server/people/people-list.ts'
import { CommandForm } from '../../../../commands/command-form.tsx'
import { EmailText } from '../../../../ui/email-text.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { EditFields } from '../../people/edit-fields.tsx'
import style from './overview.module.css'

type Props = { account: ListedUser; lastSeen: Date | null; onNotice: (notice: string) => void }

/** A person's names and contact details, and a form to change their name and organization. */
export function AboutPerson({ account, lastSeen, onNotice }: Props) {
  return (
    <>
      <dl className="facts stack gap-2">
        <Facts account={account} lastSeen={lastSeen} />
      </dl>
      {!account.erased_at && (
        <details className={style.edit}>
          <summary>Change name or organization</summary>
          <CommandForm
            key={account.updated_at.getTime()}
            command={editPersonCommand}
            action={href('/profile/people/:id', { id: account.id })}
            className="stack gap-3 below-3 column-36"
            onDone={onNotice}
          >
            {() => <EditFields person={account} />}
          </CommandForm>
        </details>
      )}
    </>
  )
}

function Facts({ account, lastSeen }: Pick<Props, 'account' | 'lastSeen'>) {
  const { email, organization, joined_at, invited_at, accepted_at, disabled_at, disabled_reason } = account
  return (
    <>
      <div>
        <dt>E-mail</dt>
        <dd>
          {account.erased_at ? (
            email
          ) : (
            <a href={`mailto:${email}`}>
              <EmailText>{email}</EmailText>
            </a>
          )}
        </dd>
      </div>
      {organization && (
        <div>
          <dt>Organization</dt>
          <dd>{organization}</dd>
        </div>
      )}
      <div>
        <dt>Last seen</dt>
        <dd>{lastSeen ? <FormattedDate date={lastSeen} time /> : 'Never'}</dd>
      </div>
      <div>
        <dt>{joined_at ? 'Joined' : 'Invited'}</dt>
        <dd>
          <FormattedDate date={joined_at ?? invited_at ?? account.created_at} />
          {!joined_at && '. Hasn’t signed in yet.'}
        </dd>
      </div>
      {accepted_at && joined_at && (
        <div>
          <dt>Accepted by the fund</dt>
          <dd>
            <FormattedDate date={accepted_at} />
          </dd>
        </div>
      )}
      {disabled_at && (
        <div>
          <dt>Access closed</dt>
          <dd>
            <FormattedDate date={disabled_at} time />
            {disabled_reason && `: ${disabled_reason}`}
          </dd>
        </div>
      )}
    </>
  )
}

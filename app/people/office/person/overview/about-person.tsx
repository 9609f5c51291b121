import { href } from 'react-router'
import { CommandForm } from '../../../../shell/commands/command-form.tsx'
import { EmailText } from '../../../../shell/ui/email-text.tsx'
import { FormattedDate } from '../../../../shell/ui/formatted-date.tsx'
import { editPersonCommand } from '../../../person.commands.ts'
import type { ListedUser } from '../../../server/people-list.ts'
import { useEditFields } from '../../edit-fields.ts'
import style from './overview.module.css'

type Props = { account: ListedUser; lastSeen: Date | null; onNotice: (notice: string) => void }

/** A person's names and contact details, and a form to change their name and organization. */
export function AboutPerson({ account, lastSeen, onNotice }: Props) {
  const fields = useEditFields(account)
  return (
    <>
      <dl className="facts stack gap-2">
        <Facts account={account} lastSeen={lastSeen} />
      </dl>
      {!account.erasedAt && (
        <details className={style.edit}>
          <summary>Change name or organization</summary>
          <CommandForm
            key={account.updatedAt.getTime()}
            command={editPersonCommand}
            action={href('/profile/people/:id', { id: account.id })}
            className="stack gap-3 below-3 column-36"
            fields={fields}
            onDone={onNotice}
          />
        </details>
      )}
    </>
  )
}

function Facts({ account, lastSeen }: Pick<Props, 'account' | 'lastSeen'>) {
  const { email, organization, joinedAt, invitedAt, acceptedAt, disabledAt, disabledReason } = account
  return (
    <>
      <div>
        <dt>E-mail</dt>
        <dd>
          {account.erasedAt ? (
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
        <dt>{joinedAt ? 'Joined' : 'Invited'}</dt>
        <dd>
          <FormattedDate date={joinedAt ?? invitedAt ?? account.createdAt} />
          {!joinedAt && '. Hasn’t signed in yet.'}
        </dd>
      </div>
      {acceptedAt && joinedAt && (
        <div>
          <dt>Accepted by the fund</dt>
          <dd>
            <FormattedDate date={acceptedAt} />
          </dd>
        </div>
      )}
      {disabledAt && (
        <div>
          <dt>Access closed</dt>
          <dd>
            <FormattedDate date={disabledAt} time />
            {disabledReason && `: ${disabledReason}`}
          </dd>
        </div>
      )}
    </>
  )
}

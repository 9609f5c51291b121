import { href } from 'react-router'
import type { Actor } from '../../../../../server/access/actor.ts'
import type { Remark } from '../../../../../server/messages/remarks.ts'
import type { ListedUser } from '../../../../../server/people/people-list.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { Button } from '../../../../ui/button.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Notice, useNotice } from '../../../../ui/notice.tsx'
import { SettingsSection } from '../../../settings/settings-section.tsx'
import { useLiveUpdates } from '../../../use-live-updates.ts'
import { EditFields } from '../../people/edit-fields.tsx'
import facts from '../../people/person-dialog.module.css'
import { useAccount } from '../account.ts'
import style from './details-page.module.css'
import { PersonRemarks } from './person-remarks.tsx'

/** Who somebody is, and what administrators have remarked about them. */
export function DetailsPage({ me, remarks }: { me: Actor; remarks: Remark[] }) {
  const account = useAccount()
  const { say, ...notice } = useNotice()
  useLiveUpdates(account.id)
  return (
    <div>
      <SettingsSection title="Details" note="How we address them, in the portal and on paper.">
        {!account.erased_at && <EditForm key={account.updated_at.getTime()} person={account} onNotice={say} />}
        <dl className={facts.facts}>
          <Facts account={account} />
        </dl>
      </SettingsSection>
      <SettingsSection title="Remarks" note="Only administrators can read them.">
        <PersonRemarks personId={account.id} remarks={remarks} me={me} onNotice={say} />
      </SettingsSection>
      <Notice {...notice} />
    </div>
  )
}

function EditForm({ person, onNotice }: { person: ListedUser; onNotice: (notice: string) => void }) {
  const { Form, answer, busy } = useAction(({ notice }) => notice && onNotice(notice))
  return (
    <Form method="post" action={href('/profile/people/:id', { id: person.id })} className={style.form}>
      <ActionFields intent="edit" />
      <EditFields person={person} answer={busy ? undefined : answer} />
      <Button type="submit" className={style.save} busy={busy} busyLabel="Saving…">
        Save
      </Button>
    </Form>
  )
}

function Facts({ account }: { account: ListedUser }) {
  const { email, joined_at, invited_at, accepted_at, disabled_at, disabled_reason } = account
  return (
    <>
      <div>
        <dt>E-mail</dt>
        <dd>{email}</dd>
      </div>
      <div>
        <dt>{joined_at ? 'Joined' : 'Invited'}</dt>
        <dd>
          <FormattedDate date={joined_at ?? invited_at ?? account.created_at} time />
          {!joined_at && '. Hasn’t signed in yet.'}
        </dd>
      </div>
      {accepted_at && joined_at && (
        <div>
          <dt>Accepted by the fund</dt>
          <dd>
            <FormattedDate date={accepted_at} time />
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

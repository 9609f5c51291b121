import { useState } from 'react'
import { href } from 'react-router'
import type { Actor } from '../../../../server/access/actor.ts'
import { ActionButtons } from '../../../shell/actions/action-button.tsx'
import { useHydrated } from '../../../shell/hydrated.ts'
import { PageName } from '../../../shell/office/page-name.tsx'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { acceptPersonCommand } from '../../person.commands.ts'
import type { ListedUser } from '../../server/people-list.ts'
import { myDocuments } from '../managing/person-picker.tsx'
import { SwitchPersonDialog } from '../managing/switch-person-dialog.tsx'
import { PersonButton } from '../person-button.tsx'
import { StateBadges } from '../state-badges.tsx'
import { accountName } from './account.ts'
import { AddFilesHere } from './add-files-here.tsx'
import style from './person-banner.module.css'

type Props = {
  me: Actor
  account: ListedUser
  /** The section, such as 'Documents of'; empty for the whole page. */
  heading: string
  /** Their documents are being managed: going back to My Documents asks first (specification section 4). */
  managing: boolean
}

/** The person of the page, always visible, with their state, and buttons to accept a guest or add files. */
export function PersonBanner({ me, account, heading, managing }: Props) {
  const [leaving, setLeaving] = useState(false)
  const [error, setError] = useState<Refusal>()
  const { say, ...notice } = useNotice()
  const hydrated = useHydrated()
  const person = { id: account.id, email: account.email, fullName: account.fullName }
  return (
    <ActionButtons say={say}>
      <div className={`row center gap-0-4 double sunk below-3 ${style.banner}`} role="note">
        <PageName name={`${heading} ${accountName(account)}`.trim()}>
          {heading} <strong>{accountName(account)}</strong>
        </PageName>
        <StateBadges person={account} />
        {account.fullName && <p className={`quiet ${style.email}`}>{account.email}</p>}
        <div className="row center gap-4 to-end">
          {account.isGuest && <PersonButton personId={account.id} command={acceptPersonCommand} />}
          {!managing && !account.erasedAt && <AddFilesHere me={me} person={person} onError={setError} />}
          {managing &&
            (hydrated ? (
              <Button variant="link" onClick={() => setLeaving(true)}>
                {myDocuments}
              </Button>
            ) : (
              <Button variant="link" to={href('/profile')}>
                {myDocuments}
              </Button>
            ))}
        </div>
      </div>
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
      <SwitchPersonDialog me={me} from={person} to={leaving ? me : undefined} onCancel={() => setLeaving(false)} />
      <Notice {...notice} />
    </ActionButtons>
  )
}

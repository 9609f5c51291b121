import { href } from 'react-router'
import { countOf } from '../../../../../rules/number.ts'
import { delegateKinds } from '../../../../delegates/delegates.ts'
import { StateWords } from '../../../../delegates/investor/delegate-entry.tsx'
import { grantedWords } from '../../../../delegates/investor/granted-words.ts'
import type { Delegate } from '../../../../delegates/server/grants.ts'
import { ActionButtons } from '../../../../shell/actions/action-button.tsx'
import { FormattedDate } from '../../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../../shell/ui/link.tsx'
import { endGrantCommand } from '../../../person.commands.ts'
import { PersonButton } from '../../person-button.tsx'
import { accountName, useAccount } from '../account.ts'
import style from './overview.module.css'
import { Panel } from './panel.tsx'

/** A delegate's access, current and former; administrators can revoke it. Nothing for anyone else. */
export function SharedAccess({ shares, onNotice }: { shares: Delegate[]; onNotice: (notice: string) => void }) {
  const account = useAccount()
  const name = accountName(account)
  if (shares.length === 0) return null
  const isOpen = ({ state }: Delegate) => state === 'active' || state === 'invited'
  const past = shares.filter(share => !isOpen(share))
  return (
    <Panel title="Shared access">
      <ActionButtons say={onNotice}>
        <ul className={`plain-list ${style.shares}`}>
          {shares.filter(isOpen).map(share => (
            <li key={share.id}>
              <Share share={share} />
              <PersonButton
                personId={account.id}
                command={endGrantCommand}
                fields={{ grant: share.id }}
                variant="link"
                name={`End access of ${name} to ${share.holder}`}
              />
            </li>
          ))}
        </ul>
        {past.length > 0 && (
          <details className={style.edit}>
            <summary>Ended: {countOf(past.length, 'account')}</summary>
            <ul className={`plain-list ${style.shares}`}>
              {past.map(share => (
                <li key={share.id}>
                  <Share share={share} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </ActionButtons>
    </Panel>
  )
}

function Share({ share }: { share: Delegate }) {
  const { id, holderId, holder, kind, hasMoved, lastReadAt, documentsRead } = share
  return (
    <div>
      <p>
        <Link to={href('/profile/admin/holders/:id', { id: holderId })}>{holder}</Link>
      </p>
      <p className="quiet">
        {delegateKinds[kind]}: {grantedWords(share)}. <StateWords delegate={share} />
        {hasMoved && ' They sign in with another address now, so they see nothing.'}
      </p>
      {lastReadAt && (
        <p className="quiet">
          <Link to={href('/profile/delegates/:id', { id })}>
            {documentsRead > 0 ? `Opened ${countOf(documentsRead, 'document')}` : 'Viewed notes and payments'}
          </Link>
          , last on <FormattedDate date={lastReadAt} />
        </p>
      )}
    </div>
  )
}

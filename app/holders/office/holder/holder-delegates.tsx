import { href } from 'react-router'
import { countOf } from '../../../../rules/number.ts'
import { endDelegateCommand } from '../../../delegates/delegates.commands.ts'
import { delegateKinds } from '../../../delegates/delegates.ts'
import { StateWords } from '../../../delegates/investor/delegate-entry.tsx'
import { grantedWords } from '../../../delegates/investor/granted-words.ts'
import type { Delegate } from '../../../delegates/server/grants.ts'
import { ActionButtons } from '../../../shell/actions/action-button.tsx'
import { CommandButton } from '../../../shell/commands/command-button.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import type { Holder } from '../../server/holders-list.ts'
import style from '../holders.module.css'

type Props = { holder: Holder; delegates: Delegate[]; onNotice: (notice: string) => void }

/** A holder's delegates, current and former; administrators can revoke access. */
export function HolderDelegates({ holder, delegates, onNotice }: Props) {
  if (delegates.length === 0)
    return <p className="quiet">No one. Its authorized people share access from their own pages.</p>
  return (
    <ActionButtons say={onNotice}>
      <ul className={`plain-list double-above ${style.members}`}>
        {delegates.map(delegate => {
          const { id, name, address, kind, state, lastReadAt } = delegate
          const isOpen = state === 'invited' || state === 'active'
          return (
            <li key={id}>
              <div>
                <p>
                  {name ?? address}
                  {name && <span className="quiet"> {address}</span>}
                </p>
                <p className="quiet">
                  {delegateKinds[kind]}: {grantedWords(delegate)}. <StateWords delegate={delegate} />
                </p>
                <p className="quiet">
                  {lastReadAt ? (
                    <>
                      <Link to={href('/profile/delegates/:id', { id })}>{readSoFar(delegate)}</Link>, last on{' '}
                      <FormattedDate date={lastReadAt} />
                    </>
                  ) : kind === 'custodian' ? (
                    'Nothing received: opened nothing yet.'
                  ) : (
                    'Opened nothing yet.'
                  )}
                </p>
              </div>
              {isOpen && (
                <CommandButton
                  command={endDelegateCommand}
                  fields={{ grant: id }}
                  action={href('/profile/admin/holders/:id', { id: holder.id })}
                  variant="link"
                  aria-label={`End access of ${name ?? address}`}
                />
              )}
            </li>
          )
        })}
      </ul>
    </ActionButtons>
  )
}

function readSoFar({ documentsRead }: Delegate): string {
  return documentsRead > 0 ? `Opened ${countOf(documentsRead, 'document')}` : 'Viewed notes and payments'
}

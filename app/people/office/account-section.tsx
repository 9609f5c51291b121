import type { Actor } from '../../../server/access/actor.ts'
import { Button } from '../../shell/ui/button.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { acceptPersonCommand, enablePersonCommand } from '../person.commands.ts'
import type { ListedUser } from '../server/people-list.ts'
import { endSessionsCommand } from '../session.commands.ts'
import { PersonButton } from './person-button.tsx'

type Props = {
  me: Actor
  person: ListedUser
  onAccept: () => void
  onDisable: () => void
  onErase: () => void
}

/** Whether the person has access only as a delegate, without having been accepted by the fund. */
function isOnlyDelegate({ acceptedAt, disabledAt, isGuest }: ListedUser): boolean {
  return !acceptedAt && !disabledAt && !isGuest
}

/** In a person's dialog: whether they are a guest or without access, and an administrator's actions. */
export function AccountSection({ me, person, onAccept, onDisable, onErase }: Props) {
  const { id } = person
  if (person.erasedAt)
    return (
      <div>
        <dt>Account</dt>
        <dd>
          Erased on <FormattedDate date={person.erasedAt} />. Documents that had to be kept are still here.
        </dd>
        <dd>
          <Button size="small" variant="danger" onClick={onErase}>
            Erase what may go now
          </Button>
        </dd>
      </div>
    )
  return (
    <>
      {person.isGuest && (
        <div>
          <dt>Guest</dt>
          <dd>Signed up without an invitation. Can add only a few documents until you accept them.</dd>
          <dd>
            <PersonButton personId={id} command={acceptPersonCommand} />
          </dd>
        </div>
      )}
      {isOnlyDelegate(person) && (
        <div>
          <dt>Shared access</dt>
          <dd>
            Here because an investor shared an account with them. They aren’t an investor, and nothing sent to all
            investors reaches them.
          </dd>
          <dd>
            <Button size="small" onClick={onAccept}>
              Make an investor
            </Button>
          </dd>
        </div>
      )}
      {person.eraseRequestedAt && (
        <div>
          <dt>Asked to be erased</dt>
          <dd>
            <FormattedDate date={person.eraseRequestedAt} time />. Close the access first, then erase the account.
          </dd>
        </div>
      )}
      {person.disabledAt ? (
        <>
          <div>
            <dt>Access closed</dt>
            <dd>
              <FormattedDate date={person.disabledAt} time />
              {person.disabledReason && `: ${person.disabledReason}`}
            </dd>
            {(person.isAdmin || person.isApprover) && (
              <dd>Opening it doesn’t give back the right to approve. That takes two people.</dd>
            )}
            <dd>
              <PersonButton personId={id} command={enablePersonCommand} />
            </dd>
          </div>
          <div>
            <dt>Erase account</dt>
            <dd>
              Deletes everything we aren’t legally required to keep. You’ll see what is deleted and what is kept first.
            </dd>
            <dd>
              <Button size="small" variant="danger" onClick={onErase}>
                Erase account
              </Button>
            </dd>
          </div>
        </>
      ) : (
        person.id !== me.id && (
          <>
            <div>
              <dt>Sessions</dt>
              <dd>Ends every session, so they have to sign in again.</dd>
              <dd>
                <PersonButton personId={id} command={endSessionsCommand} />
              </dd>
            </div>
            <div>
              <dt>Access</dt>
              <dd>Close it when they no longer need it. Documents stay as they are.</dd>
              <dd>
                <Button size="small" variant="danger" onClick={onDisable}>
                  Close access
                </Button>
              </dd>
            </div>
          </>
        )
      )}
    </>
  )
}

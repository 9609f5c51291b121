import { href } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { CommandButton } from '../../shell/commands/command-button.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { inviteAgainCommand } from '../people.commands.ts'
import { requestApproverCommand } from '../person.commands.ts'
import type { ListedUser } from '../server/people-list.ts'
import { permitPasskeyCommand } from '../session.commands.ts'
import { AccountSection } from './account-section.tsx'
import { PersonButton } from './person-button.tsx'
import type { AccountQuestion } from './question-dialog.tsx'

type Props = { me: Actor; person: ListedUser }

/** A person's rights and access, and an administrator's actions: entries of a `<dl>`. */
export function PersonFacts({ me, person, onAsk }: Props & { onAsk: (question: AccountQuestion) => void }) {
  return (
    <>
      {person.invitedAt && <Invitation person={person} />}
      {!person.erasedAt && <Administrator person={person} onGrant={() => onAsk('grant')} />}
      {!person.isAdmin && !person.erasedAt && <Approver person={person} onRemove={() => onAsk('remove-approver')} />}
      {(person.isAdmin || person.isApprover) && person.id !== me.id && <PasskeyPermit personId={person.id} />}
      <AccountSection
        me={me}
        person={person}
        onAccept={() => onAsk('accept')}
        onDisable={() => onAsk('disable')}
        onErase={() => onAsk('erase')}
      />
    </>
  )
}

function Administrator({ person, onGrant }: { person: ListedUser; onGrant: () => void }) {
  return (
    <div>
      <dt>Administrator</dt>
      <dd>{person.isAdmin ? 'Can view and manage everyone’s documents.' : 'No. Can only view their own documents.'}</dd>
      {person.isAdmin && <DecidesFrom person={person} />}
      <dd>
        <Button size="small" variant={person.isAdmin ? 'danger' : 'quiet'} onClick={onGrant}>
          {person.isAdmin ? 'Remove administrator' : 'Make administrator'}
        </Button>
      </dd>
    </div>
  )
}

/** The right to approve; administrators have it anyway. */
function Approver({ person, onRemove }: Pick<Props, 'person'> & { onRemove: () => void }) {
  const { id, isApprover, acceptedAt, disabledAt } = person
  const mayBecome = acceptedAt !== null && disabledAt === null
  return (
    <div>
      <dt>Approver</dt>
      <dd>
        {isApprover
          ? 'Approves administrators’ requests, and sees only the evidence for them.'
          : mayBecome
            ? 'No. An approver gives second approvals, and sees only the evidence for them.'
            : 'No. Only an accepted person with open access can be one.'}
      </dd>
      {isApprover && <DecidesFrom person={person} />}
      {isApprover ? (
        <dd>
          <Button size="small" variant="danger" onClick={onRemove}>
            Remove approver
          </Button>
        </dd>
      ) : (
        mayBecome && (
          <dd>
            <PersonButton personId={id} command={requestApproverCommand} />
          </dd>
        )
      )}
    </div>
  )
}

/** When a new approver's decisions start to count. */
function DecidesFrom({ person: { decidesFrom } }: Pick<Props, 'person'>) {
  if (!decidesFrom) return null
  return (
    <dd>
      Can approve from <FormattedDate date={decidesFrom} time />: their right is new, or their passkey, address or
      access has changed. Until then another administrator or approver decides. Where there is none, ask the person who
      runs the server to appoint an approver.
    </dd>
  )
}

function Invitation({ person: { id, invitedAt } }: Pick<Props, 'person'>) {
  return (
    <div>
      <dt>Invited</dt>
      <dd>
        <FormattedDate date={invitedAt ?? 0} time />. Hasn’t signed in yet.
      </dd>
      <dd>
        <CommandButton action={href('/profile/invitations')} command={inviteAgainCommand} fields={{ user: id }} />
      </dd>
    </div>
  )
}

/** An entry in the facts about another administrator or an approver: lets them recover from a lost passkey. */
function PasskeyPermit({ personId }: { personId: string }) {
  return (
    <div>
      <dt>Passkey</dt>
      <dd>
        If they lost it, you can let them add a new one within 24 hours, using a code from our e-mail. Make sure it’s
        them: call them first. They can’t approve anything for a few days. Where a third person decides, that person
        approves it.
      </dd>
      <dd>
        <PersonButton personId={personId} command={permitPasskeyCommand} />
      </dd>
    </div>
  )
}

import { permitPasskeyCommand } from '../session.commands.ts'
import { PersonButton } from './person-button.tsx'

/** An entry in the facts about another administrator or an approver: lets them recover from a lost passkey. */
export function PasskeyPermit({ personId }: { personId: string }) {
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

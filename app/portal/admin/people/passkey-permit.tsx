import { href } from 'react-router'
import type { ListedUser } from '../../../../server/people/people-list.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'

/** An entry in a list of facts about another administrator or an approver: helps them when they have lost their passkey. */
export function PasskeyPermit({ person, onDone }: { person: ListedUser; onDone: (notice: string) => void }) {
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  return (
    <div>
      <dt>Passkey</dt>
      <dd>
        If they lost it, you can let them add a new one within 24 hours, using a code from our e-mail. Make sure it’s
        them: call them first. They can’t approve anything for a few days. Where a third person decides, that person
        approves it.
        <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      </dd>
      <dd>
        <Form method="post" action={href('/profile/people/:id', { id: person.id })}>
          <ActionFields intent="permit-passkey" />
          <Button size="small" type="submit" busy={busy} busyLabel="Saving…">
            Let them add a new passkey
          </Button>
        </Form>
      </dd>
    </div>
  )
}

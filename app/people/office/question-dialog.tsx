import type { Actor } from '../../../server/access/actor.ts'
import { removeApproverCommand } from '../person.commands.ts'
import type { ListedUser } from '../server/people-list.ts'
import { AcceptDelegateDialog } from './accept-delegate-dialog.tsx'
import { DisableDialog } from './disable-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { AloneField, PersonQuestion } from './person-question.tsx'

/** The dialog before a change of a person's rights, access or account. */
export type AccountQuestion = 'accept' | 'grant' | 'remove-approver' | 'disable' | 'erase'

/** The dialog for a question; nothing without one. */
export function QuestionDialog({
  question,
  me,
  person,
  ...answers
}: {
  me: Actor
  person: ListedUser
  question: AccountQuestion | undefined
  onCancel: () => void
  /** A change was saved. */
  onDone: (notice: string) => void
}) {
  if (question === 'accept') return <AcceptDelegateDialog person={person} {...answers} />
  if (question === 'grant') return <GrantDialog me={me} person={person} {...answers} />
  if (question === 'remove-approver') return <RemoveApproverDialog person={person} {...answers} />
  if (question === 'disable') return <DisableDialog person={person} {...answers} />
  if (question === 'erase') return <EraseDialog person={person} {...answers} />
  return null
}

type DialogProps = { person: ListedUser; onCancel: () => void; onDone: (notice: string) => void }

/** Asks before removing an approver. Render it only while it is open. */
function RemoveApproverDialog({ person, onCancel, onDone }: DialogProps) {
  const name = person.fullName || person.email
  return (
    <PersonQuestion
      command={removeApproverCommand}
      personId={person.id}
      title={`Remove ${name} as approver?`}
      variant="danger"
      onClose={onCancel}
      onDone={onDone}
      fields={{ alone: <AloneField /> }}
    >
      <p>{name} no longer approves what administrators ask for. Appointing an approver again takes two people.</p>
    </PersonQuestion>
  )
}

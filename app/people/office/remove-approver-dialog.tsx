import { removeApproverCommand } from '../person.commands.ts'
import type { ListedUser } from '../server/people-list.ts'
import { AloneField, PersonQuestion } from './person-question.tsx'

type Props = { person: ListedUser; onCancel: () => void; onDone: (notice: string) => void }

/** Asks before removing an approver. Render it only while it is open. */
export function RemoveApproverDialog({ person, onCancel, onDone }: Props) {
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

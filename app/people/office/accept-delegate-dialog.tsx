import { focused } from '../../shell/commands/command-field.tsx'
import { acceptDelegateCommand } from '../person.commands.ts'
import type { ListedUser } from '../server/people-list.ts'
import { PersonQuestion } from './person-question.tsx'

type Props = { person: ListedUser; onCancel: () => void; onDone: (notice: string) => void }

/** Explains the acceptance of a delegate as an investor, and asks for a reason. Render it only while it is open. */
export function AcceptDelegateDialog({ person, onCancel, onDone }: Props) {
  const name = person.fullName || person.email
  return (
    <PersonQuestion
      command={acceptDelegateCommand}
      personId={person.id}
      title={`Make ${name} an investor?`}
      onClose={onCancel}
      onDone={onDone}
      fields={{ reason: focused }}
    >
      <p>
        An investor shares an account with {name} ({person.email}), such as with an accountant. As an investor
        themselves, they’ll also receive what you send to everyone you’ve accepted, and can be authorized for a holder.
        What is shared with them stays as it is.
      </p>
    </PersonQuestion>
  )
}

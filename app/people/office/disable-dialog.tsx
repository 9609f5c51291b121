import { focused } from '../../shell/commands/command-field.tsx'
import { disablePersonCommand } from '../person.commands.ts'
import type { ListedUser } from '../server/people-list.ts'
import { AloneField, PersonQuestion } from './person-question.tsx'

type Props = { person: ListedUser; onCancel: () => void; onDone: (notice: string) => void }

/** Asks for the reason to close a person's access, then closes it. Render it only while it is open. */
export function DisableDialog({ person, onCancel, onDone }: Props) {
  const name = person.fullName || person.email
  return (
    <PersonQuestion
      command={disablePersonCommand}
      personId={person.id}
      title={`Close ${name}’s access?`}
      variant="danger"
      onClose={onCancel}
      onDone={onDone}
      fields={{ reason: focused, alone: <AloneField /> }}
    >
      <p>
        {name} ({person.email}) will be signed out everywhere at once and can’t sign in again. Documents stay as they
        are. You can open the access again at any time.
      </p>
    </PersonQuestion>
  )
}

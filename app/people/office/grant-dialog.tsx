import type { Actor } from '../../../server/access/actor.ts'
import { removeAdministratorCommand, requestAdministratorCommand } from '../person.commands.ts'
import type { ListedUser } from '../server/people-list.ts'
import { AloneField, PersonQuestion } from './person-question.tsx'

type Props = { me: Actor; person: ListedUser; onCancel: () => void; onDone: (notice: string) => void }

/** Asks before making someone an administrator or removing them as one. Render it only while it is open. */
export function GrantDialog({ me, person, onCancel, onDone }: Props) {
  const name = person.fullName || person.email
  const own = person.id === me.id
  const requested = { personId: person.id, onClose: onCancel, onDone }
  if (!person.isAdmin)
    return (
      <PersonQuestion {...requested} command={requestAdministratorCommand} title={`Make ${name} an administrator?`}>
        <p>
          {name} ({person.email}) will be able to view and change every user’s documents, decide on delete requests, and
          add or remove administrators. A second person has to approve this first.
        </p>
      </PersonQuestion>
    )
  return (
    <PersonQuestion
      {...requested}
      command={removeAdministratorCommand}
      title={`Remove ${own ? 'yourself' : name} as administrator?`}
      variant="danger"
      fields={{ alone: <AloneField /> }}
    >
      <p>
        {own
          ? 'You’ll lose the Admin tab right away. Only another administrator can give it back.'
          : `${name} keeps their own documents and can no longer see anyone else’s.`}
      </p>
    </PersonQuestion>
  )
}

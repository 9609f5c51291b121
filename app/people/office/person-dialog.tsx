import { useState } from 'react'
import type { Actor } from '../../../server/access/actor.ts'
import { ActionButtons } from '../../shell/actions/action-button.tsx'
import { editPersonCommand } from '../person.commands.ts'
import type { ListedUser } from '../server/people-list.ts'
import { useEditFields } from './edit-fields.ts'
import style from './person-dialog.module.css'
import { PersonFacts } from './person-facts.tsx'
import { PersonQuestion } from './person-question.tsx'
import { type AccountQuestion, QuestionDialog } from './question-dialog.tsx'

type Props = {
  me: Actor
  person: ListedUser
  onClose: () => void
  /** A change was saved: closes the dialog and shows the notice. */
  onDone: (notice: string) => void
}

/** Edits a person: name and organization, rights, access, and erasure. Render it only while it is open. */
export function PersonDialog({ me, person, onClose, onDone }: Props) {
  const [question, setQuestion] = useState<AccountQuestion>()
  const fields = useEditFields(person)
  if (question)
    return (
      <QuestionDialog
        question={question}
        me={me}
        person={person}
        onCancel={() => setQuestion(undefined)}
        onDone={onDone}
      />
    )
  return (
    <PersonQuestion
      command={editPersonCommand}
      personId={person.id}
      title={`Edit ${person.fullName || person.email}`}
      onClose={onClose}
      onDone={onDone}
      fields={fields}
      below={
        <dl className={`stack double-above ${style.facts}`}>
          <div>
            <dt>E-mail</dt>
            <dd>{person.email}</dd>
          </div>
          <ActionButtons say={onDone}>
            <PersonFacts me={me} person={person} onAsk={setQuestion} />
          </ActionButtons>
        </dl>
      }
    />
  )
}

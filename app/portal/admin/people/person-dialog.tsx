import { useId, useState } from 'react'
import { href } from 'react-router'
import type { Actor } from '../../../../server/access/actor.ts'
import type { ListedUser } from '../../../../server/people/people-list.ts'
import { ActionButtons } from '../../../actions/action-button.tsx'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EditFields } from './edit-fields.tsx'
import style from './person-dialog.module.css'
import { type AccountQuestion, PersonFacts, QuestionDialog } from './person-facts.tsx'

type Props = {
  me: Actor
  person: ListedUser
  onClose: () => void
  /** A change was saved: closes the dialog and shows the notice. */
  onDone: (notice: string) => void
}

/** Edits a person: name and organization, rights, access, and the end of their account. Render it only while it is open. */
export function PersonDialog({ me, person, onClose, onDone }: Props) {
  const form = useId()
  const [question, setQuestion] = useState<AccountQuestion>()
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))

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
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`Edit ${person.full_name || person.email}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={busy} busyLabel="Saving…">
            Save
          </Button>
        </>
      }
    >
      <Form
        id={form}
        method="post"
        action={href('/profile/people/:id', { id: person.id })}
        style={{ display: 'contents' }}
      >
        <ActionFields intent="edit" />
        <EditFields person={person} answer={busy ? undefined : answer} />
      </Form>
      <dl className={style.facts}>
        <div>
          <dt>E-mail</dt>
          <dd>{person.email}</dd>
        </div>
        <ActionButtons say={onDone}>
          <PersonFacts me={me} person={person} onAsk={setQuestion} onDone={onDone} />
        </ActionButtons>
      </dl>
    </Dialog>
  )
}

import { useId } from 'react'
import { href } from 'react-router'
import { remarkOnConversationCommand } from '../../../../../rules/inbox.commands.ts'
import type { Remark } from '../../../../../server/messages/remarks.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useFocusOnError } from '../../../../actions/use-focus-on-error.ts'
import { CommandFields, isAtField } from '../../../../commands/command-fields.tsx'
import { useCommandForm } from '../../../../commands/command-form.tsx'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import style from './remarks-section.module.css'

type Props = {
  conversationId: string
  remarks: Remark[]
  onSaved: (notice: string) => void
}

/** What administrators tell each other about a conversation, oldest first, and a form to add to it. */
export function RemarksSection({ conversationId, remarks, onSaved }: Props) {
  const heading = useId()
  const { Form, answer, busy, lost, shown } = useCommandForm(remarkOnConversationCommand, {
    onDone(notice) {
      form.current?.reset()
      onSaved(notice)
    },
  })
  const form = useFocusOnError(answer)
  return (
    <section className={`double-above sunk ${style.remarks}`} aria-labelledby={heading}>
      <h2 id={heading}>Remarks</h2>
      <p className="quiet">Only administrators see these.</p>
      <ol>
        {remarks.map(({ id, authorName, body, createdAt }) => (
          <li key={id}>
            <p className={`cluster gap-0-3 tabular quiet ${style.author}`}>
              <strong>{authorName}</strong> <FormattedDate date={createdAt} time />
            </p>
            <p className="as-written">{body}</p>
          </li>
        ))}
      </ol>
      <Form
        ref={form}
        method="post"
        action={href('/profile/admin/messages/:id', { id: conversationId })}
        className={`stack gap-3 above-3 ${style.form}`}
        onSubmit={event => busy && event.preventDefault()}
      >
        <ActionFields intent={remarkOnConversationCommand.name} />
        <Banner of={shown}>{shown && !isAtField(shown) && shown.error?.message}</Banner>
        <CommandFields command={remarkOnConversationCommand} answer={shown} typed={lost?.typed}>
          {Field => <Field name="body" hideLabel={remarks.length === 0} />}
        </CommandFields>
        <div>
          <Button type="submit" size="small" busy={busy} busyLabel={remarkOnConversationCommand.busy}>
            {remarkOnConversationCommand.button}
          </Button>
        </div>
      </Form>
    </section>
  )
}

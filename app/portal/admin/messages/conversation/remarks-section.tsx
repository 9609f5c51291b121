import { useId, useRef } from 'react'
import { href } from 'react-router'
import { bodyLength } from '../../../../../rules/conversations.ts'
import type { Remark } from '../../../../../server/messages/remarks.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import type { InboxAnswer } from './inbox-answer.ts'
import style from './remarks-section.module.css'

type Props = {
  conversationId: string
  remarks: Remark[]
  /** The answer that the page was rendered with, for a browser without scripts. */
  answered: InboxAnswer | undefined
  onSaved: (notice: string) => void
}

/** What administrators tell each other about a conversation, oldest first, and a form to add to it. */
export function RemarksSection({ conversationId, remarks, answered, onSaved }: Props) {
  const heading = useId()
  const form = useRef<HTMLFormElement>(null)
  const { Form, answer, busy } = useAction<InboxAnswer>(({ notice }) => {
    if (!notice) return
    form.current?.reset()
    onSaved(notice)
  })
  const { error, typed } = answer ?? answered ?? {}
  return (
    <section className={style.remarks} aria-labelledby={heading}>
      <h2 id={heading}>Remarks</h2>
      <p className={style.explanation}>Only administrators see these.</p>
      <ol>
        {remarks.map(({ id, authorName, body, createdAt }) => (
          <li key={id}>
            <p className={style.author}>
              <strong>{authorName}</strong> <FormattedDate date={createdAt} time />
            </p>
            <p className={style.body}>{body}</p>
          </li>
        ))}
      </ol>
      <Form
        ref={form}
        method="post"
        action={href('/profile/admin/messages/:id', { id: conversationId })}
        className={style.form}
        onSubmit={event => busy && event.preventDefault()}
      >
        <ActionFields intent="remark" />
        <Banner of={error}>{error?.message}</Banner>
        <TextField
          label="New remark"
          hideLabel={remarks.length === 0}
          name="body"
          required
          rows={3}
          maxLength={bodyLength}
          defaultValue={typed?.body ?? ''}
        />
        <div>
          <Button type="submit" size="small" busy={busy} busyLabel="Saving…">
            Add remark
          </Button>
        </div>
      </Form>
    </section>
  )
}

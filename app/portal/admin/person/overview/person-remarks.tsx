import { useRef } from 'react'
import { href } from 'react-router'
import { bodyLength } from '../../../../../rules/conversations.ts'
import type { Actor } from '../../../../../server/access/actor.ts'
import type { Remark } from '../../../../../server/messages/remarks.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import style from './overview.module.css'

type Props = { me: Actor; personId: string; remarks: Remark[]; onNotice: (notice: string) => void }

/** What administrators tell each other about a person, oldest first, and a form to add to it. */
export function PersonRemarks({ personId, remarks, onNotice }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { Form, answer, busy } = useAction(({ notice }) => {
    if (!notice) return
    onNotice(notice)
    form.current?.reset()
  })
  return (
    <>
      {remarks.length > 0 && (
        <ol className={style.remarks}>
          {remarks.map(({ id, authorName, body, createdAt }) => (
            <li key={id}>
              <p className={style.body}>{body}</p>
              <p className={style.by}>
                {authorName}, <FormattedDate date={createdAt} time />
              </p>
            </li>
          ))}
        </ol>
      )}
      <Form ref={form} method="post" action={href('/profile/people/:id', { id: personId })} className={style.form}>
        <ActionFields intent="remark" />
        <TextField
          label="New remark"
          name="body"
          rows={3}
          maxLength={bodyLength}
          required
          error={!busy && answer?.error?.message}
        />
        <Button type="submit" className={style.save} busy={busy} busyLabel="Saving…">
          Add remark
        </Button>
      </Form>
    </>
  )
}

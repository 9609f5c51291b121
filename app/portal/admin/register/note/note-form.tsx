import { type ReactNode, useContext } from 'react'
import { href } from 'react-router'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { useFocusOnError } from '../../../../actions/use-focus-on-error.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import style from '../register.module.css'
import { AnsweredForm, FormAnswer, isAtField, type NoteAnswer } from './note-field.tsx'

type Props = {
  noteId: string
  /** An intent of the note's page. */
  intent: string
  label: string
  busyLabel?: string
  variant?: 'primary' | 'quiet' | 'danger'
  onDone: (notice: string) => void
  /** Its fields. */
  children?: ReactNode
}

/** A form that does something with a note; most of it takes a second person. */
export function NoteForm({ noteId, intent, label, busyLabel = 'Asking…', variant = 'quiet', onDone, children }: Props) {
  const { Form, answer, busy } = useAction<NoteAnswer>(({ notice }) => notice && onDone(notice))
  const form = useFocusOnError(answer)
  const answered = useContext(AnsweredForm)
  const before = answered?.typed?.intent === intent ? answered : undefined
  const shown = answer ?? before
  return (
    <Form
      ref={form}
      method="post"
      action={href('/profile/admin/register/notes/:id', { id: noteId })}
      className={style.form}
    >
      <ActionFields intent={intent} />
      <FormAnswer value={{ answer: shown, typed: before?.typed }}>{children}</FormAnswer>
      <Banner of={shown}>{shown && !isAtField(shown) && shown.error?.message}</Banner>
      <div className={style.buttons}>
        <Button variant={variant} type="submit" busy={busy} busyLabel={busyLabel}>
          {label}
        </Button>
      </div>
    </Form>
  )
}

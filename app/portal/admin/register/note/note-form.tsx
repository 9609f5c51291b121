import type { ReactNode } from 'react'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { registerNotePage } from '../../../addresses.ts'
import style from '../register.module.css'

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
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  return (
    <Form method="post" action={registerNotePage(noteId)} className={style.form}>
      <ActionFields intent={intent} />
      {children}
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <div className={style.buttons}>
        <Button variant={variant} type="submit" busy={busy} busyLabel={busyLabel}>
          {label}
        </Button>
      </div>
    </Form>
  )
}

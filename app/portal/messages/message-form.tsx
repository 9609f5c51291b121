import { type KeyboardEvent, type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import { bodyLength, subjectLength } from '../../../rules/conversations.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import { useAction } from '../../actions/use-action.ts'
import { useHydrated } from '../../hydrated.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { AttachmentPicker } from './attachment-picker.tsx'
import type { MessageAnswer } from './message-answer.ts'
import style from './message-form.module.css'
import type { OfferedDocument, OfferedDocuments } from './offered-documents.ts'

type Props = {
  /** Where the form is sent. */
  action: string
  intent: string
  /** A random text, so that a form that is sent twice creates one message. */
  formId: string
  /** The proposed subject of a new conversation; undefined in one that has a subject. */
  subject?: string
  label: string
  /** What the writer should know, below the label. */
  hint?: ReactNode
  offered: OfferedDocuments
  /** Who it is for, if an administrator writes. */
  personId?: string
  /** The answer that the page was rendered with, for a browser without scripts. */
  answered?: MessageAnswer
  onSent?: (notice: string) => void
  /** The message takes the focus where the reader came to write it. */
  isFocused?: boolean
  /** Buttons beside 'Send'. */
  buttons?: ReactNode
  /** Hidden fields. */
  children?: ReactNode
}

/** Writes a message, with documents attached. After it was sent it is empty again; after a refusal it keeps everything. */
export function MessageForm({ action, intent, formId, subject, label, offered, personId, ...rest }: Props) {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const body = useRef<HTMLTextAreaElement>(null)
  const { isFocused } = rest
  useEffect(() => {
    if (!isFocused) return
    body.current?.focus({ preventScroll: true })
    // A phone's bar lies over the end of the page.
    const buttons = form.current?.lastElementChild
    buttons?.scrollIntoView({ block: 'nearest' })
  }, [isFocused])
  const [sent, countSent] = useReducer((count: number) => count + 1, 0)
  const [firstFormId] = useState(formId)
  const [chosen, setChosen] = useState<OfferedDocument[]>([])
  const { Form, answer, busy } = useAction<MessageAnswer>(({ notice }) => {
    if (!notice) return
    form.current?.reset()
    setChosen([])
    countSent()
    rest.onSent?.(notice)
  })
  const { error, typed } = answer ?? rest.answered ?? {}
  const sendOnShortcut = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      className={style.form}
      onSubmit={event => busy && event.preventDefault()}
      onKeyDown={sendOnShortcut}
    >
      <ActionFields intent={intent} />
      <input type="hidden" name="formId" value={`${firstFormId} ${sent}`} />
      {rest.children}
      <Banner of={error}>{error?.message}</Banner>
      {subject !== undefined && (
        <Field
          label="Subject"
          name="subject"
          required
          maxLength={subjectLength}
          autoComplete="off"
          defaultValue={typed?.subject ?? subject}
        />
      )}
      <TextField
        label={label}
        hint={rest.hint}
        name="body"
        required
        rows={6}
        maxLength={bodyLength}
        ref={body}
        defaultValue={typed?.body ?? ''}
      />
      <AttachmentPicker offered={offered} personId={personId} chosen={chosen} onChoose={setChosen} />
      <div className={style.buttons}>
        <Button type="submit" variant="primary" busy={busy} busyLabel="Sending…">
          Send
        </Button>
        {rest.buttons}
        {hydrated && <span className={style.shortcut}>Ctrl+Enter sends it, too.</span>}
      </div>
    </Form>
  )
}

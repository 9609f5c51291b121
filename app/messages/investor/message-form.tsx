import { type KeyboardEvent, type ReactNode, useEffect, useReducer, useState } from 'react'
import type { Command } from '../../../rules/commands/command.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { useFocusOnError } from '../../shell/actions/use-focus-on-error.ts'
import { CommandField } from '../../shell/commands/command-field.tsx'
import { CommandFields, isAtField } from '../../shell/commands/command-fields.tsx'
import { useCommandForm } from '../../shell/commands/command-form.tsx'
import { useHydrated } from '../../shell/hydrated.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { AttachmentPicker } from './attachment-picker.tsx'
import style from './message-form.module.css'
import type { OfferedDocument, OfferedDocuments } from './offered-documents.ts'

type Props = {
  /** Where the form is sent. */
  action: string
  command: Command
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
  onSent?: (notice: string) => void
  /** The message takes the focus where the reader came to write it. */
  isFocused?: boolean
  /** Buttons beside 'Send'. */
  buttons?: ReactNode
  /** Hidden fields. */
  children?: ReactNode
}

/**
 * Writes a message, with documents attached. After a message is sent it is empty again; after a refusal everything is
 * still there.
 */
export function MessageForm({ action, command, formId, subject, label, offered, personId, ...rest }: Props) {
  const hydrated = useHydrated()
  const [sent, countSent] = useReducer((count: number) => count + 1, 0)
  const [firstFormId] = useState(formId)
  const [chosen, setChosen] = useState<OfferedDocument[]>([])
  const { Form, answer, busy, lost, shown } = useCommandForm(command, {
    onDone(notice) {
      form.current?.reset()
      setChosen([])
      countSent()
      rest.onSent?.(notice)
    },
  })
  const form = useFocusOnError(answer)
  const isQuestioned = shown?.error?.code === ('MESSAGE_PAYMENT_WORDS' satisfies MessageCode)
  const { isFocused } = rest
  useEffect(() => {
    if (!isFocused) return
    form.current?.querySelector('textarea')?.focus({ preventScroll: true })
    // A phone's bar lies over the end of the page.
    const buttons = form.current?.lastElementChild
    buttons?.scrollIntoView({ block: 'nearest' })
  }, [isFocused, form])
  const sendOnShortcut = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      className={`stack gap-4 column-44 ${style.form}`}
      onSubmit={event => busy && event.preventDefault()}
      onKeyDown={sendOnShortcut}
    >
      <ActionFields intent={command.name} />
      <input type="hidden" name="formId" value={`${firstFormId} ${sent}`} />
      {rest.children}
      <Banner of={shown}>{shown && !isAtField(shown) && shown.error?.message}</Banner>
      <CommandFields command={command} answer={shown} typed={lost?.typed}>
        {() => (
          <>
            {subject !== undefined && <CommandField name="subject" defaultValue={subject} />}
            <CommandField name="body" label={label} hint={rest.hint} />
            {isQuestioned && <CommandField name="anyway" />}
          </>
        )}
      </CommandFields>
      <AttachmentPicker offered={offered} personId={personId} chosen={chosen} onChoose={setChosen} />
      <div className="cluster center gap-3-4">
        <Button type="submit" variant="primary" busy={busy} busyLabel={command.busy}>
          {command.button}
        </Button>
        {rest.buttons}
        {hydrated && <span className={`quiet ${style.shortcut}`}>Ctrl+Enter sends it, too.</span>}
      </div>
    </Form>
  )
}

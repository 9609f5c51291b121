import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { grouped } from '../../../rules/number.ts'
import type { ActionAnswer } from '../../shell/actions/answer.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { Dialog } from '../../shell/ui/dialog.tsx'
import type { PortalDocument } from '../server/documents.ts'
import { type DocumentIntent, useDocumentActions } from './use-document-actions.ts'

type Props = {
  title: string
  intent: DocumentIntent
  documents: readonly PortalDocument[]
  /** Other form fields to submit. */
  fields?: Record<string, string>
  label: string
  busyLabel: string
  danger?: boolean
  onClose: () => void
  onDone: (answer: ActionAnswer) => void
  children: ReactNode
}

/** Asks for confirmation of an action on documents, then submits it. A refusal is shown in the dialog. */
export function ConfirmDialog(props: Props) {
  const { title, intent, documents, fields, label, busyLabel, danger, onClose, onDone, children } = props
  const [error, setError] = useState<Refusal>()
  const { act, busy } = useDocumentActions(answer => (answer.error ? setError(answer.error) : onDone(answer)))
  const form = useId()

  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setError(undefined)
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const ids = documents.map(({ id }) => id)
    act(intent, ids, { ...fields, ...typed })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={title}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} busy={busy} busyLabel={busyLabel}>
            {label}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={confirm}>
        {children}
      </form>
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
    </Dialog>
  )
}

/** @returns the documents' description in a dialog's title: one by its name, several by their number */
export function titleFor(documents: readonly PortalDocument[]): string {
  return documents.length === 1 ? `“${documents[0]?.filename}”` : `${grouped(documents.length)} documents`
}

import type { ReactNode } from 'react'
import type { ActionAnswer } from '../../shell/actions/answer.ts'
import { SelectField } from '../../shell/ui/field.tsx'
import type { renameDocumentCommand } from '../document.commands.ts'
import type { PortalDocument } from '../server/documents.ts'
import { ConfirmDialog, titleFor } from './confirm-dialog.tsx'
import { FilenameField } from './filename-field.tsx'
import { useFunds } from './use-funds.ts'

/** Actions that an investor has to confirm. */
export type InvestorAction = 'document.request_delete' | 'document.undo_upload' | 'document.rename'

export type InvestorDialogProps = {
  action: InvestorAction
  documents: readonly PortalDocument[]
  onClose: () => void
  onDone: (answer: ActionAnswer) => void
}

/** Asks an investor to confirm an action on their documents. */
export default function InvestorDialog({ action, ...props }: InvestorDialogProps) {
  const { content, ...labels } = textsFor(action, props.documents)
  return (
    <ConfirmDialog {...props} {...labels} intent={action}>
      {content}
    </ConfirmDialog>
  )
}

interface DialogTexts {
  title: string
  label: string
  busyLabel: string
  danger?: true
  content: ReactNode
}

function textsFor(action: InvestorAction, documents: readonly PortalDocument[]): DialogTexts {
  const these = titleFor(documents)
  switch (action) {
    case 'document.request_delete':
      return {
        title: `Request deletion of ${these}?`,
        label: 'Request Delete',
        busyLabel: 'Requesting…',
        content: (
          <p>
            The fund will review your request. Until then{' '}
            {documents.length === 1 ? 'the document stays' : 'the documents stay'} in your list, marked Delete
            Requested.
          </p>
        ),
      }
    case 'document.undo_upload':
      return {
        title: `Undo the upload of ${these}?`,
        label: 'Undo upload',
        busyLabel: 'Deleting…',
        danger: true,
        content: <p>No one else has opened it. We’ll delete the file right away, and no one has to approve that.</p>,
      }
    case 'document.rename':
      return {
        title: `Rename ${these}`,
        label: 'Save',
        busyLabel: 'Saving…',
        content: <NameAndFund documents={documents} />,
      }
  }
}

function NameAndFund({ documents: [document] }: { documents: readonly PortalDocument[] }) {
  const funds = useFunds()
  return (
    <>
      <FilenameField filename={document?.filename} />
      {funds.length > 1 && (
        <SelectField<typeof renameDocumentCommand> label="Fund" name="fund_name" defaultValue={document?.fund_name}>
          {funds.map(fund => (
            <option key={fund}>{fund}</option>
          ))}
        </SelectField>
      )}
    </>
  )
}

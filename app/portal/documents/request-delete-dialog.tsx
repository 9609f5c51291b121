import type { PortalDocument } from '../../../server/documents/documents.ts'
import type { ActionAnswer } from '../../actions/define-actions.ts'
import { ConfirmDialog, titleFor } from './confirm-dialog.tsx'

export type RequestDeleteProps = {
  documents: readonly PortalDocument[]
  onClose: () => void
  onDone: (answer: ActionAnswer) => void
}

/** Asks an investor to confirm a request for deletion. */
export default function RequestDeleteDialog(props: RequestDeleteProps) {
  const one = props.documents.length === 1
  return (
    <ConfirmDialog
      {...props}
      intent="request-delete"
      title={`Request deletion of ${titleFor(props.documents)}?`}
      label="Request Delete"
      busyLabel="Requesting…"
    >
      <p>
        The fund will review your request. Until then {one ? 'the document stays' : 'the documents stay'} in your list,
        marked Delete Requested.
      </p>
    </ConfirmDialog>
  )
}

import { AskMenuItem } from '../../messages/investor/ask-menu-item.tsx'
import type { ActionAnswer } from '../../shell/actions/answer.ts'
import { MenuItem } from '../../shell/ui/menu.tsx'
import type { PortalDocument } from '../server/documents.ts'
import { isHeld } from './document-kind.ts'
import type { InvestorAction } from './investor-dialog.tsx'
import type { OpenMenu } from './more-button.tsx'
import { RowMenu } from './row-menu.tsx'
import { useDocumentActions } from './use-document-actions.ts'

export type InvestorMenuProps = {
  subject: OpenMenu | undefined
  onClose: () => void
  confirm: (action: InvestorAction, documents: PortalDocument[]) => void
  /** Called with the result of an action that needs no confirmation. */
  onDone: (answer: ActionAnswer) => void
}

export default function InvestorMenu({ subject, onClose, confirm, onDone }: InvestorMenuProps) {
  const { act } = useDocumentActions(onDone)
  return (
    <RowMenu subject={subject} onClose={onClose}>
      {subject && (
        <Items
          document={subject.document}
          confirm={confirm}
          withdraw={() => act('document.withdraw_delete', [subject.document.id])}
        />
      )}
    </RowMenu>
  )
}

type ItemsProps = Pick<InvestorMenuProps, 'confirm'> & { document: PortalDocument; withdraw: () => void }

function Items({ document, confirm, withdraw }: ItemsProps) {
  const { user_id, uploaded_by, just_added, opened_by_others_at } = document
  const pending = document.delete_request_status === 'pending'
  const item = (label: string, action: InvestorAction) => (
    <MenuItem onClick={() => confirm(action, [document])}>{label}</MenuItem>
  )
  return (
    <>
      <AskMenuItem document={document} />
      {uploaded_by === user_id && item('Rename', 'document.rename')}
      {just_added && !opened_by_others_at && !pending && item('Undo upload', 'document.undo_upload')}
      {!pending && !isHeld(document) && item('Request Delete', 'document.request_delete')}
      {pending && document.delete_requested_by === user_id && (
        <MenuItem onClick={withdraw}>Withdraw delete request</MenuItem>
      )}
    </>
  )
}

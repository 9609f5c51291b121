import { useRef, useState } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { displayKind, fileAddress } from '../documents/document-kind.ts'
import { AskMenuItem } from '../messages/ask-about-document.tsx'
import type { ConfirmableAction } from './administrator-dialog.tsx'

type OpenMenu = { document: PortalDocument; opener: HTMLElement }

/**
 * The menu of a list's rows, with further actions for administrators; all rows share one.
 * @returns `open`, which shows it for a row, and the `element` to render
 */
export function useRowMenu(confirm: (action: ConfirmableAction, documents: PortalDocument[]) => void) {
  const [subject, setSubject] = useState<OpenMenu>()
  const menu = useRef<HTMLDivElement>(null)
  const lastClosed = useRef({ opener: undefined as HTMLElement | undefined, at: 0 })

  const open = (document: PortalDocument, opener: HTMLElement) => {
    // A press on the button of the open menu closes it as a press outside; the same press must not open it again.
    const closedBySamePress = lastClosed.current.opener === opener && performance.now() - lastClosed.current.at < 250
    if (!closedBySamePress) setSubject({ document, opener })
  }
  const onClose = () => {
    lastClosed.current = { opener: subject?.opener, at: performance.now() }
    setSubject(undefined)
  }
  const document = subject?.document
  const pending = document?.delete_request_status === 'pending'
  const element = (
    <Menu
      label={`More actions for ${document?.filename ?? 'a document'}`}
      opener={subject?.opener}
      {...{ menu, onClose }}
    >
      {document && (
        <>
          {pending && displayKind(document) !== 'link' && !document.marks?.length && (
            <MenuItem href={fileAddress(document, true)}>Download</MenuItem>
          )}
          <AskMenuItem document={document} />
          <MenuItem onClick={() => confirm('rename', [document])}>Rename</MenuItem>
          <MenuItem onClick={() => confirm('move', [document])}>Move to fund</MenuItem>
          <MenuItem onClick={() => confirm('delete', [document])}>Force Delete</MenuItem>
        </>
      )}
    </Menu>
  )
  return { open, element }
}

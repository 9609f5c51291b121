import { useRef, useState } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { fileAddress, showing } from '../documents/kind.ts'
import type { Question } from './administrator-dialog.tsx'

type Subject = { document: PortalDocument; opener: HTMLElement }

/** The one menu of a list, with what else an administrator can do with the row it was opened from. */
export function useRowMenu(ask: (what: Question, documents: PortalDocument[]) => void) {
  const [subject, setSubject] = useState<Subject>()
  const menu = useRef<HTMLDivElement>(null)
  const openUntil = useRef({ opener: undefined as HTMLElement | undefined, at: 0 })

  const more = (document: PortalDocument, opener: HTMLElement) => {
    // The press that closed it, by being beside it, is the one that would open it again.
    const closedBySamePress = openUntil.current.opener === opener && performance.now() - openUntil.current.at < 250
    if (!closedBySamePress) setSubject({ document, opener })
  }
  const onClose = () => {
    openUntil.current = { opener: subject?.opener, at: performance.now() }
    setSubject(undefined)
  }
  const document = subject?.document
  const pending = document?.delete_request_status === 'pending'
  const drawn = (
    <Menu
      label={`More actions for ${document?.filename ?? 'a document'}`}
      opener={subject?.opener}
      {...{ menu, onClose }}
    >
      {document && (
        <>
          {pending && showing(document) !== 'link' && <MenuItem href={fileAddress(document, true)}>Download</MenuItem>}
          <MenuItem onClick={() => ask('rename', [document])}>Rename</MenuItem>
          <MenuItem onClick={() => ask('move', [document])}>Move to fund</MenuItem>
          <MenuItem onClick={() => ask('delete', [document])}>Force Delete</MenuItem>
        </>
      )}
    </Menu>
  )
  return { more, drawn, subject: document }
}

import { type ReactNode, useRef, useState } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

type OpenMenu = { document: PortalDocument; opener: HTMLElement }

/**
 * The menu of a list's rows, with further actions; all rows share one.
 * @param items renders the `MenuItem`s for a row
 * @returns `open`, which shows it for a row, and the `element` to render
 */
export function useRowMenu(items: (document: PortalDocument) => ReactNode) {
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
  const element = (
    <Menu
      label={`More actions for ${document?.filename ?? 'a document'}`}
      opener={subject?.opener}
      {...{ menu, onClose }}
    >
      {document && items(document)}
    </Menu>
  )
  return { open, element }
}

type MoreButtonProps = { document: PortalDocument; onPress: (document: PortalDocument, opener: HTMLElement) => void }

/** The button of a row that opens the menu. */
export function MoreButton({ document, onPress }: MoreButtonProps) {
  return (
    <Button
      size="small"
      variant="link"
      aria-haspopup="menu"
      aria-expanded="false"
      aria-label={`More actions for ${document.filename}`}
      onClick={({ currentTarget }) => onPress(document, currentTarget)}
    >
      More
    </Button>
  )
}

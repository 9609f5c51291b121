import { useRef, useState } from 'react'
import type { PortalDocument } from '../server/documents.ts'
import type { RowContextValue } from './row-context.ts'

export type OpenMenu = { document: PortalDocument; opener: HTMLElement }

/**
 * The row with an open menu; all rows share one menu.
 * @returns the `subject`, undefined while the menu is closed, `open` for `moreButton`, and `onClose` for the menu
 */
export function useOpenMenu() {
  const [subject, setSubject] = useState<OpenMenu>()
  const lastClosed = useRef({ opener: undefined as HTMLElement | undefined, at: 0 })

  const open = (document: PortalDocument, opener: HTMLElement) => {
    // A press on the open menu's button closes it as a press outside; the same press must not open it again.
    const closedBySamePress = lastClosed.current.opener === opener && performance.now() - lastClosed.current.at < 250
    if (!closedBySamePress) setSubject({ document, opener })
  }
  const onClose = () => {
    lastClosed.current = { opener: subject?.opener, at: performance.now() }
    setSubject(undefined)
  }
  return { subject, open, onClose }
}

type OnPress = (document: PortalDocument, opener: HTMLElement) => void

/** The button of a row that opens the menu. Not a component, as in row-actions.tsx. */
export function moreButton(document: PortalDocument, rows: RowContextValue, onPress: OnPress) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-labelledby={rows.label('m', document)}
      onClick={({ currentTarget }) => onPress(document, currentTarget)}
    >
      More
    </button>
  )
}

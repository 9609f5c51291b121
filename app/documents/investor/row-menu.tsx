import { type ReactNode, useRef } from 'react'
import { Menu } from '../../shell/ui/menu.tsx'
import type { OpenMenu } from './more-button.tsx'

type Props = {
  /** The row with the open menu; see `useOpenMenu`. */
  subject: OpenMenu | undefined
  onClose: () => void
  children: ReactNode
}

/** The menu of a list's rows, with further actions; all rows share one. */
export function RowMenu({ subject, onClose, children }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  return (
    <Menu
      label={`More actions for ${subject?.document.filename ?? 'a document'}`}
      opener={subject?.opener}
      menu={menu}
      onClose={onClose}
    >
      {children}
    </Menu>
  )
}

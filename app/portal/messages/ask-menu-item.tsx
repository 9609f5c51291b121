import { useNavigate } from 'react-router'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { useMe } from '../use-me.ts'
import { askAbout } from './ask-about-document.ts'

/** An entry of a row's menu: asks the fund about a document; for administrators, writes to its owner about it. */
export function AskMenuItem({ document }: { document: PortalDocument }) {
  const navigate = useNavigate()
  const ask = askAbout(document, useMe())
  return ask && <MenuItem onClick={() => navigate(ask.address)}>{ask.label}</MenuItem>
}

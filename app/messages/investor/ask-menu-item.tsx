import { useNavigate } from 'react-router'
import type { PortalDocument } from '../../documents/server/documents.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { MenuItem } from '../../shell/ui/menu.tsx'
import { askAbout } from './ask-about-document.ts'

/** An entry of a row's menu: asks the fund about a document; for administrators, writes to its owner about it. */
export function AskMenuItem({ document }: { document: PortalDocument }) {
  const navigate = useNavigate()
  const ask = askAbout(document, useMe())
  return ask && <MenuItem onClick={() => navigate(ask.address)}>{ask.label}</MenuItem>
}

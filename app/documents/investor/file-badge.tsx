import { fileMarks, sortedMarks } from '../../file-checks/file-checks.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { viewerMessages } from '../../viewer/messages.ts'
import type { PortalDocument } from '../server/documents.ts'
import style from './file-badge.module.css'

/** A badge for a document's file: malware check pending, malware found, or potentially harmful content. */
export default function FileBadge({ document: { check_state, marks } }: { document: PortalDocument }) {
  if (check_state === 'waiting') return <Badge>Being checked</Badge>
  if (check_state === 'infected') {
    return (
      <>
        <Badge tone="danger">Malware removed</Badge>
        <span className={style.why}>{viewerMessages.FILE_INFECTED}</span>
      </>
    )
  }
  const [first] = sortedMarks(marks ?? [])
  if (!first) return null
  const { label, sentence } = fileMarks[first]
  return (
    <span title={sentence}>
      <Badge tone="warning">{label}</Badge>
    </span>
  )
}

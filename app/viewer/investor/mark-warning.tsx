import { maySave } from '../../documents/investor/document-kind.ts'
import type { PortalDocument } from '../../documents/server/documents.ts'
import { describeMarks } from '../../file-checks/file-checks.ts'
import { Button } from '../../shell/ui/button.tsx'
import style from './mark-warning.module.css'
import { useOpenElsewhere } from './open-elsewhere.ts'

/**
 * Warns about a document's content; nothing if it has no marks. Until the reader confirms, the viewer doesn't offer to
 * download it or to open it elsewhere.
 */
export function MarkWarning({ document, onConfirm }: { document: PortalDocument; onConfirm: () => void }) {
  const { allowed, download } = useOpenElsewhere(document)
  const warning = describeMarks(document.marks ?? [])
  if (!warning) return null
  return (
    <div className={`cluster center apart gap-1-5 leading-4 pad-2 ${style.warning}`} role="note">
      <p>{warning}</p>
      {allowed && (
        <Button size="small" href={download}>
          Download anyway
        </Button>
      )}
      {!allowed && maySave(document) && (
        <Button size="small" onClick={onConfirm}>
          I expected this file
        </Button>
      )}
    </div>
  )
}

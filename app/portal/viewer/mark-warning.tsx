import { useState } from 'react'
import { fileMarks, sortedMarks } from '../../../rules/file-checks.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { useHydrated } from '../../hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { fileAddress } from '../documents/document-kind.ts'
import style from './mark-warning.module.css'

/**
 * Warns about what a file contains, and offers to download it, after asking once more. The viewer's own buttons don't.
 * Without scripts the warning itself is the question.
 */
export function MarkWarning({ document }: { document: PortalDocument }) {
  const [asking, setAsking] = useState(false)
  const hydrated = useHydrated()
  const [first, ...others] = sortedMarks(document.marks ?? [])
  if (!first) return null
  const download = (
    <Button size="small" href={`${fileAddress(document)}?confirmed=1&download=1`}>
      Download anyway
    </Button>
  )
  return (
    <div className={style.warning} role="note">
      <p>
        {fileMarks[first].sentence}
        {others.length > 0 && ` It also ${others.map(mark => fileMarks[mark].has).join(', and ')}.`}
      </p>
      <div className={style.actions}>
        {!hydrated && download}
        {hydrated && !asking && (
          <Button size="small" variant="link" onClick={() => setAsking(true)}>
            Download
          </Button>
        )}
        {hydrated && asking && (
          <>
            <span role="status">Were you expecting this file?</span>
            {download}
            <Button size="small" variant="link" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

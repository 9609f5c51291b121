import { useEffect, useState } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { fileAddress } from '../documents/document-kind.ts'
import type { Refusal } from '../refusal.ts'
import style from './browser-viewer.module.css'
import { checkReadable } from './file-errors.ts'
import { FileCard, UnavailableCard } from './message-card.tsx'

/** @returns whether the browser can show PDFs inside a page; most phones can't */
export const canEmbedPdfs = () => navigator.pdfViewerEnabled !== false

/**
 * A PDF in the browser's own viewer, in a frame (specification section 2). A page can't detect an error inside a frame,
 * so the file is checked first. One with marks isn't given to that viewer, which may run scripts.
 * @param onBack returns to our own viewer; undefined where it can't run in this browser
 */
export function BrowserViewer({ document, onBack }: { document: PortalDocument; onBack?: () => void }) {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ failure: Refusal | undefined }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt checks again
  useEffect(() => {
    const unmounted = new AbortController()
    setAnswer(undefined)
    checkReadable(document, unmounted.signal).then(failure => unmounted.signal.aborted || setAnswer({ failure }))
    return () => unmounted.abort()
  }, [document.id, attempt])

  if (!answer) return <Skeleton />
  if (answer.failure) {
    return (
      <UnavailableCard actions={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}>
        {answer.failure.message}
      </UnavailableCard>
    )
  }
  if (!canEmbedPdfs() || document.marks?.length) return <FileCard document={document} />
  return (
    <div className={style.frame}>
      <iframe src={fileAddress(document)} title={document.filename} />
      <div className={style.foot}>
        <p>You’re using your browser’s PDF viewer.</p>
        {onBack && (
          <Button size="small" variant="link" onClick={onBack}>
            Back to our viewer
          </Button>
        )}
        {!onBack && (
          <Button size="small" variant="link" href={fileAddress(document, true)}>
            Download
          </Button>
        )}
      </div>
    </div>
  )
}

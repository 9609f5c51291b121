import { useEffect, useState } from 'react'
import type { PortalDocument } from '../../documents/server/documents.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { Button } from '../../shell/ui/button.tsx'
import style from './browser-viewer.module.css'
import { checkReadable } from './file-errors.ts'
import { FileCard, UnavailableCard } from './message-card.tsx'
import { useOpenElsewhere } from './open-elsewhere.ts'
import { Skeleton } from './skeleton.tsx'
import { TryAgain } from './try-again.tsx'

/** @returns whether the browser can show PDFs inside a page; most phones can't */
export const canEmbedPdfs = () => navigator.pdfViewerEnabled !== false

/**
 * A PDF in the browser's own viewer, in a frame (specification section 2). A page can't detect an error inside a frame,
 * so the file is checked first. That viewer may run scripts, so the reader of a file with marks must have confirmed.
 * @param onBack returns to our own viewer; undefined if that can't run in this browser
 */
export function BrowserViewer({ document, onBack }: { document: PortalDocument; onBack?: () => void }) {
  const [attempt, setAttempt] = useState(0)
  const elsewhere = useOpenElsewhere(document)
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
      <UnavailableCard actions={<TryAgain failure={answer.failure} onTry={() => setAttempt(attempt + 1)} />}>
        {answer.failure.message}
      </UnavailableCard>
    )
  }
  if (!canEmbedPdfs() || !elsewhere.allowed) return <FileCard document={document} />
  return (
    <div className={style.frame}>
      <iframe src={elsewhere.address} title={document.filename} />
      <div className={`quiet cluster center apart gap-0-5 touch ${style.foot}`}>
        <p>You’re using your browser’s PDF viewer.</p>
        {onBack && (
          <Button size="small" variant="link" onClick={onBack}>
            Back to our viewer
          </Button>
        )}
        {!onBack && (
          <Button size="small" variant="link" href={elsewhere.download}>
            Download
          </Button>
        )}
      </div>
    </div>
  )
}

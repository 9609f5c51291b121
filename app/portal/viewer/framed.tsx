import { useEffect, useState } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { fileAddress } from '../documents/kind.ts'
import type { Refusal } from '../errors.ts'
import { FileCard, Unshown } from './card.tsx'
import style from './framed.module.css'
import { whyUnreadable } from './reason.ts'

/** Whether the browser has a viewer of its own inside a page. Most phones have none, and what leads there is left out. */
export const framesPdfs = () => navigator.pdfViewerEnabled !== false

/**
 * A PDF in the browser's own viewer, in a frame (specification section 2). A frame cannot tell when it shows an error
 * instead, so the file is asked after first.
 * @param onPages back to our own pages; without it there is no way back, since they cannot be drawn here
 */
export function Framed({ document, onPages }: { document: PortalDocument; onPages?: () => void }) {
  const [asked, ask] = useState(0)
  const [answer, setAnswer] = useState<{ failure: Refusal | undefined }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again
  useEffect(() => {
    const gone = new AbortController()
    setAnswer(undefined)
    whyUnreadable(document, gone.signal).then(failure => gone.signal.aborted || setAnswer({ failure }))
    return () => gone.abort()
  }, [document.id, asked])

  if (!answer) return <Skeleton />
  if (answer.failure) {
    return (
      <Unshown actions={<Button onClick={() => ask(asked + 1)}>Try again</Button>}>{answer.failure.message}</Unshown>
    )
  }
  if (!framesPdfs()) return <FileCard document={document} />
  return (
    <div className={style.framed}>
      <iframe src={fileAddress(document)} title={document.filename} />
      <div className={style.foot}>
        <p>You’re using your browser’s PDF viewer.</p>
        {onPages && (
          <Button size="small" variant="link" onClick={onPages}>
            Back to our viewer
          </Button>
        )}
        {!onPages && (
          <Button size="small" variant="link" href={fileAddress(document, true)}>
            Download
          </Button>
        )}
      </div>
    </div>
  )
}

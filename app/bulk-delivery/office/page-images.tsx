import { useEffect, useRef, useState } from 'react'
import { countOf } from '../../../rules/number.ts'
import style from '../../runs/office/evidence.module.css'
import { useInView } from '../../runs/office/use-in-view.ts'
import { type Refusal, refusal } from '../../shell/portal/refusal.ts'
import { TryAgain } from '../../viewer/investor/try-again.tsx'
import type { BatchItemRow } from '../server/batch.ts'

type Props = {
  item: Pick<BatchItemRow, 'id' | 'filename' | 'firstPage' | 'lastPage' | 'hasFile' | 'documentId'>
  /** Once its pages are drawn: the reader has opened it. */
  onOpened?: () => void
}

/** One proof is enough for all documents of a page. */
const drawnAgain = new EventTarget()

/** At most so many pages are drawn; the PDF has the rest. */
const mostDrawn = 6

/** A document's pages as pictures. They are drawn when they come into view, which counts as opening it. */
export function PageImages({ item, onOpened }: Props) {
  const { id, filename, firstPage, lastPage, hasFile, documentId } = item
  const box = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<Refusal>()
  const [tries, setTries] = useState(0)
  const pages = lastPage - firstPage + 1
  const address = documentId ? `/files/${documentId}` : `/files/papers/${id}`
  const isShown = hasFile || documentId !== null
  const draw = async (element: HTMLElement, gone: AbortSignal) => {
    const { drawPages, RefusedPages } = await import('../../runs/office/draw-pages.ts')
    try {
      await drawPages(address, () => [...element.querySelectorAll('canvas')], gone)
      onOpened?.()
    } catch (error) {
      if (!gone.aborted) setFailure(error instanceof RefusedPages ? error.refusal : refusal('UNEXPECTED'))
    }
  }
  useInView(box, draw, `${address} ${tries}`)

  const needsProof = failure?.code === 'PROOF_NEEDED'
  useEffect(() => {
    if (!needsProof) return
    const again = () => {
      setFailure(undefined)
      setTries(before => before + 1)
    }
    drawnAgain.addEventListener('proved', again)
    return () => drawnAgain.removeEventListener('proved', again)
  }, [needsProof])
  const tryAgain = () => {
    if (needsProof) return drawnAgain.dispatchEvent(new Event('proved'))
    setFailure(undefined)
    setTries(tries + 1)
  }

  if (!isShown) return <p className="quiet column-44 breakable">These pages can’t be shown.</p>
  return (
    <div ref={box} className={`stack top gap-3 ${style.pages}`}>
      <a href={address} target="_blank" rel="noreferrer">
        Open {filename} ({countOf(pages, 'page')})
      </a>
      {failure && (
        <p className="danger small medium breakable">
          {needsProof
            ? 'These are tax documents. Confirm that it’s you to see them. '
            : 'These pages couldn’t be drawn. Open the PDF instead. '}
          <TryAgain size="small" failure={failure} onTry={tryAgain} />
        </p>
      )}
      {!failure &&
        Array.from({ length: Math.min(pages, mostDrawn) }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
          <div key={at} className={style.page}>
            <canvas role="img" aria-label={`Page ${at + 1} of ${filename}`} />
          </div>
        ))}
      {pages > mostDrawn && <p className="quiet column-44 breakable">The first {mostDrawn} pages are shown.</p>}
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import { countOf } from '../../../../rules/number.ts'
import type { PaperRow } from '../../../../server/bulk-papers/batch.ts'
import style from './bulk.module.css'

type Props = {
  paper: Pick<PaperRow, 'id' | 'filename' | 'firstPage' | 'lastPage' | 'hasFile' | 'documentId'>
  /** Once its pages are drawn: the reader has opened it. */
  onOpened?: () => void
}

/** Pages that are drawn; of more, one looks into the PDF. */
const mostDrawn = 6

/** A document's pages as pictures. They are drawn when they come into view, which counts as opening it. */
export function PaperPages({ paper, onOpened }: Props) {
  const { id, filename, firstPage, lastPage, hasFile, documentId } = paper
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const pages = lastPage - firstPage + 1
  const address = documentId ? `/files/${documentId}` : `/files/papers/${id}`
  const isShown = hasFile || documentId !== null
  const opened = useRef(onOpened)
  opened.current = onOpened

  useEffect(() => {
    const element = box.current
    if (!element || !isShown) return
    const gone = new AbortController()
    const draw = async () => {
      try {
        const { drawPages } = await import('./draw-pages.ts')
        await drawPages(address, () => [...element.querySelectorAll('canvas')], gone.signal)
        opened.current?.()
      } catch {
        if (!gone.signal.aborted) setFailed(true)
      }
    }
    const watch = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      void draw()
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      gone.abort()
    }
  }, [address, isShown])

  if (!isShown) return <p className={style.about}>These pages can’t be shown.</p>
  return (
    <div ref={box} className={style.pages}>
      <a href={address} target="_blank" rel="noreferrer">
        Open {filename} ({countOf(pages, 'page')})
      </a>
      {failed ? (
        <p className={style.problem}>These pages couldn’t be drawn. Open the PDF instead.</p>
      ) : (
        Array.from({ length: Math.min(pages, mostDrawn) }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
          <div key={at} className={style.page}>
            <canvas role="img" aria-label={`Page ${at + 1} of ${filename}`} />
          </div>
        ))
      )}
      {pages > mostDrawn && <p className={style.about}>The first {mostDrawn} pages are shown.</p>}
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import evidence from '../../../runs/office/evidence.module.css'
import { useInView } from '../../../runs/office/use-in-view.ts'
import { fetchOwn } from '../../../shell/own-answer.ts'
import { usePictureEvents } from '../../../shell/ui/use-picture-events.ts'
import type { FileToOpen } from '../../server/files-to-open.ts'
import style from '../deliveries.module.css'

type Props = {
  address: string
  file: FileToOpen
  /** Once all of it has arrived. */
  onOpened: () => void
}

/** Pages that are drawn; of more, one looks into the PDF. */
const mostDrawn = 12

/** While a file is opened beside this page, the page asks so often (ms) whether it was, and so many times. */
const asksAgain = 2000
const maxPolls = 60

/** A file as its recipients would get it. It is fetched when it comes into view, which counts as opening it. */
export function EvidenceFile({ address, file, onOpened }: Props) {
  const { filename, type, isOpened } = file
  const [opening, setOpening] = useState(false)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!opening || isOpened) return
    let requested = 0
    const timer = setInterval(() => {
      if (++requested > maxPolls) clearInterval(timer)
      else void revalidate()
    }, asksAgain)
    return () => clearInterval(timer)
  }, [opening, isOpened, revalidate])
  const isSaved = type !== 'pdf' && type !== 'txt' && type !== 'png' && type !== 'jpg' && type !== 'jpeg'
  return (
    <div className={`stack top gap-3 ${evidence.pages}`}>
      <a href={address} target="_blank" rel="noreferrer" onClick={() => setOpening(true)}>
        {isSaved ? 'Save and open' : 'Open'} {filename}
      </a>
      {type === 'pdf' && <Pages address={address} filename={filename} onOpened={onOpened} />}
      {type === 'txt' && <Words address={address} onOpened={onOpened} />}
      {(type === 'png' || type === 'jpg' || type === 'jpeg') && (
        <Picture address={address} filename={filename} onOpened={onOpened} />
      )}
      {isSaved && (
        <p className="quiet column-44 breakable">
          No browser shows this kind of file. It counts as opened once it’s saved.
        </p>
      )}
    </div>
  )
}

type PartProps = Pick<Props, 'address' | 'onOpened'> & { filename: string }

function Pages({ address, filename, onOpened }: PartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [pages, setPages] = useState(1)
  const [failed, setFailed] = useState(false)
  useInView(box, async (element, gone) => {
    try {
      const { drawPages } = await import('../../../runs/office/draw-pages.ts')
      const canvases = (count: number) => {
        flushSync(() => setPages(count))
        return [...element.querySelectorAll('canvas')]
      }
      await drawPages(address, canvases, gone)
      onOpened()
    } catch {
      if (!gone.aborted) setFailed(true)
    }
  })
  if (failed)
    return <p className="danger small medium breakable">These pages couldn’t be drawn. Open the PDF instead.</p>
  return (
    <div ref={box} className="stack gap-3">
      {Array.from({ length: Math.min(pages, mostDrawn) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
        <div key={at} className={evidence.page}>
          <canvas role="img" aria-label={`Page ${at + 1} of ${filename}`} />
        </div>
      ))}
      {pages > mostDrawn && (
        <p className="quiet column-44 breakable">
          The first {mostDrawn} of {pages} pages are shown. Open the PDF for the others.
        </p>
      )}
    </div>
  )
}

function Picture({ address, filename, onOpened }: PartProps) {
  const [failed, setFailed] = useState(false)
  const events = usePictureEvents({ onLoad: onOpened, onError: () => setFailed(true) })
  if (failed)
    return <p className="danger small medium breakable">This picture couldn’t be loaded. Open the file instead.</p>
  return <img {...events} className={style.picture} src={address} alt={filename} loading="lazy" />
}

function Words({ address, onOpened }: Omit<PartProps, 'filename'>) {
  const box = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState<string>()
  const [failed, setFailed] = useState(false)
  useInView(box, async (_, gone) => {
    try {
      const answer = await fetchOwn(address, { signal: gone })
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
      const charset = /charset=([a-z0-9-]+)/.exec(answer.headers.get('content-type') ?? '')?.[1]
      setWords(new TextDecoder(charset).decode(await answer.arrayBuffer()))
      onOpened()
    } catch {
      if (!gone.aborted) setFailed(true)
    }
  })
  if (failed)
    return <p className="danger small medium breakable">This text couldn’t be loaded. Open the file instead.</p>
  return (
    <div ref={box}>
      <pre className={`small as-written inside-4 ${style.text}`}>{words ?? 'Loading…'}</pre>
    </div>
  )
}

import { type RefObject, useCallback, useRef, useState } from 'react'
import type { PortalDocument } from '../../../../server/documents/documents.ts'
import { useHydrated } from '../../../hydrated.ts'
import { Button } from '../../../ui/button.tsx'
import { zoomKeys } from '../../../zoom/zoom-keys.ts'
import { fileAddress } from '../../documents/kind.ts'
import { DownloadButton, Unshown } from '../card.tsx'
import { Framed, framesPdfs } from '../framed.tsx'
import { useViewerKeys } from '../keys.ts'
import { FindBar } from './find-bar.tsx'
import { PageList } from './page-list.tsx'
import { Password } from './password.tsx'
import './pages.css'
import style from './pdf-panel.module.css'
import { PdfToolbar } from './pdf-toolbar.tsx'
import type { Reader } from './reader.ts'
import type { ReaderState } from './state.ts'
import { useReader } from './use-reader.ts'

/**
 * A PDF, page by page, on every device; the browser's own viewer in a frame where that cannot be, or where the reader
 * likes it better.
 */
export function PdfPanel({ document }: { document: PortalDocument }) {
  const [framed, setFramed] = useState(false)
  const mayFrame = useHydrated() && framesPdfs()
  if (framed) return <Framed document={document} onPages={() => setFramed(false)} />
  return <Pages key={document.id} document={document} onFrame={mayFrame ? () => setFramed(true) : undefined} />
}

function Pages({ document, onFrame }: { document: PortalDocument; onFrame: (() => void) | undefined }) {
  const desk = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [finding, setFinding] = useState(false)
  const [listing, setListing] = useState(false)
  const { reader, state } = useReader(desk, fileAddress(document), attempt)
  const { stage, lost } = state
  const reading = stage === 'reading'

  const find = useCallback(() => {
    setFinding(true)
    // Once more, when it is open already and the focus is elsewhere.
    requestAnimationFrame(() =>
      desk.current?.closest('[data-pdf]')?.querySelector<HTMLInputElement>('[type=search]')?.select(),
    )
  }, [])
  usePdfKeys(desk, reader, state, find)

  if (stage === 'unable') return <Framed document={document} />
  if (stage === 'failed') {
    const damaged = state.failure?.code === 'PDF_DAMAGED'
    const actions = (
      <>
        {damaged && onFrame && <Button onClick={onFrame}>Open in your browser’s viewer</Button>}
        {!damaged && <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
        {state.failure?.code !== 'FILE_MISSING' && <DownloadButton document={document} />}
      </>
    )
    return <Unshown actions={actions}>{state.failure?.message}</Unshown>
  }
  return (
    <div className={style.panel} data-pdf>
      <PdfToolbar
        {...{ document, reader, state, finding, listing, onFrame }}
        onFind={() => (finding ? setFinding(false) : find())}
        onList={() => setListing(!listing)}
      />
      {finding && reading && (
        <FindBar reader={reader} state={state} onClose={() => closeFind(() => setFinding(false))} />
      )}
      {lost && reading && (
        <div className={style.lost} role="alert">
          <p>{lost.message}</p>
          <Button size="small" variant="link" onClick={() => reader?.retry()}>
            Try again
          </Button>
        </div>
      )}
      <div className={style.room}>
        {listing && reading && reader && (
          <PageList reader={reader} state={state} onChosen={() => setListing(!matchMedia('(width < 48rem)').matches)} />
        )}
        <div className={style.place}>
          {/* biome-ignore lint/a11y/useSemanticElements: its pages are the regions */}
          <div
            ref={desk}
            className={style.desk}
            role="group"
            aria-label={reading ? `${document.filename}, ${count(state.pages)}` : document.filename}
            aria-busy={stage === 'opening'}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls is reached by keyboard
            tabIndex={0}
          >
            <div className="pdfViewer" />
          </div>
          {stage === 'opening' && <Opening />}
          {stage === 'locked' && (
            <Password
              filename={document.filename}
              wrong={state.wrongPassword}
              onEnter={word => reader?.password(word)}
            />
          )}
        </div>
      </div>
    </div>
  )

  function closeFind(done: () => void) {
    done()
    desk.current?.focus()
  }
}

/** What keys do while a PDF is read. */
function usePdfKeys(
  desk: RefObject<HTMLDivElement | null>,
  reader: Reader | undefined,
  state: ReaderState,
  find: () => void,
) {
  const scroll = (way: number) => desk.current?.scrollBy({ top: way * desk.current.clientHeight * 0.9 })
  const sideways = () => (desk.current ? desk.current.scrollWidth > desk.current.clientWidth : false)
  useViewerKeys(desk, {
    find,
    ...zoomKeys(
      () => reader?.zoomStep(1),
      () => reader?.zoomStep(-1),
      () => reader?.zoomTo('auto'),
    ),
    '1': () => reader?.zoomTo('page-actual'),
    Home: () => reader?.goTo(1),
    End: () => reader?.goTo(state.pages),
    PageDown: () => scroll(1),
    PageUp: () => scroll(-1),
    ArrowRight: () => !sideways() && reader?.goTo(Math.min(state.page + 1, state.pages)),
    ArrowLeft: () => !sideways() && reader?.goTo(Math.max(state.page - 1, 1)),
    ArrowDown: () => desk.current?.scrollBy({ top: 60 }),
    ArrowUp: () => desk.current?.scrollBy({ top: -60 }),
  })
}

/** An empty sheet where the first page will lie. */
function Opening() {
  return (
    <div role="status" className={style.opening}>
      <span className="visually-hidden">Loading...</span>
      <div className={style.sheet} aria-hidden="true" />
    </div>
  )
}

const count = (pages: number) => (pages === 1 ? '1 page' : `${pages} pages`)

import { type RefObject, useCallback, useRef, useState } from 'react'
import { countOf } from '../../../../rules/number.ts'
import { fileAddress } from '../../../documents/investor/document-kind.ts'
import type { PortalDocument } from '../../../documents/server/documents.ts'
import { useHydrated } from '../../../shell/hydrated.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { zoomKeys } from '../../../shell/zoom/zoom-keys.ts'
import { BrowserViewer, canEmbedPdfs } from '../browser-viewer.tsx'
import { DownloadButton, UnavailableCard } from '../message-card.tsx'
import { useOpenElsewhere } from '../open-elsewhere.ts'
import { TryAgain } from '../try-again.tsx'
import { useViewerKeys } from '../use-viewer-keys.ts'
import { PageList } from './page-list.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { PdfSearchBar } from './pdf-search-bar.tsx'
import './pdfjs-pages.css'
import style from './pdf-panel.module.css'
import type { PdfReader } from './pdf-reader.ts'
import { PdfToolbar } from './pdf-toolbar.tsx'
import type { ReaderState } from './reader-state.ts'
import { usePdfReader } from './use-pdf-reader.ts'

/**
 * A PDF, page by page, on every device; in the browser's own viewer where ours can't run, or if the reader prefers it.
 */
export function PdfPanel({ document }: { document: PortalDocument }) {
  const [inBrowserViewer, setInBrowserViewer] = useState(false)
  const { allowed } = useOpenElsewhere(document)
  const canUseBrowserViewer = useHydrated() && canEmbedPdfs() && allowed
  if (inBrowserViewer) return <BrowserViewer document={document} onBack={() => setInBrowserViewer(false)} />
  return (
    <PdfPages
      key={document.id}
      document={document}
      onBrowserViewer={canUseBrowserViewer ? () => setInBrowserViewer(true) : undefined}
    />
  )
}

function PdfPages({
  document,
  onBrowserViewer,
}: {
  document: PortalDocument
  onBrowserViewer: (() => void) | undefined
}) {
  const desk = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [finding, setFinding] = useState(false)
  const [listing, setListing] = useState(false)
  const { reader, state } = usePdfReader(desk, fileAddress(document), attempt)
  const { stage, lost } = state
  const reading = stage === 'reading'

  const find = useCallback(() => {
    setFinding(true)
    // If the search is already open, this moves focus back to it.
    requestAnimationFrame(() =>
      desk.current?.closest('[data-pdf]')?.querySelector<HTMLInputElement>('[type=search]')?.select(),
    )
  }, [])
  usePdfKeys(desk, reader, state, find)

  if (stage === 'unable') return <BrowserViewer document={document} />
  if (stage === 'failed') {
    const damaged = state.failure?.code === 'PDF_DAMAGED' || state.failure?.code === 'PDF_EMPTY'
    const actions = (
      <>
        {damaged && onBrowserViewer && <Button onClick={onBrowserViewer}>Open in your browser’s viewer</Button>}
        {!damaged && <TryAgain failure={state.failure} onTry={() => setAttempt(attempt + 1)} />}
        {state.failure?.code !== 'FILE_MISSING' && <DownloadButton document={document} />}
      </>
    )
    return <UnavailableCard actions={actions}>{state.failure?.message}</UnavailableCard>
  }
  return (
    <div className={style.panel} data-pdf>
      <PdfToolbar
        document={document}
        reader={reader}
        state={state}
        finding={finding}
        listing={listing}
        onBrowserViewer={onBrowserViewer}
        onFind={() => (finding ? setFinding(false) : find())}
        onList={() => setListing(!listing)}
      />
      {finding && reading && (
        <PdfSearchBar reader={reader} state={state} onClose={() => closeFind(() => setFinding(false))} />
      )}
      {lost && reading && (
        <div className={`cluster center apart gap-0-5 small danger ${style.lost}`} role="alert">
          <p>{lost.message}</p>
          <TryAgain failure={lost} size="small" variant="link" onTry={() => reader?.retry()} />
        </div>
      )}
      {state.undrawn !== undefined && !lost && reading && (
        <div className={`cluster center apart gap-0-5 small danger ${style.lost}`} role="alert">
          <p>Page {state.undrawn} can’t be shown completely.</p>
          {onBrowserViewer && (
            <Button size="small" variant="link" onClick={onBrowserViewer}>
              Open in your browser’s viewer
            </Button>
          )}
        </div>
      )}
      <div className={style.room}>
        {listing && reading && reader && (
          <PageList reader={reader} state={state} onChosen={() => setListing(!matchMedia('(width < 48rem)').matches)} />
        )}
        <div className={style.place}>
          {/* biome-ignore lint/a11y/useSemanticElements: the pages themselves are the regions */}
          <div
            ref={desk}
            className={style.desk}
            role="group"
            aria-label={reading ? `${document.filename}, ${pageCount(state.pages)}` : document.filename}
            aria-busy={stage === 'opening'}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reachable by keyboard
            tabIndex={0}
          >
            <div className="pdfViewer" />
          </div>
          {stage === 'opening' && <OpeningSheet />}
          {stage === 'locked' && (
            <PasswordPrompt
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

function usePdfKeys(
  desk: RefObject<HTMLDivElement | null>,
  reader: PdfReader | undefined,
  state: ReaderState,
  find: () => void,
) {
  const scrollPage = (direction: number) => desk.current?.scrollBy({ top: direction * desk.current.clientHeight * 0.9 })
  const scrollsSideways = () => (desk.current ? desk.current.scrollWidth > desk.current.clientWidth : false)
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
    PageDown: () => scrollPage(1),
    PageUp: () => scrollPage(-1),
    ArrowRight: () => !scrollsSideways() && reader?.goTo(Math.min(state.page + 1, state.pages)),
    ArrowLeft: () => !scrollsSideways() && reader?.goTo(Math.max(state.page - 1, 1)),
    ArrowDown: () => desk.current?.scrollBy({ top: 60 }),
    ArrowUp: () => desk.current?.scrollBy({ top: -60 }),
  })
}

/** An empty sheet where the first page will appear. */
function OpeningSheet() {
  return (
    <div role="status" className={style.opening}>
      <span className="visually-hidden">Loading...</span>
      <div className={style.sheet} aria-hidden="true" />
    </div>
  )
}

const pageCount = (pages: number) => countOf(pages, 'page')

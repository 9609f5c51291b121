import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { titleOf } from '../../documents/documents.ts'
import { displayKind, isHeld } from '../../documents/investor/document-kind.ts'
import { DownloadFrame } from '../../documents/investor/download-frame.tsx'
import { recordView } from '../../documents/investor/record-view.ts'
import type { PortalDocument } from '../../documents/server/documents.ts'
import { askAbout } from '../../messages/investor/ask-about-document.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { reload } from '../../shell/portal/viewer-revalidation.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { Dialog } from '../../shell/ui/dialog.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { TabPanel, Tabs } from '../../shell/ui/tabs.tsx'
import { viewerMessages } from '../messages.ts'
import { DocumentPanel } from './document-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { MarkWarning } from './mark-warning.tsx'
import { HeldCard, MessageCard } from './message-card.tsx'
import { NotInPortal } from './not-in-portal.tsx'
import { ConfirmedProvider } from './open-elsewhere.ts'
import { Skeleton } from './skeleton.tsx'
import { ToolbarButton } from './toolbar-button.tsx'
import style from './viewer.module.css'
import { ViewerIcon } from './viewer-icon.tsx'

type Props = {
  me: Actor
  /** Undefined if the list has no such document, or no longer has it. */
  document: PortalDocument | undefined
  /** Whether the list could be loaded; only then is a document known to be missing. */
  loaded: boolean
  /** The page without the viewer. */
  listAddress: string
  /** The documents in the order of the list, for going to the next one. */
  order?: readonly PortalDocument[]
  /** @returns the address that opens a document */
  addressOf?: (id: string) => string
}

/** The extension is hidden, since the page shows the type; screen readers and search still find it. */
function FileTitle({ filename }: { filename: string }) {
  const title = titleOf(filename)
  return (
    <>
      {title}
      <span className={style.extension}>{filename.slice(title.length)}</span>
    </>
  )
}

/** Shows one document and its history (specification section 2). Opening it counts one view (section 4). */
export function Viewer({ me, document, loaded, listAddress, order = [], addressOf }: Props) {
  const isLink = document && displayKind(document) === 'link'
  const held = document && isHeld(document)
  // Delegates don't see other people's views.
  const hasHistory = !document?.share
  const [tab, choose] = useState(isLink ? 'history' : 'document')
  const recorded = useViewRecorded(isLink || held ? undefined : document?.id)
  const close = useCloseViewer(listAddress)
  const last = useLastDocument(document)
  const [confirmed, setConfirmed] = useState<string>()
  const [refused, setRefused] = useState<Refusal & { id: string }>()

  return (
    <Dialog
      open
      onClose={close}
      size="viewer"
      title={<FileTitle filename={document?.filename ?? last?.filename ?? 'Document'} />}
    >
      {document ? (
        <ConfirmedProvider value={confirmed === document.id}>
          <DownloadFrame className={style.viewer} onRefusal={refusal => setRefused({ ...refusal, id: document.id })}>
            <div>
              <div className={style.head}>
                <Tabs
                  label="About this document"
                  name="viewer"
                  tabs={[
                    { id: 'document', label: 'Document' },
                    ...(hasHistory ? [{ id: 'history', label: 'History' }] : []),
                  ]}
                  selected={tab}
                  onSelect={choose}
                />
                <AskLink document={document} me={me} />
                <AdjacentDocuments document={document} order={order} addressOf={addressOf} />
              </div>
              {!held && <MarkWarning document={document} onConfirm={() => setConfirmed(document.id)} />}
              <Banner onDismiss={() => setRefused(undefined)}>{refused?.id === document.id && refused.message}</Banner>
            </div>
            {/* Both stay mounted, so that viewing the history doesn't reload the document. */}
            <div hidden={tab !== 'document'} className={classes(style.panel, style.document)}>
              <TabPanel id="document" name="viewer">
                {held ? <HeldCard document={document} /> : <DocumentPanel key={document.id} document={document} />}
              </TabPanel>
            </div>
            {hasHistory && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long history must scroll by keyboard too
              <div hidden={tab !== 'history'} className={style.panel} tabIndex={0}>
                <TabPanel id="history" name="viewer">
                  <HistoryPanel
                    key={document.id}
                    document={document}
                    recorded={recorded || isLink === true || held === true}
                  />
                </TabPanel>
              </div>
            )}
          </DownloadFrame>
        </ConfirmedProvider>
      ) : loaded ? (
        <MissingDocument me={me} last={last} listAddress={listAddress} onClose={close} />
      ) : (
        <Skeleton rows={3} />
      )}
    </Dialog>
  )
}

/** No such document: deleted while open, never there, or not the reader's. */
function MissingDocument({
  me,
  last,
  listAddress,
  onClose,
}: Pick<Props, 'me' | 'listAddress'> & { last: PortalDocument | undefined; onClose: () => void }) {
  if (!last && !me.isAdmin) return <NotInPortal me={me} listAddress={listAddress} />
  return (
    <MessageCard
      title={last ? 'Deleted' : 'Not found'}
      actions={
        <Button data-autofocus onClick={onClose}>
          Back to documents
        </Button>
      }
    >
      <p role="alert">{last ? viewerMessages.DOCUMENT_GONE : viewerMessages.NOT_FOUND}</p>
    </MessageCard>
  )
}

/** Links to a message about the document. On a phone only its icon has room. */
function AskLink({ document, me }: { document: PortalDocument; me: Actor }) {
  const ask = askAbout(document, me)
  if (!ask) return null
  return (
    <Link className={`row center gap-2 small unbroken ${style.ask}`} to={ask.address} title={ask.label}>
      <ViewerIcon name="message" />
      <span>{ask.label}</span>
    </Link>
  )
}

/** Buttons to the previous and next document of the list. They replace the address, so that Back closes the viewer. */
function AdjacentDocuments({
  document,
  order,
  addressOf,
}: Required<Pick<Props, 'order'>> & Pick<Props, 'document' | 'addressOf'>) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const position = order.findIndex(({ id }) => id === document?.id)
  if (position < 0 || order.length < 2 || !addressOf) return null
  const go = (one: PortalDocument | undefined) => {
    if (one) navigate(addressOf(one.id), { replace: true, state, preventScrollReset: true })
  }
  const labelFor = (direction: string, one: PortalDocument | undefined) =>
    `${direction} document${one ? `: ${one.filename}` : ''}`
  const [before, after] = [order[position - 1], order[position + 1]]
  return (
    <nav className={`quiet row center tabular unbroken ${style.adjacent}`} aria-label="Other documents">
      <ToolbarButton
        icon="previous"
        label={labelFor('Previous', before)}
        disabled={!before}
        onClick={() => go(before)}
      />
      <span aria-hidden="true">
        {position + 1} of {order.length}
      </span>
      <ToolbarButton icon="next" label={labelFor('Next', after)} disabled={!after} onClick={() => go(after)} />
    </nav>
  )
}

/** @returns the document, or the previous one after it is gone */
function useLastDocument(document: PortalDocument | undefined): PortalDocument | undefined {
  const last = useRef(document)
  if (document) last.current = document
  return last.current
}

/**
 * Counts one view of a document, regardless of how often the component renders.
 * @param id of the document; undefined counts nothing
 * @returns whether the view has been counted, so that the history has it
 */
function useViewRecorded(id: string | undefined): boolean {
  const counted = useRef<string>(undefined)
  const [done, setDone] = useState<string>()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!id || counted.current === id) return
    counted.current = id
    recordView(id).then(() => {
      setDone(id)
      reload(revalidate)
    })
  }, [id, revalidate])
  return id !== undefined && done === id
}

/** @returns closes the viewer; goes back if it was opened from the list, so that Back doesn't open it again */
function useCloseViewer(listAddress: string): () => void {
  const { state } = useLocation()
  const navigate = useNavigate()
  return () => {
    if (state?.opened) navigate(-1)
    else navigate(listAddress, { replace: true, preventScrollReset: true })
  }
}

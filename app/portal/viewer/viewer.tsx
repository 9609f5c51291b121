import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { viewerMessages } from '../../../rules/viewer-messages.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { Downloads } from '../documents/downloads.tsx'
import { showing } from '../documents/kind.ts'
import { recordView } from '../documents/record-view.ts'
import type { Refusal } from '../errors.ts'
import { Card } from './card.tsx'
import { DocumentPanel } from './document-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { NotInPortal } from './not-in-portal.tsx'
import { Tool } from './tool.tsx'
import style from './viewer.module.css'

type Props = {
  me: Actor
  /** Undefined where there is none of that id, or none any more. */
  document: PortalDocument | undefined
  /** The list could be read, so that a missing document is missing. */
  loaded: boolean
  /** The page without the viewer. */
  listAddress: string
  /** The documents in the order they are listed, for going on to the next one. */
  order?: readonly PortalDocument[]
  /** Where a document is opened. */
  addressOf?: (id: string) => string
}

/** Shows one document, and who has opened it (specification section 2). Opening it counts one view (section 4). */
export function Viewer({ me, document, loaded, listAddress, order = [], addressOf }: Props) {
  const link = document && showing(document) === 'link'
  const [tab, choose] = useState(link ? 'history' : 'document')
  const recorded = useOneView(link ? undefined : document?.id)
  const close = useClose(listAddress)
  const last = useLast(document)
  const [refused, setRefused] = useState<Refusal & { id: string }>()

  return (
    <Dialog open onClose={close} size="viewer" title={document?.filename ?? last?.filename ?? 'Document'}>
      {document ? (
        <Downloads className={style.viewer} onRefusal={refusal => setRefused({ ...refusal, id: document.id })}>
          <div>
            <div className={style.head}>
              <Tabs
                label="About this document"
                name="viewer"
                tabs={[
                  { id: 'document', label: 'Document' },
                  { id: 'history', label: 'History' },
                ]}
                selected={tab}
                onSelect={choose}
              />
              <Neighbours document={document} order={order} addressOf={addressOf} />
            </div>
            <Banner onDismiss={() => setRefused(undefined)}>{refused?.id === document.id && refused.message}</Banner>
          </div>
          {/* Both stay, so that a document is not fetched again by looking at its history. */}
          <div hidden={tab !== 'document'} className={classes(style.panel, style.document)}>
            <TabPanel id="document" name="viewer">
              <DocumentPanel key={document.id} document={document} />
            </TabPanel>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long history scrolls, by keyboard too */}
          <div hidden={tab !== 'history'} className={style.panel} tabIndex={0}>
            <TabPanel id="history" name="viewer">
              <HistoryPanel key={document.id} document={document} recorded={recorded || link === true} />
            </TabPanel>
          </div>
        </Downloads>
      ) : loaded ? (
        <Missing me={me} last={last} listAddress={listAddress} onClose={close} />
      ) : (
        <Skeleton rows={3} />
      )}
    </Dialog>
  )
}

/** No document: deleted while it was open, or not there, or not theirs. */
function Missing({
  me,
  last,
  listAddress,
  onClose,
}: Pick<Props, 'me' | 'listAddress'> & { last: PortalDocument | undefined; onClose: () => void }) {
  if (!last && !me.isAdmin) return <NotInPortal me={me} listAddress={listAddress} />
  return (
    <Card
      title={last ? 'Deleted' : 'Not found'}
      actions={
        <Button data-autofocus onClick={onClose}>
          Back to documents
        </Button>
      }
    >
      <p role="alert">{last ? viewerMessages.DOCUMENT_GONE : viewerMessages.NOT_FOUND}</p>
    </Card>
  )
}

/** On to the documents before and after in the list. The address changes in its place: Back closes the viewer. */
function Neighbours({
  document,
  order,
  addressOf,
}: Required<Pick<Props, 'order'>> & Pick<Props, 'document' | 'addressOf'>) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const here = order.findIndex(({ id }) => id === document?.id)
  if (here < 0 || order.length < 2 || !addressOf) return null
  const go = (one: PortalDocument | undefined) => {
    if (one) navigate(addressOf(one.id), { replace: true, state, preventScrollReset: true })
  }
  const named = (way: string, one: PortalDocument | undefined) => `${way} document${one ? `: ${one.filename}` : ''}`
  const [before, after] = [order[here - 1], order[here + 1]]
  return (
    <nav className={style.neighbours} aria-label="Other documents">
      <Tool icon="previous" label={named('Previous', before)} disabled={!before} onClick={() => go(before)} />
      <span aria-hidden="true">
        {here + 1} of {order.length}
      </span>
      <Tool icon="next" label={named('Next', after)} disabled={!after} onClick={() => go(after)} />
    </nav>
  )
}

/** @returns the document, and when it is gone what it was */
function useLast(document: PortalDocument | undefined): PortalDocument | undefined {
  const last = useRef(document)
  if (document) last.current = document
  return last.current
}

/**
 * Counts one view of a document, once, however often the page is drawn.
 * @returns whether that is done, and the history is worth reading
 */
function useOneView(id: string | undefined): boolean {
  const counted = useRef<string>(undefined)
  const [done, setDone] = useState<string>()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!id || counted.current === id) return
    counted.current = id
    recordView(id).then(() => {
      setDone(id)
      revalidate()
    })
  }, [id, revalidate])
  return id !== undefined && done === id
}

/** Closing goes back where the viewer was opened from the list, so that Back never opens it once more. */
function useClose(listAddress: string): () => void {
  const { state } = useLocation()
  const navigate = useNavigate()
  return () => {
    if (state?.opened) navigate(-1)
    else navigate(listAddress, { replace: true, preventScrollReset: true })
  }
}

import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { messages } from '../../../rules/messages.ts'
import type { PortalDocument } from '../../../server/documents.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { showing } from '../documents/kind.ts'
import { recordView } from '../documents/record-view.ts'
import { DocumentPanel } from './document-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import style from './viewer.module.css'

type Props = {
  /** Undefined where there is none of that id, or none any more. */
  document: PortalDocument | undefined
  /** The list could be read, so that a missing document is missing. */
  loaded: boolean
  /** The page without the viewer. */
  listAddress: string
}

/** Shows one document, and who has opened it (specification section 2). Opening it counts one view (section 4). */
export function Viewer({ document, loaded, listAddress }: Props) {
  const link = document && showing(document) === 'link'
  const [tab, choose] = useState(link ? 'history' : 'document')
  const recorded = useOneView(link ? undefined : document?.id)
  const close = useClose(listAddress)

  return (
    <Dialog open onClose={close} size="viewer" title={document?.filename ?? 'Document'}>
      {document ? (
        <div className={style.viewer}>
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
          {/* Both stay, so that a document is not fetched again by looking at its history. */}
          <div hidden={tab !== 'document'} className={style.panel}>
            <TabPanel id="document" name="viewer">
              <DocumentPanel document={document} />
            </TabPanel>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long history scrolls, by keyboard too */}
          <div hidden={tab !== 'history'} className={style.panel} tabIndex={0}>
            <TabPanel id="history" name="viewer">
              <HistoryPanel document={document} recorded={recorded || link === true} />
            </TabPanel>
          </div>
        </div>
      ) : loaded ? (
        <p>{messages.NOT_FOUND}</p>
      ) : (
        <Skeleton rows={3} />
      )}
    </Dialog>
  )
}

/**
 * Counts one view of a document, once, however often the page is drawn.
 * @returns whether that is done, and the history is worth reading
 */
function useOneView(id: string | undefined): boolean {
  const counted = useRef<string>(undefined)
  const [done, setDone] = useState(false)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!id || counted.current === id) return
    counted.current = id
    recordView(id).then(() => {
      setDone(true)
      revalidate()
    })
  }, [id, revalidate])
  return done
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

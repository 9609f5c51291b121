import { useRef, useState } from 'react'
import { fileAddress, maySave } from '../../documents/investor/document-kind.ts'
import type { PortalDocument } from '../../documents/server/documents.ts'
import { type Refusal, refusal } from '../../shell/portal/refusal.ts'
import { Button } from '../../shell/ui/button.tsx'
import { usePictureEvents } from '../../shell/ui/use-picture-events.ts'
import type { Size } from '../../shell/zoom/transform.ts'
import { arrowKeys, zoomKeys } from '../../shell/zoom/zoom-keys.ts'
import { viewerMessages } from '../messages.ts'
import { checkReadable } from './file-errors.ts'
import { DownloadButton, UnavailableCard } from './message-card.tsx'
import { OverflowMenu } from './overflow-menu.tsx'
import style from './picture-panel.module.css'
import { Toolbar, ToolGroup } from './toolbar.tsx'
import { ToolbarButton } from './toolbar-button.tsx'
import { TryAgain } from './try-again.tsx'
import { maxScale, usePictureZoom } from './use-picture-zoom.ts'
import { useViewerKeys } from './use-viewer-keys.ts'

/**
 * A picture, fitted to the viewer. It zooms by buttons, wheel, pinch, double tap and keys; the browser scrolls it, and a
 * mouse can drag it.
 */
export function PicturePanel({ document }: { document: PortalDocument }) {
  const desk = useRef<HTMLDivElement>(null)
  const [natural, setNatural] = useState<Size>()
  const [failure, setFailure] = useState<Refusal>()
  const [attempt, setAttempt] = useState(0)
  const zoom = usePictureZoom(desk, natural)

  useViewerKeys(desk, {
    ...zoomKeys(zoom.nearer, zoom.further, zoom.fit),
    '1': zoom.actual,
    ...arrowKeys(({ x, y }) => scrollBy(desk.current, -x, -y)),
  })

  const events = usePictureEvents({
    onLoad: ({ naturalWidth: width, naturalHeight: height }) => setNatural({ width, height }),
    onError: () =>
      void checkReadable(document).then(reason => setFailure(reason ?? refusal('PICTURE_DAMAGED', viewerMessages))),
  })

  const retry = () => {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }
  if (failure) {
    const actions = (
      <>
        <TryAgain failure={failure} onTry={retry} />
        {failure.code === 'PICTURE_DAMAGED' && <DownloadButton document={document} />}
      </>
    )
    return <UnavailableCard actions={actions}>{failure.message}</UnavailableCard>
  }
  const address = fileAddress(document)
  return (
    <div className={style.panel}>
      <Toolbar label="Picture">
        <ToolGroup>
          <ToolbarButton
            icon="further"
            label="Zoom out"
            onClick={zoom.further}
            disabled={zoom.scale <= zoom.fitScale}
          />
          <output className={`small tabular ${style.scale}`} aria-label="Zoom">
            {Math.round(zoom.scale * 100)}%
          </output>
          <ToolbarButton icon="nearer" label="Zoom in" onClick={zoom.nearer} disabled={zoom.scale >= maxScale} />
        </ToolGroup>
        <ToolGroup words>
          <Button size="small" variant="link" onClick={zoom.fit}>
            Fit
          </Button>
          <Button size="small" variant="link" onClick={zoom.actual}>
            Actual size
          </Button>
        </ToolGroup>
        {maySave(document) && (
          <ToolGroup end>
            <OverflowMenu
              choices={[
                { label: 'Open in a new tab', href: address, newTab: true },
                { label: 'Download', href: fileAddress(document, true) },
              ]}
            />
          </ToolGroup>
        )}
      </Toolbar>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={desk}
        className={`stack sunk line-around inside-4 ${style.desk}`}
        role="group"
        aria-label="Picture"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <img
          {...events}
          key={attempt}
          src={address}
          alt={document.filename}
          draggable={false}
          className={natural ? style.picture : style.coming}
          style={zoom.size}
        />
      </div>
    </div>
  )
}

/** @returns false at the edge, so that the browser handles the key */
function scrollBy(element: HTMLElement | null, x: number, y: number): boolean {
  if (!element) return false
  const { scrollLeft, scrollTop } = element
  element.scrollBy(x, y)
  return element.scrollLeft !== scrollLeft || element.scrollTop !== scrollTop
}

import { useRef, useState } from 'react'
import { viewerMessages } from '../../../rules/viewer-messages.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Button } from '../../ui/button.tsx'
import type { Size } from '../../zoom/transform.ts'
import { arrowKeys, zoomKeys } from '../../zoom/zoom-keys.ts'
import { fileAddress } from '../documents/kind.ts'
import { type Refusal, refusal } from '../errors.ts'
import { DownloadButton, Unshown } from './card.tsx'
import { useViewerKeys } from './keys.ts'
import { More } from './more.tsx'
import style from './picture.module.css'
import { largest, usePictureZoom } from './picture-zoom.ts'
import { whyUnreadable } from './reason.ts'
import { Tool } from './tool.tsx'
import { Toolbar, ToolGroup } from './toolbar.tsx'

/**
 * A picture that fits its window, and comes nearer by buttons, wheel, fingers, double tap and keys. Moving about is the
 * browser's own scrolling, and by mouse it is dragged.
 */
export function Picture({ document }: { document: PortalDocument }) {
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

  const again = () => {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }
  if (failure) {
    const actions = (
      <>
        <Button onClick={again}>Try again</Button>
        {failure.code === 'PICTURE_DAMAGED' && <DownloadButton document={document} />}
      </>
    )
    return <Unshown actions={actions}>{failure.message}</Unshown>
  }
  const address = fileAddress(document)
  return (
    <div className={style.panel}>
      <Toolbar label="Picture">
        <ToolGroup>
          <Tool icon="further" label="Zoom out" onClick={zoom.further} disabled={zoom.scale <= zoom.fitScale} />
          <output className={style.scale} aria-label="Zoom">
            {Math.round(zoom.scale * 100)}%
          </output>
          <Tool icon="nearer" label="Zoom in" onClick={zoom.nearer} disabled={zoom.scale >= largest} />
        </ToolGroup>
        <ToolGroup words>
          <Button size="small" variant="link" onClick={zoom.fit}>
            Fit
          </Button>
          <Button size="small" variant="link" onClick={zoom.actual}>
            Actual size
          </Button>
        </ToolGroup>
        <ToolGroup end>
          <More
            choices={[
              { words: 'Open in a new tab', href: address, newTab: true },
              { words: 'Download', href: fileAddress(document, true) },
            ]}
          />
        </ToolGroup>
      </Toolbar>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={desk}
        className={style.desk}
        role="group"
        aria-label="Picture"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls is reached by keyboard
        tabIndex={0}
      >
        <img
          key={attempt}
          src={address}
          alt={document.filename}
          draggable={false}
          className={natural ? style.picture : style.coming}
          style={zoom.size}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setNatural({ width, height })}
          onError={() =>
            whyUnreadable(document).then(reason => setFailure(reason ?? refusal('PICTURE_DAMAGED', viewerMessages)))
          }
        />
      </div>
    </div>
  )
}

/** @returns false where there is nowhere to go, so that the key does what it otherwise does */
function scrollBy(element: HTMLElement | null, x: number, y: number): boolean {
  if (!element) return false
  const { scrollLeft, scrollTop } = element
  element.scrollBy(x, y)
  return element.scrollLeft !== scrollLeft || element.scrollTop !== scrollTop
}

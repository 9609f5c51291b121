import { type RefObject, useLayoutEffect } from 'react'
import type { Picture } from '../../../content/deck-types.ts'
import style from './deck-overlay.module.css'
import { SheetPicture } from './sheet-picture.tsx'
import type { Enlarged } from './use-page-zoom.ts'

type Props = {
  enlarged: Enlarged
  picture: Picture
  version: string
  pictureRef: RefObject<HTMLDivElement | null>
  /** Applies the current transform to the picture. */
  show: () => void
}

/** One page, zoomed, above the strip. Hidden from screen readers, which read the page's text in the strip. */
export function Lens({ enlarged: { rect }, picture, version, pictureRef, show }: Props) {
  useLayoutEffect(show, [show])
  return (
    <div className={style.lens} data-part="lens" aria-hidden="true">
      <div ref={pictureRef} style={{ inlineSize: rect.width, blockSize: rect.height }}>
        {/* The strip's picture, below the larger one, which may not have loaded yet. */}
        <SheetPicture picture={picture} version={version} sizes={`${Math.round(rect.width)}px`} alt="" />
        <SheetPicture picture={picture} version={version} sizes={`${picture.width}px`} alt="" />
      </div>
    </div>
  )
}

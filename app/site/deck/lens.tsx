import { type RefObject, useLayoutEffect } from 'react'
import type { Picture } from '../../../content/deck-types.ts'
import style from './deck-overlay.module.css'
import { SheetPicture } from './sheet-picture.tsx'
import type { Enlarged } from './use-page-zoom.ts'

type Props = {
  enlarged: Enlarged
  picture: Picture
  version: string
  moved: RefObject<HTMLDivElement | null>
  /** Puts the picture where the fingers have it. */
  show: () => void
}

/** One page, enlarged over the strip it belongs to. For the eye alone: screen readers have read its text already. */
export function Lens({ enlarged: { place }, picture, version, moved, show }: Props) {
  useLayoutEffect(show, [show])
  return (
    <div className={style.lens} data-part="lens" aria-hidden="true">
      <div ref={moved} style={{ inlineSize: place.width, blockSize: place.height }}>
        {/* The page as it was, under the larger picture that may have to load first. */}
        <SheetPicture picture={picture} version={version} sizes={`${Math.round(place.width)}px`} alt="" />
        <SheetPicture picture={picture} version={version} sizes={`${picture.width}px`} alt="" />
      </div>
    </div>
  )
}

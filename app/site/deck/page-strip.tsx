import type { CSSProperties, RefObject } from 'react'
import type { Pictures } from '../../../content/deck-types.ts'
import { classes } from '../../ui/classes.ts'
import style from './deck-overlay.module.css'
import type { View } from './overlay-bars.tsx'
import { SheetPicture, textOf } from './sheet-picture.tsx'

type Props = {
  strip: RefObject<HTMLElement | null>
  pictures: Pictures
  current: number
  view: View
  /** Called when the reader scrolls by wheel or touch. */
  onScroll: () => void
}

export function PageStrip({ strip, pictures: { pages, version }, current, view, onScroll }: Props) {
  return (
    <section
      ref={strip}
      className={classes(style.strip, style[view])}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be focusable by keyboard
      tabIndex={0}
      aria-label="Pages"
      onWheel={onScroll}
      onTouchStart={onScroll}
    >
      {pages.map((picture, i) => (
        <figure key={picture.path} style={{ '--ratio': picture.width / picture.height } as CSSProperties}>
          <SheetPicture
            picture={picture}
            version={version}
            sizes={`min(100vw, ${Math.round((picture.width / picture.height) * 100)}vh)`}
            alt={textOf(picture)}
            // The current page and its neighbors.
            loading={Math.abs(i + 1 - current) <= 1 ? 'eager' : 'lazy'}
          />
        </figure>
      ))}
    </section>
  )
}

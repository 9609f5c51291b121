import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Picture, Pictures } from '../../../content/deck-types.ts'
import { classes } from '../../shell/ui/classes.ts'
import { trapFocus } from '../../shell/ui/focus-trap.ts'
import { arrowKeys, zoomKeys, zoomStep } from '../../shell/zoom/zoom-keys.ts'
import style from './deck-overlay.module.css'
import { OverlayHeader, PageTurns, type View } from './overlay-bars.tsx'
import { SheetPicture, textOf } from './sheet-picture.tsx'
import { type Enlarged, usePageZoom } from './use-page-zoom.ts'
import { useStripPage } from './use-strip-page.ts'

type Props = {
  pictures: Pictures
  name: string
  /** The page to start with, from 1. */
  first: number
  onTurn: (page: number) => void
  onClose: () => void
}

/**
 * The pages over the whole window, in one strip that scrolls vertically or horizontally. Swiping is the browser's own
 * scrolling; a pinch zooms a page. Left and right turn pages, plus and minus zoom; Escape, Close and a click beside a
 * page close the overlay, and focus returns.
 */
export function DeckOverlay({ pictures, name, first, onTurn, onClose }: Props) {
  const { pages, version } = pictures
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLElement>(null)
  const lensPicture = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>(initialView)
  const count = pages.length

  // Opened before the strip scrolls to its page, which it can't do in a closed dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    strip.current?.focus()
    return () => element?.close()
  }, [])

  const { enlarged, show, reset, zoomBy } = usePageZoom(stage, lensPicture)
  const turns = useStripPage(strip, { count, first, view, onTurn })

  const goTo = (page: number, behavior?: ScrollBehavior) => {
    reset()
    turns.goTo(page, behavior)
  }
  const turnTo = (page: number) => goTo(page, prefersReducedMotion() ? 'auto' : 'smooth')

  const changeView = (chosen: View) => {
    reset()
    setView(chosen)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    trapFocus(event)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = strip.current?.children[turns.current - 1]
    const next = () => turnTo(turns.target() + 1)
    const previous = () => turnTo(turns.target() - 1)
    const action = {
      ArrowRight: next,
      ArrowLeft: previous,
      Home: () => turnTo(1),
      End: () => turnTo(count),
      ...(view === 'horizontal' && { ArrowDown: next, ArrowUp: previous, PageDown: next, PageUp: previous }),
      ...zoomKeys(
        () => zoomBy(page, zoomStep),
        () => enlarged && zoomBy(page, 1 / zoomStep),
        () => enlarged && zoomBy(page, 0),
      ),
      ...(enlarged && arrowKeys(by => zoomBy(page, 1, by))),
    }[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  const onPress = (event: MouseEvent) => {
    if (!(event.target as Element).closest('img, [data-part=bar], [data-part=lens]')) onClose()
  }

  return (
    <dialog
      ref={dialog}
      className={classes('night', style.overlay)}
      aria-label={name}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={onPress}
      onKeyDown={onKeyDown}
    >
      <OverlayHeader
        name={name}
        count={count}
        view={view}
        onClose={onClose}
        current={turns.current}
        onView={changeView}
      />
      <div ref={stage} className={classes(style.stage, enlarged && style.held)}>
        <PageStrip
          strip={strip}
          pictures={pictures}
          current={turns.current}
          view={count > 1 ? view : 'vertical'}
          onScroll={turns.cancel}
        />
        {enlarged && pages[enlarged.page] && (
          <Lens
            key={enlarged.page}
            enlarged={enlarged}
            picture={pages[enlarged.page] as Picture}
            version={version}
            pictureRef={lensPicture}
            show={show}
          />
        )}
      </div>
      {count > 1 && <PageTurns current={turns.current} count={count} onTurn={by => goTo(turns.target() + by)} />}
    </dialog>
  )
}

/** In an upright window, such as a phone's, there is room below a page, not beside it. */
const initialView = (): View => (matchMedia('(orientation: portrait)').matches ? 'vertical' : 'horizontal')

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

type LensProps = {
  enlarged: Enlarged
  picture: Picture
  version: string
  pictureRef: RefObject<HTMLDivElement | null>
  /** Applies the current transform to the picture. */
  show: () => void
}

/** One page, zoomed, above the strip. Hidden from screen readers, which read the page's text in the strip. */
function Lens({ enlarged: { rect }, picture, version, pictureRef, show }: LensProps) {
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

type PageStripProps = {
  strip: RefObject<HTMLElement | null>
  pictures: Pictures
  current: number
  view: View
  /** Called when the reader scrolls by wheel or touch. */
  onScroll: () => void
}

function PageStrip({ strip, pictures: { pages, version }, current, view, onScroll }: PageStripProps) {
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

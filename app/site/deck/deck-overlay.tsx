import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Picture, Pictures } from '../../../content/deck-types.ts'
import { classes } from '../../ui/classes.ts'
import { trapFocus } from '../../ui/focus-trap.ts'
import { arrowKeys, zoomKeys, zoomStep } from '../../zoom/keys.ts'
import style from './deck-overlay.module.css'
import { Lens } from './lens.tsx'
import { OverlayHeader, PageTurns, type View } from './overlay-bars.tsx'
import { PageStrip } from './page-strip.tsx'
import { usePageZoom } from './use-page-zoom.ts'
import { useStripPage } from './use-strip-page.ts'

type Props = {
  pictures: Pictures
  name: string
  /** The page it opens at, from 1. */
  first: number
  onTurn: (page: number) => void
  onClose: () => void
}

/**
 * The pages over the whole window, in one strip that scrolls down or sideways: swiping is the browser's own, two
 * fingers enlarge a page. Left and right turn the page, plus and minus enlarge it; Escape, Close and a press beside a
 * page close it, and focus goes back.
 */
export function DeckOverlay({ pictures, name, first, onTurn, onClose }: Props) {
  const { pages, version } = pictures
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLElement>(null)
  const moved = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>(upright)
  const count = pages.length

  // Before the pages are scrolled: a dialog that is closed scrolls nothing.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    strip.current?.focus()
    return () => element?.close()
  }, [])

  const { enlarged, show, reset, zoomBy } = usePageZoom(stage, moved)
  const turns = useStripPage(strip, { count, first, view, onTurn })

  const goTo = (page: number, behavior?: ScrollBehavior) => {
    reset()
    turns.goTo(page, behavior)
  }
  const turnTo = (page: number) => goTo(page, prefersStillness() ? 'auto' : 'smooth')

  const turnView = (chosen: View) => {
    reset()
    setView(chosen)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    trapFocus(event)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = strip.current?.children[turns.current - 1]
    const next = () => turnTo(turns.place() + 1)
    const previous = () => turnTo(turns.place() - 1)
    const act = {
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
    if (!act) return
    event.preventDefault()
    act()
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
      <OverlayHeader {...{ name, count, view, onClose }} current={turns.current} onView={turnView} />
      <div ref={stage} className={classes(style.stage, enlarged && style.held)}>
        <PageStrip
          strip={strip}
          pictures={pictures}
          current={turns.current}
          view={count > 1 ? view : 'vertical'}
          onScroll={turns.letGo}
        />
        {enlarged && pages[enlarged.page] && (
          <Lens
            key={enlarged.page}
            enlarged={enlarged}
            picture={pages[enlarged.page] as Picture}
            version={version}
            moved={moved}
            show={show}
          />
        )}
      </div>
      {count > 1 && <PageTurns current={turns.current} count={count} onTurn={by => goTo(turns.place() + by)} />}
    </dialog>
  )
}

/** A phone held upright has room below a page, not beside it. */
const upright = (): View => (matchMedia('(orientation: portrait)').matches ? 'vertical' : 'horizontal')

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

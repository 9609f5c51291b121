import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Picture, Pictures } from '../../../content/deck-types.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { keepFocus } from '../../ui/keep-focus.ts'
import style from './deck-overlay.module.css'
import { Lens } from './lens.tsx'
import { SheetPicture, textOf } from './sheet-picture.tsx'
import { useZoom } from './use-zoom.ts'

type Props = {
  pictures: Pictures
  name: string
  /** The page it opens at, from 1. */
  first: number
  onTurn: (page: number) => void
  onClose: () => void
}

const views = ['vertical', 'horizontal'] as const
type View = (typeof views)[number]

/** Where an arrow moves a page that is enlarged: the window goes its way, so the page goes the other. */
const asides: Record<string, { x: number; y: number }> = {
  ArrowRight: { x: -80, y: 0 },
  ArrowLeft: { x: 80, y: 0 },
  ArrowDown: { x: 0, y: -80 },
  ArrowUp: { x: 0, y: 80 },
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
  const { enlarged, show, reset, zoomBy } = useZoom(stage, moved)
  const [view, setView] = useState<View>(upright)
  const [current, setCurrent] = useState(first)
  /** The page a turn is on its way to: pressed twice quickly is two pages further. */
  const aim = useRef<number>(undefined)
  const place = () => aim.current ?? current
  const many = pages.length > 1

  const goTo = (page: number, behavior: ScrollBehavior = 'auto') => {
    reset()
    const target = Math.min(Math.max(page, 1), pages.length)
    aim.current = target === current ? undefined : target
    strip.current?.children[target - 1]?.scrollIntoView({ behavior, block: 'center', inline: 'center' })
  }

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    strip.current?.focus()
    return () => element?.close()
  }, [])

  // Whichever way the strip runs, the page one reads stays in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the strip turns
  useLayoutEffect(() => goTo(current), [view])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the observer lives as long as the strip
  useEffect(() => {
    const root = strip.current
    if (!root || !many) return
    let seen = first
    const observer = new IntersectionObserver(
      entries => {
        // Those of two frames may come at once: the last one counts.
        const entry = entries.findLast(({ isIntersecting }) => isIntersecting)
        const page = entry ? [...root.children].indexOf(entry.target) + 1 : 0
        if (page < 1 || page === seen) return
        seen = page
        if (page === aim.current) aim.current = undefined
        setCurrent(page)
        onTurn(page)
      },
      // A page is the one that crosses the middle of the window.
      { root, rootMargin: '-50% -50% -50% -50%' },
    )
    for (const page of root.children) observer.observe(page)
    return () => observer.disconnect()
  }, [view])

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    keepFocus(event)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = strip.current?.children[current - 1]
    const factor = { '+': 1.5, '=': 1.5, '-': 1 / 1.5, '0': 0 }[event.key]
    const aside = enlarged && asides[event.key]
    if (factor !== undefined || aside) {
      event.preventDefault()
      // Smaller than the page itself does nothing but let it go.
      if (enlarged || (factor ?? 0) > 1) zoomBy(page, factor ?? 1, aside)
      return
    }
    const sideways = view === 'horizontal'
    const [next, previous] = [place() + 1, place() - 1]
    const target = {
      ArrowRight: next,
      ArrowLeft: previous,
      Home: 1,
      End: pages.length,
      ...(sideways && { ArrowDown: next, ArrowUp: previous, PageDown: next, PageUp: previous }),
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    goTo(target, stillness() ? 'auto' : 'smooth')
  }

  /** A reader who scrolls by hand goes somewhere else. */
  const letGo = () => {
    aim.current = undefined
  }

  const press = (event: MouseEvent) => {
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
      onClick={press}
      onKeyDown={onKeyDown}
    >
      <header className={style.bar} data-part="bar">
        <p className={style.place} aria-live="polite">
          {many ? (
            <>
              <span className="visually-hidden">Page </span>
              {current} of {pages.length}
            </>
          ) : (
            name
          )}
        </p>
        {many && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
          <div className={style.views} role="group" aria-label="View">
            {views.map(one => (
              <button key={one} type="button" aria-pressed={view === one} onClick={() => setView(one)}>
                {one === 'vertical' ? 'Vertical' : 'Horizontal'}
                <span className="visually-hidden"> view</span>
              </button>
            ))}
          </div>
        )}
        <Button variant="link" onClick={onClose}>
          Close
        </Button>
      </header>
      <div ref={stage} className={classes(style.stage, enlarged && style.held)}>
        <section
          ref={strip}
          className={classes(style.strip, style[many ? view : 'vertical'])}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls is reached by keyboard
          tabIndex={0}
          aria-label="Pages"
          onWheel={letGo}
          onTouchStart={letGo}
        >
          {pages.map((picture, i) => (
            <figure key={picture.path} style={{ '--ratio': picture.width / picture.height } as CSSProperties}>
              <SheetPicture
                picture={picture}
                version={version}
                sizes={`min(100vw, ${Math.round((picture.width / picture.height) * 100)}vh)`}
                alt={textOf(picture)}
                // The page one reads, and the one on either side of it.
                loading={Math.abs(i + 1 - current) <= 1 ? 'eager' : 'lazy'}
              />
            </figure>
          ))}
        </section>
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
      {many && (
        <footer className={style.bar} data-part="bar">
          <Button variant="link" disabled={current === 1} onClick={() => goTo(place() - 1)}>
            Previous<span className="visually-hidden"> page</span>
          </Button>
          <Button variant="link" disabled={current === pages.length} onClick={() => goTo(place() + 1)}>
            Next<span className="visually-hidden"> page</span>
          </Button>
        </footer>
      )}
    </dialog>
  )
}

/** A phone held upright has room below a page, not beside it. */
const upright = (): View => (matchMedia('(orientation: portrait)').matches ? 'vertical' : 'horizontal')

const stillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

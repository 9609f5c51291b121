import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react'
import style from './menu.module.css'

/** Space (px) between a menu and its opener, and between a menu and the window's edge. */
const gap = 4

type Props = {
  /** The menu's name, for screen readers. */
  label: string
  /** The clicked button: the menu opens beside it and returns focus to it. Undefined closes the menu. */
  opener: HTMLElement | undefined
  menu: RefObject<HTMLDivElement | null>
  onClose: () => void
  /** `MenuItem`s. */
  children: ReactNode
}

/**
 * A menu that follows the ARIA pattern, shared by all rows of a list: arrow keys, Home and End move; the browser's
 * popover closes on Escape and on a click elsewhere.
 */
export function Menu({ label, opener, menu, onClose, children }: Props) {
  useEffect(() => {
    const element = menu.current
    if (!opener || !element) return
    element.showPopover()
    makeRoomBelow(element, opener)
    place(element, opener)
    opener.setAttribute('aria-expanded', 'true')
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
    const follow = () => {
      const { top, bottom } = opener.getBoundingClientRect()
      if (bottom > 0 && top < innerHeight) place(element, opener)
      else element.hidePopover()
    }
    addEventListener('scroll', follow, { passive: true })
    return () => {
      removeEventListener('scroll', follow)
      opener.setAttribute('aria-expanded', 'false')
      element.hidePopover()
    }
  }, [opener, menu])

  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      popover="auto"
      aria-label={label}
      className={style.menu}
      onKeyDown={moveFocus}
      onClick={() => menu.current?.hidePopover()}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {children}
    </div>
  )
}

/** An entry of a menu: a link if it has an `href`, otherwise a button. */
export function MenuItem({ href, onClick, children }: { href?: string; onClick?: () => void; children: ReactNode }) {
  const common = { role: 'menuitem', tabIndex: -1, className: style.item, onClick, children }
  return href ? <a href={href} {...common} /> : <button type="button" {...common} />
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const here = all.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[event.key]
  if (next !== undefined) all.at(next % all.length)?.focus()
  // Tab leaves a menu and continues from its opener.
  else if (event.key === 'Tab') event.currentTarget.hidePopover()
  else return
  event.preventDefault()
}

/** On a phone, a menu above its opener would cover the row's own name, so the page scrolls up instead. */
function makeRoomBelow(menu: HTMLElement, opener: HTMLElement) {
  const missing = opener.getBoundingClientRect().bottom + 2 * gap + menu.offsetHeight - innerHeight
  if (missing > 0 && matchMedia('(width < 48rem)').matches) window.scrollBy({ top: missing, behavior: 'instant' })
}

/** Places a menu below its opener, aligned with its right edge; above it if there is no room below. */
function place(menu: HTMLElement, opener: HTMLElement) {
  const at = opener.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const left = Math.max(gap, Math.min(at.right - width, innerWidth - width - gap))
  const below = at.bottom + gap
  menu.style.left = `${left}px`
  menu.style.top = `${below + height > innerHeight ? Math.max(gap, at.top - gap - height) : below}px`
}

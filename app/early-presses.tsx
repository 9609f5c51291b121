import { useEffect } from 'react'
import { flushSync } from 'react-dom'

/**
 * What is pressed, chosen or typed before a page's scripts run is not lost: a script of its own, first in the page,
 * remembers it, and once React runs the page it is done again in the same order. Until then plain links, disclosures and
 * forms work by themselves, and are left alone; a `<button type="button">` and a link that is more than a link
 * (`data-scripted`, or one that opens a dialog) wait, and look as if they did (`data-waiting`).
 * `<html data-ready>` says that nothing waits any more.
 */
interface Early {
  /** What was pressed or filled in, the latest last, and how it was left: React may undo that when it begins. */
  touched: Map<Element, Left>
  /** No longer listens. */
  stop: () => void
}
type Left = { value: string; checked: boolean; selection: number | null }

declare global {
  interface Window {
    early?: Early
  }
}

/** Runs in the page as text: it may use nothing from outside of itself. */
function remember() {
  const touched: Early['touched'] = new Map()
  const touch = (control: Element) => {
    const { value = '', checked = false, selectionEnd: selection = null } = control as Partial<HTMLInputElement>
    touched.delete(control)
    touched.set(control, { value, checked, selection })
  }
  const press = (event: MouseEvent) => {
    const target = event.target as Element
    // React must not hear it too, in case it has begun to listen.
    if (target.closest('label, input, select, textarea')) event.stopImmediatePropagation()
    if (target.matches('[type=radio], [type=checkbox]')) touch(target)
    const control = target.closest('button[type=button]:not([popovertarget]), a[data-scripted], a[aria-haspopup]')
    if (!control || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    touch(control)
    control.setAttribute('data-waiting', '')
    // Scripts that have not come by then may never: what is also a plain link is followed.
    if (control instanceof HTMLAnchorElement)
      setTimeout(() => control.hasAttribute('data-waiting') && location.assign(control.href), 8000)
  }
  const fill = (event: Event) => {
    event.stopImmediatePropagation()
    const target = event.target as Element
    if (!target.matches('[type=radio], [type=checkbox]')) touch(target)
  }
  const hear = (listen: typeof addEventListener) => {
    listen('click', press, true)
    listen('input', fill, true)
    listen('change', fill, true)
  }
  hear(addEventListener)
  window.early = { touched, stop: () => hear(removeEventListener) }
}

/** Without indentation, a compiler's remarks and lines that need no end: every page begins with it. */
const remembering = `(${remember})()`.replace(/^\s+|\/\*.*?\*\/ ?/gm, '').replace(/(?<=[;{,(])\n|\n(?=\})/g, '')

/** In the head of every page, before anything that can be pressed. */
export function EarlyPresses({ nonce }: { nonce: string | undefined }) {
  // A timer, because React has its own work to finish before it takes events.
  useEffect(() => {
    const timer = setTimeout(replay)
    return () => clearTimeout(timer)
  }, [])
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own function's text
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: remembering }} />
  )
}

function replay() {
  const { early } = window
  delete window.early
  early?.stop()
  for (const [control, left] of early?.touched ?? []) {
    control.removeAttribute('data-waiting')
    // Each is done before the next: the second may be what the first one opened.
    if (control.isConnected) flushSync(() => redo(control as HTMLElement, left))
  }
  document.documentElement.dataset.ready = ''
}

/** React hears of a control only if it differs from what React last set or saw: that is made sure of first. */
function redo(control: HTMLElement, { value, checked, selection }: Left): void {
  if (control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type)) {
    control.checked = !checked
    control.click()
  } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    control.value = control.defaultValue
    // Past the property that React has put on the element to see what scripts set.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    if (selection !== null && document.activeElement === control) control.setSelectionRange(selection, selection)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  } else if (control instanceof HTMLSelectElement) {
    control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  } else {
    control.click()
  }
}

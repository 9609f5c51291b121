import { useEffect } from 'react'
import { flushSync } from 'react-dom'

/**
 * Event replay: clicks, choices and typing between first paint and hydration are not lost. On a phone with slow 4G that
 * is 2.1 s (home page, first paint at 0.9 s; 1.9 s if scripts were not deferred). It costs 0.4 KB in each page and no
 * blocking time (`npm run bench -- lighthouse`). React itself replays only events after hydration has started.
 *
 * A script in the head records the events; once React has hydrated the page, they are replayed in order. Plain links,
 * disclosures and forms work without scripts and are left alone. A `<button type="button">`, a link that opens a dialog
 * and a link that does more than navigate (`data-scripted`) wait, and are marked `data-waiting` meanwhile. `<html
 * data-ready>` means that hydration and replay are done.
 */
interface EventReplay {
  /** Controls that were clicked or filled in, the latest last, and their state then: hydration may reset it. */
  recorded: Map<Element, ControlState>
  stop: () => void
}
type ControlState = Pick<HTMLInputElement, 'value' | 'checked'>

declare global {
  interface Window {
    eventReplay?: EventReplay
  }
}

/** Inserted into the page as text, so it must not refer to anything outside itself. */
function recordEvents() {
  const recorded: EventReplay['recorded'] = new Map()
  const record = (control: Element) => {
    const { value, checked } = control as HTMLInputElement
    recorded.delete(control)
    recorded.set(control, { value, checked })
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    // A radio button that was already checked fires no input event.
    if (target.matches('[type=radio]')) record(target)
    const control = target.closest('button[type=button]:not([popovertarget]), a[data-scripted], a[aria-haspopup]')
    if (!control || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // React may already listen.
    event.stopImmediatePropagation()
    record(control)
    control.setAttribute('data-waiting', '')
    // Scripts that have not arrived after 8 s may never arrive, so the link is followed.
    const { href } = control as HTMLAnchorElement
    if (href) setTimeout(() => control.matches('[data-waiting]') && location.assign(href), 8000)
  }
  const onInput = (event: Event) => record(event.target as Element)
  const recording = new AbortController()
  const options = { capture: true, signal: recording.signal }
  addEventListener('click', onClick, options)
  addEventListener('input', onInput, options)
  window.eventReplay = { recorded, stop: () => recording.abort() }
}

/**
 * Part of every page, so indentation, comments, optional line breaks and spaces are removed. Empty in browsers, which
 * already have the script from the page; this saves 0.5 KB gzipped.
 */
const recorder = import.meta.env.SSR
  ? `(${recordEvents})()`
      .replace(/^\s+|\/\*.*?\*\/ ?/gm, '')
      .replace(/(?<=[;{,(])\n|\n(?=\})/g, '')
      .replaceAll(/ ?([=(){},:;>?&|]+) ?/g, '$1')
  : ''

/** Belongs in the head of every page, before anything that can be clicked. */
export function EventReplay({ nonce }: { nonce: string | undefined }) {
  // In a timer, because React handles events only after it has finished this commit.
  useEffect(() => {
    const timer = setTimeout(replayEvents)
    return () => clearTimeout(timer)
  }, [])
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own function's text
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: recorder }} />
  )
}

function replayEvents() {
  const { eventReplay } = window
  delete window.eventReplay
  eventReplay?.stop()
  for (const [control, state] of eventReplay?.recorded ?? []) {
    control.removeAttribute('data-waiting')
    // Rendered one by one: the next control may be inside what this one opens.
    if (control.isConnected) flushSync(() => replayOn(control as HTMLElement, state))
  }
  document.documentElement.dataset.ready = ''
}

/** React ignores an event of a field whose value it already knows, so the field first gets a different one. */
export function replayOn(control: HTMLElement, { value, checked }: ControlState): void {
  if (control instanceof HTMLInputElement && control.type === 'file') {
    // Its files are still there; setting its value would remove them.
    if (control.files?.length) control.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type)) {
    control.checked = !checked
    control.click()
  } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    control.value = control.defaultValue
    // Bypasses the property by which React tracks the value on the element itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  } else if (control instanceof HTMLSelectElement) {
    control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  } else {
    control.click()
  }
}

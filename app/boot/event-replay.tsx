import { useEffect } from 'react'
import { flushSync } from 'react-dom'

/**
 * Event replay: what a reader presses, chooses or types between first paint and hydration is not lost. On a phone on a
 * slow 4G line these are 2.1 s (home, first paint at 0.9 s; 1.9 s if scripts were not deferred), for 0.4 KB in each page
 * and no blocking time (`npm run bench -- lighthouse`). React itself replays only what it hears after hydration began. A script in the
 * head records it; once React has hydrated the page, it is done again in the same order. Plain links, disclosures and
 * forms work without scripts and are left alone. A `<button type="button">`, a link that opens a dialog and a link that
 * does more than lead to its address (`data-scripted`) wait, and show it (`data-waiting`).
 * `<html data-ready>` says that nothing waits any more.
 */
interface EventReplay {
  /** Controls that were pressed or filled in, the latest last, with their state at the time: hydration may reset it. */
  recorded: Map<Element, ControlState>
  stop: () => void
}
type ControlState = Pick<HTMLInputElement, 'value' | 'checked'>

declare global {
  interface Window {
    eventReplay?: EventReplay
  }
}

/** Runs in the page as text: it can use nothing from outside itself. */
function recordEvents() {
  const recorded: EventReplay['recorded'] = new Map()
  const record = (control: Element) => {
    const { value, checked } = control as HTMLInputElement
    recorded.delete(control)
    recorded.set(control, { value, checked })
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    // One that was chosen already fires no input event.
    if (target.matches('[type=radio]')) record(target)
    const control = target.closest('button[type=button]:not([popovertarget]), a[data-scripted], a[aria-haspopup]')
    if (!control || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // React may have begun to listen.
    event.stopImmediatePropagation()
    record(control)
    control.setAttribute('data-waiting', '')
    // Scripts that have not arrived by then may never: the link is followed.
    if (control instanceof HTMLAnchorElement)
      setTimeout(() => control.hasAttribute('data-waiting') && location.assign(control.href), 8000)
  }
  const onInput = (event: Event) => record(event.target as Element)
  const recording = new AbortController()
  const options = { capture: true, signal: recording.signal }
  addEventListener('click', onClick, options)
  addEventListener('input', onInput, options)
  window.eventReplay = { recorded, stop: () => recording.abort() }
}

/** Every page begins with it, so it goes without indentation, comments and optional line breaks. */
const recorder = `(${recordEvents})()`.replace(/^\s+|\/\*.*?\*\/ ?/gm, '').replace(/(?<=[;{,(])\n|\n(?=\})/g, '')

/** Belongs in the head of every page, before anything that can be pressed. */
export function EventReplay({ nonce }: { nonce: string | undefined }) {
  // A timer, because React has its own work to finish before it takes events.
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
    // Each before the next: the second may be in what the first one opened.
    if (control.isConnected) flushSync(() => replayOn(control as HTMLElement, state))
  }
  document.documentElement.dataset.ready = ''
}

/** React hears of a field only if it differs from what React last set or saw, so that is arranged first. */
function replayOn(control: HTMLElement, { value, checked }: ControlState): void {
  if (control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type)) {
    control.checked = !checked
    control.click()
  } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    control.value = control.defaultValue
    // Past the property that React has put on the element to see what scripts set.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  } else if (control instanceof HTMLSelectElement) {
    control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  } else {
    control.click()
  }
}

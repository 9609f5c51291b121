import type { KeyboardEvent } from 'react'

/** Whatever Tab stops at. */
export const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), iframe, summary, [tabindex="0"]'

/**
 * For a modal dialog's onKeyDown: Tab goes round within it. The browser alone would step out to its own bars in
 * between, where a reader who cannot see them is lost.
 */
export function trapFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Tab') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    element => element.tabIndex >= 0 && element.getClientRects().length > 0,
  )
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

import type { KeyboardEvent } from 'react'

/** Selects Tab stops; in a row of tabs, only the selected one. */
export const focusable =
  ':is(a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), iframe, summary, [tabindex="0"]):not([tabindex="-1"])'

/**
 * For a modal dialog's `onKeyDown`: Tab cycles within the dialog. Browsers would also stop at their own toolbars in
 * between, which is confusing for people who can't see them.
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

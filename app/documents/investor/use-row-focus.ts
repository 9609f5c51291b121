import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const rows = 'tbody > tr'
const box = 'input[type=checkbox]'

/**
 * Maintains keyboard focus in a list with changing rows. When the focused row disappears, focus moves to the row in its
 * place, or to the list itself if none is left, so that keyboard users don't start over at the top of the page.
 * @param list contains the rows and is focusable itself; each row is a table's, has a checkbox with its id as value,
 *   and its actions in the last column
 * @param ids of the current rows, in order
 * @returns event handlers for the list
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, ids: readonly string[]) {
  const last = useRef<{ id: string; place: number }>(undefined)

  useLayoutEffect(() => {
    if (!last.current) return
    const { id, place } = last.current
    const now = ids.indexOf(id)
    if (now >= 0) last.current.place = now
    else if (!document.activeElement || document.activeElement === document.body) {
      last.current = undefined
      const left = list.current?.querySelectorAll<HTMLElement>(rows) ?? []
      const row = left[Math.min(place, left.length - 1)]
      // The row's first action: someone who acted on a row rarely wants to select another, or to leave for its owner.
      const action = row?.querySelector<HTMLElement>('td:last-child :is(a, button)')
      ;(action ?? list.current)?.focus()
    }
  })

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const id = target.closest(rows)?.querySelector<HTMLInputElement>(box)?.value
      last.current = id === undefined ? undefined : { id, place: ids.indexOf(id) }
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      // Focus was lost to a press next to the list, not because the row was removed or a dialog opened.
      setTimeout(() => {
        if (target.isConnected && document.activeElement === document.body) last.current = undefined
      })
    },
  }
}

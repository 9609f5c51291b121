import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Matches a row of a list, whether it is rendered as a table or not. */
const rows = 'tbody > tr, ol > li'

/**
 * Keeps keyboard focus in a list whose rows come and go. When the focused row disappears, focus moves to the row that
 * took its place, or to the list itself if none is left, so that keyboard users don't start over at the top of the page.
 * @param list contains the rows and is focusable itself; each row has a focusable element with the row's id in `data-id`
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
      const marks = list.current?.querySelectorAll<HTMLElement>(`:is(${rows}) [data-id]`) ?? []
      const mark = marks[Math.min(place, marks.length - 1)]
      // Next to a checkbox, focus the row's first action: someone who acted on a row rarely wants to select another.
      const focusTarget = mark?.matches('input') ? mark.closest(rows)?.querySelector<HTMLElement>('a, button') : mark
      ;(focusTarget ?? list.current)?.focus()
    }
  })

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const id = target.closest(rows)?.querySelector<HTMLElement>('[data-id]')?.dataset.id
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

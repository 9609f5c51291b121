import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** What is a row of a list, be it drawn as a table or not. */
const rows = 'tbody > tr, ol > li'

/**
 * Where focus is in a list whose rows come and go. When its row vanishes, and focus with it, focus goes to the row that
 * took its place, or to the list itself where none is left: a keyboard never starts again at the top of the page.
 * @param list what holds the rows and can take focus itself; in each row something that takes focus tells its id by `data-id`
 * @param ids of the rows that are there now, in order
 * @returns for the list: what hears of focus
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
      // Beside a checkbox the first thing one can do: what has vanished was rarely to be chosen.
      const stop = mark?.matches('input') ? mark.closest(rows)?.querySelector<HTMLElement>('a, button') : mark
      ;(stop ?? list.current)?.focus()
    }
  })

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const id = target.closest(rows)?.querySelector<HTMLElement>('[data-id]')?.dataset.id
      last.current = id === undefined ? undefined : { id, place: ids.indexOf(id) }
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      // Left for nothing by a press beside the list, rather than because the row has gone or a dialog came.
      setTimeout(() => {
        if (target.isConnected && document.activeElement === document.body) last.current = undefined
      })
    },
  }
}

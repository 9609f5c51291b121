import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'

/**
 * Which rows of a list are chosen. It lives beside the list, not in it: choosing one of two thousand rows draws one
 * checkbox anew.
 */
export interface Selection {
  watch(watcher: () => void): () => void
  /** Ids of the chosen rows, the same set until it changes. */
  chosen(): ReadonlySet<string>
  /** Says which rows are there now, in their order. What is there no more is chosen no more. */
  show(ids: readonly string[]): void
  /** Chooses a row or not. With `range` all those from the one before it that was chosen or not go along. */
  choose(id: string, on: boolean, range: boolean): void
  chooseAll(on: boolean): void
}

export function createSelection(): Selection {
  const watchers = new Set<() => void>()
  let chosen: ReadonlySet<string> = new Set()
  let shown: readonly string[] = []
  let anchor: string | undefined
  const become = (next: ReadonlySet<string>) => {
    chosen = next
    for (const watcher of watchers) watcher()
  }
  return {
    watch: watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    chosen: () => chosen,
    show: ids => {
      shown = ids
      const there = new Set(ids)
      const kept = [...chosen].filter(id => there.has(id))
      if (kept.length < chosen.size) become(new Set(kept))
    },
    choose: (id, on, range) => {
      const from = range && anchor !== undefined ? shown.indexOf(anchor) : -1
      const to = shown.indexOf(id)
      const meant = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      const next = new Set(chosen)
      for (const one of meant) {
        if (on) next.add(one)
        else next.delete(one)
      }
      anchor = id
      become(next)
    },
    chooseAll: on => become(new Set(on ? shown : [])),
  }
}

const none: ReadonlySet<string> = new Set()
const SelectionContext = createContext<Selection>(createSelection())
export const SelectionProvider = SelectionContext.Provider

/** @returns a selection that knows which rows are there */
export function useNewSelection(ids: readonly string[]): Selection {
  const [selection] = useState(createSelection)
  useEffect(() => selection.show(ids), [selection, ids])
  return selection
}

/** @returns the chosen ids; whoever asks is drawn anew with each change */
export function useChosen(selection: Selection): ReadonlySet<string> {
  return useSyncExternalStore(selection.watch, selection.chosen, () => none)
}

/** @returns whether one row is chosen, and the selection it belongs to */
export function useIsChosen(id: string): [boolean, Selection] {
  const selection = useContext(SelectionContext)
  const chosen = useSyncExternalStore(
    selection.watch,
    () => selection.chosen().has(id),
    () => false,
  )
  return [chosen, selection]
}

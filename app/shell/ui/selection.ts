import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'

/**
 * The selected rows of a list. A store outside React's state, so that selecting one of two thousand rows re-renders one
 * checkbox.
 */
export interface Selection {
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
  /** Ids of the selected rows; the same set until it changes. */
  selected(): ReadonlySet<string>
  /** Sets the list's current rows, in order. Rows that are gone are deselected. */
  setRows(ids: readonly string[]): void
  /** Selects or deselects a row; with `range`, also all rows between it and the last one that was toggled. */
  toggle(id: string, on: boolean, range: boolean): void
  toggleAll(on: boolean): void
}

export function createSelection(): Selection {
  const listeners = new Set<() => void>()
  let selected: ReadonlySet<string> = new Set()
  let rows: readonly string[] = []
  let anchor: string | undefined
  const update = (next: ReadonlySet<string>) => {
    selected = next
    for (const listener of listeners) listener()
  }
  return {
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    selected: () => selected,
    setRows: ids => {
      rows = ids
      const current = new Set(ids)
      const remaining = [...selected].filter(id => current.has(id))
      if (remaining.length < selected.size) update(new Set(remaining))
    },
    toggle: (id, on, range) => {
      const from = range && anchor !== undefined ? rows.indexOf(anchor) : -1
      const to = rows.indexOf(id)
      const toggled = from < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
      const next = new Set(selected)
      for (const one of toggled) {
        if (on) next.add(one)
        else next.delete(one)
      }
      anchor = id
      update(next)
    },
    toggleAll: on => update(new Set(on ? rows : [])),
  }
}

const none: ReadonlySet<string> = new Set()
export const SelectionContext = createContext<Selection>(createSelection())
export const SelectionProvider = SelectionContext.Provider

/**
 * Creates the selection of a list.
 * @param ids of the list's rows, in order
 */
export function useNewSelection(ids: readonly string[]): Selection {
  const [selection] = useState(createSelection)
  useEffect(() => selection.setRows(ids), [selection, ids])
  return selection
}

/** @returns the selected ids; the component re-renders with each change */
export function useSelected(selection: Selection): ReadonlySet<string> {
  return useSyncExternalStore(selection.subscribe, selection.selected, () => none)
}

/** @returns whether one row is selected, and the selection it belongs to */
export function useIsSelected(id: string): [boolean, Selection] {
  const selection = useContext(SelectionContext)
  const isSelected = useSyncExternalStore(
    selection.subscribe,
    () => selection.selected().has(id),
    () => false,
  )
  return [isSelected, selection]
}

import { type RefObject, useEffect, useRef } from 'react'

/** What keys do, by `event.key`; `find` is Ctrl+F or ⌘F. What returns false leaves the key to the browser. */
export type Keys = Record<string, () => unknown>

/**
 * Keys for what the viewer shows, wherever in its dialog the focus is, but for where one types or chooses. They rest
 * while it is not in sight.
 */
export function useViewerKeys(part: RefObject<HTMLElement | null>, keys: Keys): void {
  const newest = useRef(keys)
  newest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const element = part.current
      const target = event.target as HTMLElement
      if (event.defaultPrevented || !element || element.getClientRects().length === 0) return
      if (!element.closest('dialog')?.contains(target) && target !== document.body) return
      const control = event.ctrlKey || event.metaKey
      const find = control && !event.altKey && event.key.toLowerCase() === 'f'
      if (!find && (control || event.altKey || target.closest('input, textarea, select, [popover]'))) return
      const act = newest.current[find ? 'find' : event.key]
      if (act && act() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [part])
}

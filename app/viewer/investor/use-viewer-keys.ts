import { type RefObject, useEffect, useRef } from 'react'

/** Keyboard shortcuts by `event.key`; `find` is Ctrl+F or ⌘F. A handler that returns false leaves the key to the browser. */
export type Shortcuts = Record<string, () => unknown>

/**
 * Keyboard shortcuts for the viewer's content, wherever in its dialog the focus is, except in fields and menus.
 * @param part the element they belong to; while it isn't visible they do nothing
 */
export function useViewerKeys(part: RefObject<HTMLElement | null>, shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const element = part.current
      const target = event.target as HTMLElement
      if (event.defaultPrevented || !element || element.getClientRects().length === 0) return
      if (!element.closest('dialog')?.contains(target) && target !== document.body) return
      const control = event.ctrlKey || event.metaKey
      const find = control && !event.altKey && event.key.toLowerCase() === 'f'
      if (!find && (control || event.altKey || target.closest('input, textarea, select, [popover]'))) return
      const act = latest.current[find ? 'find' : event.key]
      if (act && act() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [part])
}

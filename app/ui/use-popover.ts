import { type ToggleEvent, useEffect, useRef, useState } from 'react'

/**
 * Whether a popover is open. The browser opens one without scripts, so it may be open before they run.
 * @param onOpen called when it opens, or was open before
 * @returns the popover's `ref`; `isOpen`; and the handler of its toggle event
 */
export function usePopover<Popover extends HTMLElement>(onOpen: (popover: Popover) => void = () => {}) {
  const ref = useRef<Popover>(null)
  const [isOpen, setOpen] = useState(false)
  const latest = useRef(onOpen)
  latest.current = onOpen
  const update = useRef((now: boolean) => {
    setOpen(now)
    if (now && ref.current) latest.current(ref.current)
  })
  useEffect(() => {
    if (ref.current?.matches(':popover-open')) update.current(true)
  }, [])
  return { ref, isOpen, onToggle: ({ newState }: ToggleEvent<Popover>) => update.current(newState === 'open') }
}

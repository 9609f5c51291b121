import { useEffect, useRef, useState } from 'react'

/**
 * Whether a popover is open. The browser can open one before scripts run.
 * @returns the popover's `ref` and `onToggle`, and `isOpen`
 */
export function usePopover<Popover extends HTMLElement>() {
  const ref = useRef<Popover>(null)
  const [isOpen, setOpen] = useState(false)
  const onToggle = () => setOpen(ref.current?.matches(':popover-open') ?? false)
  useEffect(onToggle, [])
  return { ref, isOpen, onToggle }
}

import { useEffect, useRef, useState } from 'react'
import { figureAnimation } from '../../../rules/limits.ts'

/**
 * @param target a whole number
 * @returns a whole number that counts to `target` within `figureAnimation` after each change. It equals `target` at
 *   once on the first render, and for readers who prefer reduced motion
 */
export function useAnimatedNumber(target: number): number {
  const [shown, setShown] = useState(target)
  const current = useRef(target)

  useEffect(() => {
    const from = current.current
    if (from === target) return
    const show = (value: number) => {
      current.current = value
      setShown(value)
    }
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return show(target)
    const started = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(Math.max(now - started, 0) / figureAnimation, 1)
      show(part < 1 ? Math.round(from + (target - from) * ease(part)) : target)
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [target])

  return shown
}

/** Quick at first, then settling. */
const ease = (part: number) => 1 - (1 - part) ** 3

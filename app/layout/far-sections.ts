import { useEffect } from 'react'

/** What a phone's thread may be held by at once, in milliseconds, at a quarter of a desk's speed. */
const piece = 4

let rest: () => void
/** Fulfilled once the page is laid out whole and nothing waits: what only adorns it begins now. */
export const atRest = new Promise<void>(resolve => {
  rest = resolve
})

/**
 * Has the parts of a drawn page that are far down, and were left out of its first layout (server/http/words-first.ts),
 * laid out once its fonts are there: piece by piece while the browser is idle, so that nothing holds it for long.
 */
export function useFarSections(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    const parts = dataset.far === undefined ? [] : document.querySelectorAll<HTMLElement>('main > section, footer')
    const waiting = [...parts]
    const some = () => {
      const begin = performance.now()
      while (waiting.length > 0 && performance.now() - begin < piece) layOut(waiting.shift())
      if (waiting.length > 0) return whenIdle(some)
      delete dataset.far
      whenIdle(rest)
    }
    // Chromium takes a part that was hidden in the last frame, and is not in this one, for one that moved.
    if (dataset.far) dataset.far = ''
    document.fonts.ready.then(() => requestAnimationFrame(() => whenIdle(some)))
  }, [])
}

function layOut(part?: HTMLElement): void {
  if (!part) return
  part.style.contentVisibility = 'visible'
  // Asking for a height has it laid out now, and not all of them together in the next frame.
  part.getBoundingClientRect()
}

/** Safari has no idle time to tell of. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else setTimeout(run, 20)
}

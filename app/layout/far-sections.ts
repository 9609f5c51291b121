import { useEffect } from 'react'

/**
 * Has the sections of a drawn page that are far down, and were left out of its first layout (server/http/words-first.ts),
 * laid out once its fonts are there: one in each frame, so that no frame is long.
 */
export function useFarSections(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    if (dataset.far === undefined) return
    const sections = [...document.querySelectorAll<HTMLElement>('main > section')]
    const next = () => {
      const section = sections.shift()
      if (!section) return void delete dataset.far
      section.style.contentVisibility = 'visible'
      requestAnimationFrame(next)
    }
    document.fonts.ready.then(next)
  }, [])
}

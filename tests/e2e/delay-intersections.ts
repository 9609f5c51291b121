import type { Page } from '@playwright/test'

/**
 * From its next page on the browser tells what comes in sight a second late, several frames at once, as a busy one does.
 * @returns how often it has told so far
 */
export async function observeLate(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { IntersectionObserver } = window
    const told = { times: 0 }
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const late: IntersectionObserverEntry[] = []
        super((entries, observer) => {
          late.push(...entries)
          if (late.length > entries.length) return
          setTimeout(() => {
            callback(late.splice(0), observer)
            told.times++
          }, 1000)
        }, options)
      }
    }
    Object.assign(window, { told })
  })
  return () => page.evaluate(() => (window as unknown as { told: { times: number } }).told.times)
}

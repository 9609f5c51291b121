import type { Page } from '@playwright/test'

/**
 * From the next page on, the browser reports intersections a second late, several frames at once, as a busy one does.
 * @returns a function that says how often it has reported so far
 */
export async function delayIntersections(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { IntersectionObserver } = window
    const reports = { count: 0 }
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const late: IntersectionObserverEntry[] = []
        super((entries, observer) => {
          late.push(...entries)
          if (late.length > entries.length) return
          setTimeout(() => {
            callback(late.splice(0), observer)
            reports.count++
          }, 1000)
        }, options)
      }
    }
    Object.assign(window, { reports })
  })
  return () => page.evaluate(() => (window as unknown as { reports: { count: number } }).reports.count)
}

import type { Locator, Page } from '@playwright/test'

/** The element that has keyboard focus, and whether a sighted reader can tell. */
export interface Stop {
  what: string
  part: string
  ring: boolean
  /** Whether it is in the window (of a tall one, enough to recognize it) and not covered. */
  seen: boolean
  box: { left: number; right: number; top: number; bottom: number }
}

/** Presses Tab from the top until focus has left the page. */
export async function walkTabStops(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  // A field may have the focus from the start.
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  for (let i = 0; i < 300; i++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(focusedStop)
    if (!stop) return stops
    if (stops[0]?.what === stop.what && i > 0) return stops
    stops.push(stop)
  }
  throw new Error(`the keyboard does not leave the page: ${JSON.stringify(stops.slice(-6))}`)
}

/** Presses Tab, as someone without a pointer would, until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let i = 0; i < 300; i++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** @returns the elements that Tab must reach, in document order */
export function expectedTabStops(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const groups = new Set<string>()
    return [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, iframe, [tabindex="0"]',
      ),
    ]
      .filter(element => {
        if (element.tabIndex < 0 || !element.checkVisibility({ visibilityProperty: true })) return false
        if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
        // A radio group has one tab stop: the checked one, or the first.
        const group = [...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${element.name}"]`)]
        if (group.some(({ checked }) => checked)) return element.checked
        if (groups.has(element.name)) return false
        groups.add(element.name)
        return true
      })
      .map(element => nameOf(element))

    function nameOf(element: HTMLElement): string {
      const words = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
      const place = [...document.querySelectorAll(element.localName)].indexOf(element)
      return `${element.localName} ${place} ${words || element.getAttribute('name')}`.slice(0, 60)
    }
  })
}

/** The element with focus, null if there is none. Runs in the page. */
function focusedStop(): Stop | null {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body || element === document.documentElement) return null
  // Radio buttons are styled by their labels, focus ring included.
  const candidates = [element, element.closest('label'), element.nextElementSibling, element.parentElement].filter(
    (styled): styled is HTMLElement => styled instanceof HTMLElement,
  )
  const hasRing = (styled: HTMLElement) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(styled)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
  }
  const own = element.getBoundingClientRect()
  const shown = own.width > 2 ? element : (element.closest('label') ?? element)
  const box = shown.getBoundingClientRect()
  const top = Math.max(box.top, 0)
  const bottom = Math.min(box.bottom, innerHeight)
  const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2
  // The center of a link that wraps onto two lines may be beside its text.
  const rects = [...shown.getClientRects()].filter(rect => rect.bottom > 0 && rect.top < innerHeight)
  const points = [
    { x, y: (top + bottom) / 2 },
    ...rects.map(rect => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 })),
  ]
  const hit = points.some(point => {
    const found = document.elementFromPoint(point.x, point.y)
    return found !== null && (shown.contains(found) || found.contains(shown))
  })
  const words = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
  const place = [...document.querySelectorAll(element.localName)].indexOf(element)
  return {
    what: `${element.localName} ${place} ${words || element.getAttribute('name')}`.slice(0, 60),
    part: element.closest('main, header, footer')?.closest('body > *')?.localName ?? 'body',
    ring: candidates.some(hasRing),
    seen: bottom - top >= Math.min(box.height, 48) - 1 && box.left >= -1 && box.right <= innerWidth + 1 && hit,
    box: { left: box.left, right: box.right, top: box.top + scrollY, bottom: box.bottom + scrollY },
  }
}

/** @returns steps that lead up the page without leading into a column further right */
export function upwardSteps(stops: Stop[]): string[] {
  return stops.flatMap((stop, i) => {
    const before = stops[i - 1]
    const up = before && stop.box.bottom <= before.box.top && stop.box.left < before.box.left
    return up ? [`${before.what} → ${stop.what}`] : []
  })
}

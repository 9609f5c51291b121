import type { Page } from '@playwright/test'

/** Where the keyboard is, and how a sighted reader would know. */
export interface Stop {
  what: string
  part: string
  ring: boolean
  /** It is in the window, or of a tall one enough to know it by, and under nothing else. */
  seen: boolean
  box: { left: number; right: number; top: number; bottom: number }
}

/** Presses Tab from the top until the keyboard has left the page. */
export async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let i = 0; i < 300; i++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(here)
    if (!stop) return stops
    if (stops[0]?.what === stop.what && i > 0) return stops
    stops.push(stop)
  }
  throw new Error(`the keyboard does not leave the page: ${JSON.stringify(stops.slice(-6))}`)
}

/** What Tab has to stop at, in the order it is written. */
export function tabStops(page: Page): Promise<string[]> {
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
        // Of a group of choices one is stopped at: the one that is chosen, or the first.
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

/** Runs in the page. */
function here(): Stop | null {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body || element === document.documentElement) return null
  // Choices are drawn by their labels, and so is their ring.
  const drawn = [element, element.closest('label'), element.nextElementSibling, element.parentElement].filter(
    (one): one is HTMLElement => one instanceof HTMLElement,
  )
  const ringed = (one: HTMLElement) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
  }
  const own = element.getBoundingClientRect()
  const shown = own.width > 2 ? element : (element.closest('label') ?? element)
  const box = shown.getBoundingClientRect()
  const top = Math.max(box.top, 0)
  const bottom = Math.min(box.bottom, innerHeight)
  const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2
  // A link that breaks into two lines has a middle beside its words.
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
    ring: drawn.some(ringed),
    seen: bottom - top >= Math.min(box.height, 48) - 1 && box.left >= -1 && box.right <= innerWidth + 1 && hit,
    box: { left: box.left, right: box.right, top: box.top + scrollY, bottom: box.bottom + scrollY },
  }
}

/** Steps that lead up the page without leading into a column further on. */
export function upwards(stops: Stop[]): string[] {
  return stops.flatMap((stop, i) => {
    const before = stops[i - 1]
    const up = before && stop.box.bottom <= before.box.top && stop.box.left < before.box.left
    return up ? [`${before.what} → ${stop.what}`] : []
  })
}

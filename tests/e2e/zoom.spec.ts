import { publicPages } from '../../content/pages.ts'
import { expect, test, visit } from './fixtures.ts'

/** A window of 1280 by 720 at 200 %: half as many pixels of a page's own, each twice as large. */
const twice = { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2, reducedMotion: 'reduce' } as const
const paths = [...publicPages.map(({ path }) => path), '/documents?view=onepager', '/call', '/login', '/no-such-page']

test('at 200 % every page fits, nothing written is cut off, and the header leaves room to read', async ({
  visitor,
}) => {
  test.setTimeout(180_000)
  const page = await visitor(twice)
  for (const path of paths) {
    await visit(page, path)
    await page.evaluate(() => document.fonts.ready)
    const { sideways, cut, away, header, headingTop } = await page.evaluate(look)
    expect(sideways, path).toBeLessThanOrEqual(0)
    expect(cut, path).toEqual([])
    expect(away, path).toEqual([])
    // A header that stays takes a quarter of the window at most, and covers no heading.
    expect(header, path).toBeLessThanOrEqual(90)
    expect(headingTop, path).toBeGreaterThanOrEqual(header)
  }
})

test('at 200 % menu, questions, deck and calculator can be used', async ({ visitor }) => {
  const page = await visitor(twice)
  await visit(page, '/faq')
  await page.getByRole('button', { name: 'Menu' }).click()
  const signIn = page.getByRole('dialog').getByRole('link', { name: 'Sign In' })
  await signIn.scrollIntoViewIfNeeded()
  await expect(signIn).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  const question = page.locator('details').last()
  await question.locator('summary').click()
  await expect(question.locator('summary')).toBeInViewport()

  await visit(page, '/pitch-deck?page=7')
  const overlay = page.getByRole('dialog')
  for (const name of ['Close', 'Next page', 'Vertical view']) {
    await expect(overlay.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  const sheet = await overlay.locator('figure img').nth(6).boundingBox()
  expect(sheet?.height).toBeGreaterThan(200)

  await visit(page, '/investor-info')
  const amount = page.getByRole('radio', { name: '$500K - $999K' })
  await amount.check()
  await page.getByLabel(/exact amount/i).fill('600000')
  await page.keyboard.press('Tab')
  await expect(page.getByText('$84,000').first()).toBeVisible()
})

/** Runs in the page. */
function look() {
  const root = document.documentElement
  const unseen = (element: Element) =>
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    element.closest('.visually-hidden, [aria-hidden=true], svg, script, style, noscript') !== null ||
    getComputedStyle(element).clipPath === 'inset(50%)'
  const nameOf = (element: Element) => `${element.localName} ${element.textContent?.trim().slice(0, 40)}`
  const cut: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!node.textContent?.trim() || !element || unseen(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, top, bottom, width } = range.getBoundingClientRect()
    if (width === 0) continue
    // Whatever hides what does not fit must have room for it.
    let edge: Element | null = element
    while (edge && edge !== document.body) {
      const { overflowX, overflowY } = getComputedStyle(edge)
      const box = edge.getBoundingClientRect()
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (hides(overflowX) && (left < box.left - 1 || right > box.right + 1)) cut.push(nameOf(element))
      else if (hides(overflowY) && (top < box.top - 2 || bottom > box.bottom + 2)) cut.push(nameOf(element))
      if (overflowX === 'auto' || overflowX === 'scroll') break
      edge = edge.parentElement
    }
    if (edge === document.body && (left < -1 || right > innerWidth + 1)) cut.push(nameOf(element))
  }
  const away = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
    .filter(element => element.checkVisibility({ visibilityProperty: true }) && !unseen(element))
    .filter(element => {
      const { left, right, width } = (element.closest('label') ?? element).getBoundingClientRect()
      return width > 0 && (left < -1 || right > innerWidth + 1)
    })
    .map(nameOf)
  const bar = document.querySelector('body > header')
  const stays = bar && ['fixed', 'sticky'].includes(getComputedStyle(bar).position) && !unseen(bar)
  return {
    sideways: root.scrollWidth - root.clientWidth,
    cut: [...new Set(cut)],
    away,
    header: stays ? bar.getBoundingClientRect().bottom : 0,
    headingTop: document.querySelector('h1')?.getBoundingClientRect().top ?? 0,
  }
}

import { expect, test } from './fixtures.ts'

test('a drawn page shows its words before any script or sheet is asked for, and comes alive afterwards', async ({
  visitor,
}) => {
  const page = await visitor()
  const early: string[] = []
  const painted = Promise.withResolvers<void>()
  await page.exposeFunction('hasPainted', () => painted.resolve())
  await page.addInitScript(() => {
    new PerformanceObserver(list => {
      if (list.getEntriesByName('first-contentful-paint').length) {
        ;(window as unknown as { hasPainted: () => void }).hasPainted()
      }
    }).observe({ type: 'paint', buffered: true })
  })
  // Held back until there is a first paint, a page that waited for these would never have one.
  await page.route(/\/assets\/.*\.(js|css)$/, async route => {
    early.push(route.request().url())
    await painted.promise
    await route.continue()
  })
  await page.goto('/faq', { waitUntil: 'domcontentloaded' })
  await painted.promise
  const question = page.locator('summary').first()
  await expect(question).toBeVisible()
  await expect.poll(() => early.length).toBeGreaterThan(0)
  await expect(page.locator('template[data-late]')).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
})

test('only a page whose words have letters that the site’s own do not have asks for the others', async ({
  visitor,
}) => {
  const page = await visitor()
  const asked: string[] = []
  page.on('request', request => {
    if (/other-letters-|-latin-/.test(request.url())) asked.push(request.url())
  })
  await page.goto('/faq', { waitUntil: 'networkidle' })
  expect(asked).toEqual([])
  await page.route('/about', async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('</body>', '<p>Łódź</p></body>') })
  })
  await page.goto('/about')
  await expect.poll(() => asked.some(url => url.includes('latin-ext'))).toBe(true)
})

test('a page comes alive without setting up how numbers and dates are written, which takes a phone 80 ms', async ({
  visitor,
}) => {
  const page = await visitor()
  await page.addInitScript(() => {
    const used: string[] = []
    Object.assign(window, { used })
    for (const of of [Number.prototype, Date.prototype]) {
      of.toLocaleString = () => String(used.push('toLocaleString'))
    }
    for (const name of ['NumberFormat', 'DateTimeFormat', 'PluralRules'] as const) {
      Object.assign(Intl, {
        [name]: class {
          constructor() {
            used.push(name)
          }
        },
      })
    }
  })
  for (const path of ['/', '/investor-info', '/faq', '/documents']) {
    await page.goto(path)
    await page.locator('html[data-ready]').waitFor()
    expect(await page.evaluate('window.used'), path).toEqual([])
  }
})

test('a name with letters that the site itself does not use is set in the same type, fetched only then', async ({
  visitor,
}) => {
  const page = await visitor()
  const fonts: string[] = []
  page.on('request', request => {
    const [name] = /[a-z-]+(?=-[\w-]{8}\.woff2$)/.exec(request.url()) ?? []
    if (name) fonts.push(name)
  })
  await page.goto('/contact', { waitUntil: 'networkidle' })
  expect(fonts.sort()).toEqual(['instrument-sans', 'newsreader-display', 'newsreader-text'])
  await page.getByLabel('Name').fill('Łucja')
  await expect.poll(() => fonts.slice(3)).toEqual(['instrument-sans-latin-ext-wght-normal'])
})

test('what is far down is laid out after the first picture, and a reader who comes back is where they were', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } })
  let held = () => {}
  const scripts = new Promise<void>(resolve => {
    held = resolve
  })
  await page.route('**/assets/*.js', async route => {
    await scripts
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const heading = page.getByRole('heading', { name: 'Leadership', exact: true })
  const last = page.locator('main > section').last()
  const foot = page.getByRole('contentinfo')
  await expect(page.locator('html[data-far]')).toBeVisible()
  for (const part of [last, foot]) await expect(part).toHaveCSS('content-visibility', 'auto')
  held()
  await expect(page.locator('html[data-far]')).toHaveCount(0)
  for (const part of [last, foot]) await expect(part).toHaveCSS('content-visibility', 'visible')

  await heading.evaluate(element => window.scrollTo(0, element.getBoundingClientRect().top + scrollY - 200))
  const place = async () => Math.round((await heading.boundingBox())?.y ?? Number.NaN)
  await expect.poll(place).toBe(200)
  await page.reload()
  await page.locator('html[data-ready]').waitFor()
  expect(Math.abs((await place()) - 200)).toBeLessThan(3)
})

test('what the first screen hides is not laid out for its first picture, but the tab key finds it at once', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } })
  // Time stands still: the page stays as it is before its first picture.
  await page.addInitScript(() => Object.assign(window, { setTimeout: () => 0 }))
  await page.goto('/', { waitUntil: 'load' })
  const sections = page.locator('main > section')
  await expect(sections.nth(1)).toHaveCSS('content-visibility', 'hidden')
  await sections.first().getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Work out your own' })).toBeFocused()
})

test('of the deck three sheets are laid out for the first picture, the others once the page is at rest', async ({
  visitor,
}) => {
  const still = await visitor({ viewport: { width: 390, height: 844 } })
  await still.addInitScript(() => Object.assign(window, { setTimeout: () => 0 }))
  await still.goto('/documents', { waitUntil: 'load' })
  const sheet = (page: typeof still, number: number) => page.locator(`#page-${number}`)
  await expect(sheet(still, 3)).toHaveCSS('content-visibility', 'visible')
  for (const far of [4, 13]) await expect(sheet(still, far)).toHaveCSS('content-visibility', 'hidden')

  const alive = await visitor({ viewport: { width: 390, height: 844 } })
  await alive.goto('/documents')
  for (const far of [4, 13]) await expect(sheet(alive, far)).toHaveCSS('content-visibility', 'visible')
  await sheet(alive, 13).scrollIntoViewIfNeeded()
  const picture = sheet(alive, 13).getByRole('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('nothing is taken for having moved, where the scripts are there before the first screen is read', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } })
  await page.addInitScript(() => {
    const { setTimeout } = window
    // The moment in which what is below is shown without them never comes.
    window.setTimeout = ((run: () => void, ms?: number) => (ms === 300 ? 0 : setTimeout(run, ms))) as typeof setTimeout
  })
  await page.goto('/')
  await expect(page.locator('html[data-far]')).toHaveCount(0)
  const moved = await page.evaluate(async () => {
    let sum = 0
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
    }
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    return sum
  })
  expect(moved).toBeLessThan(0.01)
})

import type { Page } from '@playwright/test'
import { delayIntersections } from '../../../tests/e2e/delay-intersections.ts'
import { expect, test, visit, visitUntilIdle } from '../../../tests/e2e/fixtures.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'

const slow = slowOf(test)

test.use({ reducedMotion: 'no-preference' })

slow('the film starts once the page has loaded, without sound, in a loop, and can be paused', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/')
  const film = page.locator('video')
  const playing = () => film.evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0)
  await expect.poll(playing).toBe(true)
  expect(
    await film.evaluate(({ muted, loop, playsInline }: HTMLVideoElement) => ({ muted, loop, playsInline })),
  ).toEqual({ muted: true, loop: true, playsInline: true })
  expect(await film.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280 })

  const pause = page.getByRole('button', { name: 'Pause the background video' })
  await pause.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  await page.getByRole('button', { name: 'Play the background video' }).click()
  await expect.poll(playing).toBe(true)
})

slow(
  'the film pauses out of view, and keeps playing if it is back in view before the observer reports it',
  async ({ visitor }) => {
    const page = await visitor()
    const reports = await delayIntersections(page)
    await visit(page, '/')
    const paused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
    await expect.poll(paused).toBe(false)
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect.poll(paused).toBe(true)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect.poll(paused).toBe(false)

    const before = await reports()
    await page.evaluate(async () => {
      const frames = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
      await frames()
      scrollTo({ top: 0, behavior: 'instant' })
      await frames()
    })
    await expect.poll(reports).toBeGreaterThan(before)
    await expect.poll(paused).toBe(false)
  },
)

slow('nothing moves before hydration, and the plate is still under the film', async ({ visitor }) => {
  const page = await visitor()
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await plateStates(page)).toEqual(['paused'])
  scripts.resolve()
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused)).toBe(true)
  expect(await plateStates(page)).toEqual(['paused'])
})

slow(
  'if the film fails to load or may not autoplay, the plate moves instead, and can be paused',
  async ({ visitor }) => {
    for (const trouble of ['lost', 'refused']) {
      const page = await visitor()
      if (trouble === 'lost') await page.route('**/media/hero/**', route => route.abort())
      else {
        // As a phone does in low-power mode.
        await page.addInitScript(() => {
          HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotAllowedError'))
        })
      }
      await visit(page, '/')
      await expect.poll(() => plateStates(page), trouble).toEqual(['running'])
      await page.getByRole('button', { name: 'Pause the background video' }).click()
      await expect.poll(() => plateStates(page), trouble).toEqual(['paused'])
    }
  },
)

/** @returns the different play states of the animations of the plate's three layers */
function plateStates(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...new Set(
      document
        .getAnimations()
        .filter(animation => animation instanceof CSSAnimation && animation.animationName === 'hero-turn')
        .map(animation => animation.playState),
    ),
  ])
}

slow('a phone gets the upright film', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } })
  const film = page.waitForRequest(/\/media\/hero\/upright\..*mp4/)
  await visit(page, '/')
  await film
})

slow('with reduced motion or data saving there is no film', async ({ visitor }) => {
  for (const preference of ['reduced motion', 'data saving']) {
    const page = await visitor(preference === 'reduced motion' ? { reducedMotion: 'reduce' } : {})
    if (preference === 'data saving') {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
      )
    }
    const requested: string[] = []
    page.on('request', request => requested.push(request.url()))
    await visitUntilIdle(page, '/')
    await expect(page.getByRole('heading', { level: 1, name: 'The Power of Certainty' })).toBeVisible()
    expect(requested.filter(url => url.includes('/media/hero/'))).toEqual([])
    await expect(page.getByRole('button', { name: 'Pause the background video' })).toHaveCount(
      preference === 'reduced motion' ? 0 : 1,
    )
  }
})

import { gzipSync } from 'node:zlib'
import { publicPages } from '../../content/pages.ts'
import { expect, test } from './fixtures.ts'

/** Scripts of one public page, gzipped. About 111 of them are React and its router. */
const scriptBudget = 135 * 1024
/** All that the first visit of home transfers, without the film. */
const homeBudget = 350 * 1024

test('no public page runs more than 135 KB of scripts', async ({ visitor }) => {
  test.slow()
  for (const { path } of publicPages) {
    // A browser of its own for each, whose cache is empty.
    const page = await visitor()
    const scripts = new Set<string>()
    page.on('request', request => {
      if (new URL(request.url()).pathname.endsWith('.js')) scripts.add(request.url())
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    const sizes = await Promise.all(
      [...scripts].map(async script => gzipSync(await (await page.request.get(script)).body(), { level: 9 }).length),
    )
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      path,
    ).toBeLessThanOrEqual(scriptBudget)
    await page.context().close()
  }
})

test('home transfers less than 350 KB on a first visit, its film aside', async ({ visitor }) => {
  const page = await visitor()
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const films = new Set<string>()
  let bytes = 0
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.startsWith('video/')) films.add(requestId)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!films.has(requestId)) bytes += encodedDataLength
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(homeBudget)
})

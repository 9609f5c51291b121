import { gzipSync } from 'node:zlib'
import { publicPages } from '../../content/pages.ts'
import { expect, test, visit, visitUntilIdle } from './fixtures.ts'

test.use({ reducedMotion: 'no-preference' })

/** Bytes of scripts on one public page, gzipped. React and its router take about 111 KB of them. */
const scriptBudget = 135 * 1024
/** Bytes that a first visit to home transfers, without the film. */
const homeBudget = 350 * 1024
/** Bytes a server may send before the client’s first acknowledgment: ten segments of 1460 bytes (RFC 6928). */
const firstWindow = 14_600

test('home and its styles fit into a connection’s initial congestion window', async ({ visitor }) => {
  const page = await visitor()
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const sizes = new Map<string, number>()
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength))
  const document = new Promise<string>(resolve =>
    network.on('Network.responseReceived', ({ type, requestId }) => type === 'Document' && resolve(requestId)),
  )
  await visit(page, '/')
  expect(sizes.get(await document)).toBeLessThanOrEqual(firstWindow)
})

test('no public page loads more than 135 KB of scripts', async ({ visitor }) => {
  test.slow()
  // Most scripts are on every page.
  const known = new Map<string, number>()
  const bytesOf = async (path: string) => {
    // Each page gets its own browser context, whose cache is empty.
    const page = await visitor()
    const scripts = new Set<string>()
    page.on('request', request => {
      if (new URL(request.url()).pathname.endsWith('.js')) scripts.add(request.url())
    })
    await visitUntilIdle(page, path)
    const requested = [...scripts]
    for (const script of requested) {
      if (known.has(script)) continue
      known.set(script, gzipSync(await (await page.request.get(script)).body(), { level: 9 }).length)
    }
    await page.context().close()
    return requested.reduce((sum, script) => sum + (known.get(script) ?? Number.NaN), 0)
  }
  const remaining = publicPages.map(({ path }) => path)
  // Each path waits until its page has no more requests, so four of them run at a time.
  const checkRemaining = async () => {
    for (let path = remaining.shift(); path !== undefined; path = remaining.shift()) {
      expect(await bytesOf(path), path).toBeLessThanOrEqual(scriptBudget)
    }
  }
  await Promise.all([checkRemaining(), checkRemaining(), checkRemaining(), checkRemaining()])
})

test('a first visit to home transfers less than 350 KB, not counting the film', async ({ visitor }) => {
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
  await visitUntilIdle(page, '/')
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(homeBudget)
})

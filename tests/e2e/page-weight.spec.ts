import { gzipSync } from 'node:zlib'
import { publicPages } from '../../content/pages.ts'
import { expect, test, visit, visitWhole } from './fixtures.ts'

test.use({ reducedMotion: 'no-preference' })

/** Scripts of one public page, gzipped. About 111 of them are React and its router. */
const scriptBudget = 135 * 1024
/** All that the first visit of home transfers, without the film. */
const homeBudget = 350 * 1024
/** What a server may send before the first answer from the reader: ten segments of 1460 bytes (RFC 6928). */
const firstWindow = 14_600

test('home with its styles fits into the first window of a connection', async ({ visitor }) => {
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

test('no public page runs more than 135 KB of scripts', async ({ visitor }) => {
  test.slow()
  // Most scripts are on every page.
  const known = new Map<string, number>()
  const bytesOf = async (path: string) => {
    // A browser of its own for each, whose cache is empty.
    const page = await visitor()
    const scripts = new Set<string>()
    page.on('request', request => {
      if (new URL(request.url()).pathname.endsWith('.js')) scripts.add(request.url())
    })
    await visitWhole(page, path)
    const asked = [...scripts]
    for (const script of asked) {
      if (known.has(script)) continue
      known.set(script, gzipSync(await (await page.request.get(script)).body(), { level: 9 }).length)
    }
    await page.context().close()
    return asked.reduce((sum, script) => sum + (known.get(script) ?? Number.NaN), 0)
  }
  const waiting = publicPages.map(({ path }) => path)
  // Each waits until its page asks for nothing more: several wait together.
  const some = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      expect(await bytesOf(path), path).toBeLessThanOrEqual(scriptBudget)
    }
  }
  await Promise.all([some(), some(), some(), some()])
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
  await visitWhole(page, '/')
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(homeBudget)
})

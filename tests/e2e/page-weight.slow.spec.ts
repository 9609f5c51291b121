import { expect, test, visit, visitUntilIdle } from './fixtures.ts'

test.use({ reducedMotion: 'no-preference' })

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

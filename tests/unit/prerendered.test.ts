import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import { originPlaceholder } from '../../rules/origin.ts'
import { yearPlaceholder } from '../../rules/year.ts'
import { deferScripts } from '../../server/http/deferred-scripts.ts'
import { servePrerendered } from '../../server/http/prerendered.ts'

afterEach(() => void vi.useRealTimers())

test('a prerendered page is served with the server’s origin and the year in which it started', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-pages-'))
  try {
    await writeFile(join(folder, 'index.html'), `<head></head><body>${originPlaceholder} © ${yearPlaceholder}</body>`)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-01T00:00:00Z') })
    const http = new Hono().use(servePrerendered(folder, 'https://fund.example'))
    expect(await (await http.request('/')).text()).toContain('<body>https://fund.example © 2031')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the inlined styles come before every style sheet’s link, so that they decide the order of layers', () => {
  const read = (path: string) => `@layer ${path.endsWith('frame.css') ? 'reset, page' : 'page'};`
  const links = '<link rel="stylesheet" href="/frame.css"/><link rel="stylesheet" href="/home.css"/>'
  const { html, style } = deferScripts(`<head><title>A page</title>${links}</head>`, read)
  expect(html).toContain(`<title>A page</title><style>${style}</style><link disabled="" rel="stylesheet"`)
  expect(html.match(/<style>/g)).toHaveLength(1)
})

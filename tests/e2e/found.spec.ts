import type { Page } from '@playwright/test'
import { faq } from '../../content/faq.ts'
import { fund } from '../../content/fund.ts'
import { publicPages } from '../../content/pages.ts'
import { expect, test, visit } from './fixtures.ts'

test('the sitemap names every public page, robots are told of it, and the manifest of a start', async ({
  visitor,
  site,
}) => {
  const { request } = await visitor()
  const sitemap = await request.get('/sitemap.xml')
  expect(sitemap.headers()['content-type']).toContain('application/xml')
  const listed = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(listed).toEqual(publicPages.map(({ path }) => site.url + path))

  const robots = await request.get('/robots.txt')
  expect(robots.headers()['content-type']).toContain('text/plain')
  expect(await robots.text()).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  expect(await robots.text()).toContain('Disallow: /profile')

  const manifest = await request.get('/manifest.webmanifest')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { name, start_url, icons } = await manifest.json()
  expect([name, start_url]).toEqual([fund.name, '/'])
  for (const { src } of icons) expect((await request.get(src)).status()).toBe(200)
})

test('every public page names itself once, has a title of its own and a picture to be shared with', async ({
  visitor,
  site,
}) => {
  const page = await visitor()
  const titles = new Set<string>()
  for (const { path } of publicPages) {
    await visit(page, path)
    await expect(page.locator('link[rel="canonical"]'), path).toHaveAttribute('href', site.url + path)
    const property = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content')
    expect(await property('url'), path).toBe(site.url + path)
    expect(await property('title'), path).toBeTruthy()
    expect(await property('description'), path).toBeTruthy()
    const picture = await page.request.get((await property('image')) ?? '')
    expect(picture.headers()['content-type'], path).toBe('image/png')
    const description = await page.locator('meta[name="description"]').getAttribute('content')
    expect(description?.length, path).toBeGreaterThan(40)
    titles.add(await page.title())
  }
  expect(titles.size).toBe(publicPages.length)
})

test('an address in capitals leads to the one address of its page, and nothing else is touched', async ({
  visitor,
}) => {
  const { request } = await visitor()
  const ask = async (path: string, method = 'GET') => {
    const answer = await request.fetch(path, { method, maxRedirects: 0 })
    return [answer.status(), answer.headers().location]
  }
  expect(await ask('/FAQ')).toEqual([308, '/faq'])
  expect(await ask('/Investor-Info/?From=Mail')).toEqual([308, '/investor-info?From=Mail'])
  expect(await ask('/Login', 'HEAD')).toEqual([308, '/login'])
  expect(await ask('/Profile/Settings')).toEqual([308, '/profile/settings'])
  expect(await ask('/Auth/Callback')).toEqual([308, '/auth/callback'])
  for (const path of ['/Files/everything', '/FILES/A', '/Uploads/A', '/Assets/a.js', '/Media/a.mp4', '/Healthz'])
    expect((await ask(path))[1], path).toBeUndefined()
})

test('home says who is behind it, and the questions say what they answer, to machines', async ({ visitor }) => {
  const page = await visitor()
  const data = async (path: string) => {
    await visit(page, path)
    return JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  }
  expect(await data('/')).toMatchObject({ '@type': 'Organization', name: fund.name, telephone: fund.phoneDial })
  const { '@type': type, mainEntity } = await data('/faq')
  expect(type).toBe('FAQPage')
  expect(mainEntity.map(({ name }: { name: string }) => name)).toEqual(faq.questions.map(({ question }) => question))
})

test('a prerendered page is asked after by its tag, comes compressed, and allows its own scripts by hash', async ({
  visitor,
}) => {
  const { request } = await visitor()
  for (const { path } of publicPages.filter(({ prerendered }) => prerendered)) {
    const headers = (await request.get(path, { headers: { 'accept-encoding': 'br, gzip' } })).headers()
    expect(headers['content-encoding'], path).toBe('br')
    expect(headers['content-type'], path).toBe('text/html; charset=utf-8')
    expect(headers['cache-control'], path).toBe('no-cache')
    expect(headers['content-security-policy'], path).toMatch(/script-src 'self' 'sha256-/)
    const tag = headers.etag ?? ''
    expect((await request.get(path, { headers: { 'if-none-match': tag } })).status(), path).toBe(304)
    expect((await request.get(path, { headers: { 'if-none-match': '"another"' } })).status(), path).toBe(200)
  }
})

test('built files come compressed', async ({ visitor }) => {
  const page = await visitor()
  const script = page.waitForResponse(/\/assets\/react-.*\.js$/)
  await visit(page, '/about')
  const { headers } = await page.request
    .get((await script).url(), { headers: { 'accept-encoding': 'br' } })
    .then(answer => ({ headers: answer.headers() }))
  expect(headers['content-encoding']).toBe('br')
})

test('every link within the site leads to a page, and every anchor to a place on it', async ({ visitor, site }) => {
  const page = await visitor()
  await visit(page, '/')
  const seen = new Map<string, Content>()
  const waiting = publicPages.map(({ path }) => path)
  const broken: string[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue
    const content = await read(page, path)
    seen.set(path, content)
    if (content.status >= 400) broken.push(`${path}: ${content.status}`)
    waiting.push(...content.links.map(link => link.path))
  }
  for (const [from, { links }] of seen) {
    for (const { path, hash } of links) {
      if (hash && !seen.get(path)?.ids.includes(hash)) broken.push(`${from} → ${path}#${hash}`)
    }
  }
  expect(broken).toEqual([])
  expect(seen.size, site.url).toBeGreaterThan(publicPages.length)
})

type Content = { status: number; ids: string[]; links: { path: string; hash: string }[] }

/** What an address holds as it is sent, before any script has run. */
async function read(page: Page, path: string): Promise<Content> {
  const answer = await page.request.get(path)
  if (!answer.headers()['content-type']?.startsWith('text/html')) return { status: answer.status(), ids: [], links: [] }
  const found = await page.evaluate(
    ([html, base]) => {
      const parsed = new DOMParser().parseFromString(html ?? '', 'text/html')
      const links = [...parsed.querySelectorAll('a[href]')]
        .map(link => new URL(link.getAttribute('href') ?? '', base))
        .filter(url => url.origin === location.origin)
        .map(url => ({ path: url.pathname + url.search, hash: decodeURIComponent(url.hash.slice(1)) }))
      return { links, ids: [...parsed.querySelectorAll('[id]')].map(element => element.id) }
    },
    [await answer.text(), answer.url()],
  )
  return { status: answer.status(), ...found }
}

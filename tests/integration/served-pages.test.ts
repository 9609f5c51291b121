import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faq } from '../../content/faq.ts'
import { fund } from '../../content/fund.ts'
import { publicPages } from '../../content/pages.ts'
import { security } from '../../content/security.ts'
import { messages } from '../../rules/messages.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { filesFrom } from '../../server/sample/documents.ts'
import { admin, documentsOf, settings } from '../e2e/portal-paths.ts'
import { apiFor } from '../helpers/api.ts'
import { newSignedInPerson, type Person } from '../helpers/api-person.ts'
import { asOwner } from '../helpers/owner.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

/** The built site over HTTP, for search engines, other programs and browsers without scripts. */

let site: TestServer
let investor: Person
let administrator: Person

beforeAll(async () => {
  site = await startServer()
  ;[investor, administrator] = await Promise.all([newSignedInPerson(site), newSignedInPerson(site, { isAdmin: true })])
})
afterAll(() => site.dispose())

/** Requests a page as a visitor, without following redirects. */
const ask = (path: string, init?: RequestInit) => apiFor(site.url).ask(path, init)
const prerendered = publicPages.filter(page => page.prerendered)

test('the sitemap lists every public page, robots.txt links to it, and the manifest has a start page', async () => {
  const sitemap = await ask('/sitemap.xml')
  expect(sitemap.headers.get('content-type')).toContain('application/xml')
  const listed = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(listed).toEqual(publicPages.map(({ path }) => site.url + path))

  const robots = await ask('/robots.txt')
  expect(robots.headers.get('content-type')).toContain('text/plain')
  const rules = await robots.text()
  expect(rules).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  expect(rules).toContain('Disallow: /profile')

  const manifest = await ask('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
  const { name, start_url, icons } = await manifest.json()
  expect([name, start_url]).toEqual([fund.name, '/'])
  for (const { src } of icons) expect((await ask(src)).status).toBe(200)
})

test('every page can be reached by links from home, and a link’s e-mail address is only ever beside a form', async () => {
  const found = new Set(['/'])
  for (const path of found) {
    const html = await (await ask(path)).text()
    const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => new URL(href, site.url))
    const hasForm = /<main.*<form [^>]*method="post".*<\/main>/s.test(html)
    if (!hasForm) expect([path, links.filter(({ protocol }) => protocol === 'mailto:')]).toEqual([path, []])
    for (const { origin, pathname } of links)
      if (origin === site.url && !/\.|^\/docs$/.test(pathname)) found.add(pathname)
  }
  expect(publicPages.filter(({ path }) => !found.has(path))).toEqual([])
})

test('the bar of phones leads people without a note to a call and administrators to the office, and visitors have none', async () => {
  const barOf = async (answer: Promise<Response>) => {
    const bar = /<nav [^>]*aria-label="Shortcuts".*?<\/nav>/s.exec(await (await answer).text())?.[0] ?? ''
    return [...bar.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
  }
  expect(await barOf(investor.api.ask('/profile'))).toEqual([
    '/profile',
    '/profile#documents',
    '/profile/messages',
    '/phone-call-booking',
  ])
  expect(await barOf(administrator.api.ask('/profile'))).toEqual([
    '/profile',
    '/profile/admin/messages',
    '/profile/admin',
    settings,
  ])
  expect(await barOf(ask('/about'))).toEqual([])
})

test('security.txt says whom to tell about a vulnerability, and until when that holds', async () => {
  const answer = await ask('/.well-known/security.txt')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = new Map(
    (await answer.text())
      .trimEnd()
      .split('\n')
      .map(line => line.split(': ', 2) as [string, string]),
  )
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  expect(fields.get('Contact')).toBe(`mailto:${security.email}`)
  expect(fields.get('Canonical')).toBe(`${site.url}/.well-known/security.txt`)
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.parse(security.confirmed)) / 86_400_000
  expect(days).toBe(364)
})

test('every public page has its canonical address, its own title and a picture for sharing', async () => {
  const titles = new Set<string>()
  for (const { path } of publicPages) {
    const html = await (await ask(path)).text()
    expect(valuesOf(html, 'link', 'rel="canonical"', 'href'), path).toEqual([site.url + path])
    const property = (name: string) => valuesOf(html, 'meta', `property="og:${name}"`, 'content')[0] ?? ''
    expect(property('url'), path).toBe(site.url + path)
    expect(property('title'), path).not.toBe('')
    expect(property('description'), path).not.toBe('')
    const picture = await fetch(property('image'))
    expect(picture.headers.get('content-type'), path).toBe('image/png')
    expect(valuesOf(html, 'meta', 'name="description"', 'content')[0]?.length, path).toBeGreaterThan(40)
    titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
  }
  expect(titles.size).toBe(publicPages.length)
})

test('an address in capitals redirects to the page’s lowercase address, and nothing else changes', async () => {
  const redirect = async (path: string, method = 'GET') => {
    const { status, headers } = await ask(path, { method })
    return [status, headers.get('location')]
  }
  expect(await redirect('/FAQ')).toEqual([308, '/faq'])
  expect(await redirect('/Investor-Info/?From=Mail')).toEqual([308, '/investor-info?From=Mail'])
  expect(await redirect('/Login', 'HEAD')).toEqual([308, '/login'])
  expect(await redirect('/Profile/Settings')).toEqual([308, '/profile/settings'])
  expect(await redirect('/Auth/Callback')).toEqual([308, '/auth/callback'])
  for (const path of ['/Files/everything', '/FILES/A', '/Uploads/A', '/Assets/a.js', '/Media/a.mp4', '/Healthz'])
    expect((await redirect(path))[1], path).toBeNull()
})

test('home describes the organization and the FAQ its questions as structured data', async () => {
  const data = async (path: string) => {
    const html = await (await ask(path)).text()
    return JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '')
  }
  expect(await data('/')).toMatchObject({ '@type': 'Organization', name: fund.name, telephone: fund.phoneDial })
  const { '@type': type, mainEntity } = await data('/faq')
  expect(type).toBe('FAQPage')
  expect(mainEntity.map(({ name }: { name: string }) => name)).toEqual(faq.questions.map(({ question }) => question))
})

test('a prerendered page has an ETag, is compressed, and allows its own scripts by hash', async () => {
  for (const { path } of prerendered) {
    const { headers } = await ask(path, { headers: { 'accept-encoding': 'br, gzip' } })
    expect(headers.get('content-encoding'), path).toBe('br')
    expect(headers.get('content-type'), path).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control'), path).toBe('no-cache')
    expect(headers.get('content-security-policy'), path).toMatch(/script-src 'self' 'sha256-/)
    const tag = headers.get('etag') ?? ''
    expect((await ask(path, { headers: { 'if-none-match': tag } })).status, path).toBe(304)
    expect((await ask(path, { headers: { 'if-none-match': '"another"' } })).status, path).toBe(200)
  }
})

test('a row of a person’s documents takes 700 bytes of HTML at most, and the page is compressed as its reader allows', async () => {
  const { id, api } = await newSignedInPerson(site)
  const owner = new pg.Client(settingsOf(site.ownerUrl))
  await owner.connect()
  await owner.query(
    filesFrom(
      {
        user_id: '$1::uuid',
        filename: "'Statement ' || n || ' of the note.pdf'",
        file_size: '90000 + n',
        created_at: "now() - n * interval '1 day'",
      },
      'generate_series(1, 50) n',
    ),
    [id],
  )
  await owner.end()
  const html = await (await api.ask('/profile')).text()
  const rows = [...html.matchAll(/<tr role="row">(?=<td).*?<\/tr>/gs)].map(([row]) => Buffer.byteLength(row))
  expect(rows).toHaveLength(50)
  expect(Math.max(...rows)).toBeLessThanOrEqual(700)

  for (const [accepted, sent] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['identity', null],
  ] as const) {
    const { headers, body } = await api.ask('/profile', { headers: { 'accept-encoding': accepted } })
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([sent, 'Accept-Encoding'])
    await body?.cancel()
  }
})

test('built files are compressed', async () => {
  const script = /\/assets\/react-[\w-]+\.js/.exec(await (await ask('/about')).text())?.[0] ?? ''
  const { headers } = await ask(script, { headers: { 'accept-encoding': 'br' } })
  expect(headers.get('content-type')).toContain('javascript')
  expect(headers.get('content-encoding')).toBe('br')
})

test('every link within the site leads to a page, and every anchor to an element on it', async () => {
  const seen = new Map<string, { ids: string[]; links: URL[] }>()
  const waiting = publicPages.map(({ path }) => path)
  const broken: string[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue
    const answer = await fetch(site.url + path)
    if (answer.status >= 400) broken.push(`${path}: ${answer.status}`)
    const html = answer.headers.get('content-type')?.startsWith('text/html') ? await answer.text() : ''
    const links = valuesOf(html, 'a', '', 'href').map(href => new URL(href, answer.url))
    const within = links.filter(({ origin }) => origin === site.url)
    seen.set(path, { links: within, ids: [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id) })
    waiting.push(...within.map(({ pathname, search }) => pathname + search))
  }
  for (const [from, { links }] of seen) {
    for (const { pathname, search, hash } of links) {
      const place = decodeURIComponent(hash.slice(1))
      if (place && !seen.get(pathname + search)?.ids.includes(place)) broken.push(`${from} → ${pathname}${hash}`)
    }
  }
  expect(broken).toEqual([])
  expect(seen.size).toBeGreaterThan(publicPages.length)
})

test('every page has the security headers', async () => {
  const pages = [...publicPages.map(({ path }) => path), '/login', '/no-such-page']
  for (const path of [...pages, '/healthz', '/assets/none.js', '/files/none', '/api/session']) {
    const { headers } = await ask(path)
    // A download runs in a frame of the site, which reads the reason of a refusal.
    const framed = path.startsWith('/files/')
    const policy = headers.get('content-security-policy')
    expect(policy, path).toContain(`frame-ancestors '${framed ? 'self' : 'none'}'`)
    expect(policy, path).not.toContain("'unsafe-inline'")
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('x-frame-options'), path).toBe(framed ? 'SAMEORIGIN' : 'DENY')
    expect(headers.get('x-request-id'), path).toMatch(/^[0-9a-f]{16}$/)
  }
})

test('an unknown address is a 404 page with a way to continue', async () => {
  const answer = await ask('/no-such-page')
  expect(answer.status).toBe(404)
  expect(/<main.*?<\/main>/s.exec(await answer.text())?.[0]).toMatch(/<a [^>]*href="\//)
})

test('developer pages exist only if the operator enables them', async () => {
  for (const path of ['/auth-test', '/signout-debug']) {
    expect((await ask(path)).status).toBe(404)
    expect((await investor.api.ask(path)).status).toBe(404)
  }
})

test('the sign-in page has neither header nor footer', async () => {
  const html = await (await ask('/login')).text()
  expect(html.includes('<main')).toBe(true)
  // Only the header's logo.
  expect([...html.matchAll(/<footer|href="\/faq"/g)]).toEqual([])
})

test('the deck and the summary can be downloaded as PDF', async () => {
  for (const [path, words] of [
    ['/pitch-deck', 'Download the deck (PDF, 13 pages'],
    ['/documents?view=onepager', 'Download the summary (PDF'],
  ] as const) {
    // React separates adjacent texts with comments.
    const html = (await (await ask(path)).text()).replaceAll('<!-- -->', '')
    expect(html.includes(words), path).toBe(true)
    const [address = ''] = valuesOf(html, 'a', 'download', 'href')
    const answer = await ask(address)
    expect(answer.headers.get('content-type')).toContain('application/pdf')
    expect((await answer.text()).slice(0, 5)).toBe('%PDF-')
  }
})

test('the redirect after sign-in never leads to another site', async () => {
  for (const next of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/.//evil.example',
    '/profile/..//evil.example',
    'javascript:alert(1)',
  ]) {
    const { status, headers } = await investor.api.ask(`/login?next=${encodeURIComponent(next)}`)
    expect([status, headers.get('location')], next).toEqual([302, '/profile'])
  }
})

test('an investor cannot open another’s documents or the administrators’ pages by address', async () => {
  const another = await newSignedInPerson(site)
  for (const path of [documentsOf(another.id), ...Object.values(admin)]) {
    const answer = await investor.api.ask(path)
    expect(answer.status, path).toBeGreaterThanOrEqual(403)
    expect(await answer.text(), path).not.toContain(another.email)
  }
  expect((await investor.api.ask(settings)).status).toBe(200)
})

test('a body that is not a form is refused, and is not a server error', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  for (const path of [
    '/login',
    '/contact',
    '/email-contact',
    '/phone-call-booking',
    '/call',
    '/report',
    '/stop',
    '/profile/settings',
    '/profile/settings/mail',
    '/profile/invitations',
    `/profile/people/${id}`,
    `/profile/admin/messages/${id}`,
    `/profile/documents/${id}`,
  ]) {
    for (const type of ['application/json', 'multipart/form-data']) {
      const headers = { 'Content-Type': type, Origin: site.url }
      const { status } = await administrator.api.ask(path, { method: 'POST', body: '{}', headers })
      expect(status, `${path} as ${type}`).toBeLessThan(500)
    }
  }
})

/** The decoded values of an attribute, for all elements with a given name and the attribute text `other`. */
function valuesOf(html: string, element: string, other: string, attribute: string): string[] {
  return [...html.matchAll(new RegExp(`<${element}\\s[^>]*>`, 'g'))]
    .map(([tag]) => tag)
    .filter(tag => tag.includes(other))
    .flatMap(tag => new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag)?.[1] ?? [])
    .map(value => value.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"))
}

test('a page of the portal says who is signed in before any script runs', async () => {
  const signedIn = await (await investor.api.ask('/profile')).text()
  const banner = /<header[\s\S]*?<\/header>/.exec(signedIn)?.[0] ?? ''
  expect(banner).toContain('href="/profile"')
  expect(banner).not.toContain('Sign In')
  const visitor = await (await ask('/contact')).text()
  expect(/<header[\s\S]*?<\/header>/.exec(visitor)?.[0]).toContain('Sign In')
})

test('where it can’t be read in time who is signed in, the sign-in page says so instead of leading on', async () => {
  const owner = new pg.Client(settingsOf(site.ownerUrl))
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query('lock table user_profiles in access exclusive mode')
    const answer = await investor.api.ask('/login')
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain(messages.PROFILE_UNREADABLE)
  } finally {
    await owner.end()
  }
})

test('someone who must wait for a code is told how long, on the page and in Retry-After', async () => {
  const send = (cookie = '') =>
    ask('/login', {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ intent: 'sign_in.send_code', email: 'hasty@served.example' }),
    })
  const first = await send()
  const cookie = first.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const again = await send(cookie)
  expect(again.status).toBe(429)
  const wait = Number(again.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect(await again.text()).toContain(`Please wait ${wait} second`)
})

test('a browser with a session is led on by the form without scripts, and no code is sent', async () => {
  const codes = async () => (await asOwner(site, 'select count(*)::int as n from auth.sign_in_codes')).rows[0].n
  const before = await codes()
  const email = 'somebody.else@served.example'
  const answer = await investor.api.ask('/login', {
    method: 'POST',
    body: new URLSearchParams({ intent: 'sign_in.send_code', email }),
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/profile'])
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await codes()).toBe(before)
})

test('every table that people download begins with the mark by which spreadsheets know its encoding', async () => {
  const register = [
    ...['register', 'changes', 'due', 'maturities', 'sales', 'balance', 'tie-out', 'interest', 'forecast'],
    ...['payments', 'payments-by-holder', 'roll-forward', 'principal-by-year', 'reconciliation'],
    ...['template', 'sample'],
  ]
  for (const [person, path] of [
    [investor, 'notes/payments'],
    ...['people', 'access', 'documents', 'inbox', ...register.map(name => `register/${name}`)].map(
      path => [administrator, path] as const,
    ),
  ] as const) {
    const answer = await person.api.ask(`/profile/${path}.csv`)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/csv; charset=utf-8'])
    expect([path, [...new Uint8Array(await answer.arrayBuffer()).slice(0, 3)]]).toEqual([path, [0xef, 0xbb, 0xbf]])
  }
})

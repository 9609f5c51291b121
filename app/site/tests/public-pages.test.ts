import { expect } from 'vitest'
import { catalogue } from '../../../content/catalogue.ts'
import { faq } from '../../../content/faq.ts'
import { fund } from '../../../content/fund.ts'
import { leaders } from '../../../content/leaders.ts'
import { publicPages } from '../../../content/pages.ts'
import { testimonials } from '../../../content/testimonials.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'

/** The public pages' text before any script runs; the browser's stories are in tests/e2e. */

const test = testOnPortal({}, true)

/** @returns a page's HTML, without the comments that React puts between parts of a sentence */
async function read(portal: SharedPortal, path: string): Promise<string> {
  const answer = await portal.fetch(path)
  expect(answer.status, path).toBe(200)
  return (await answer.text()).replaceAll('<!-- -->', '').replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
}

const main = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ''
const text = (html: string) =>
  html.replaceAll(/<(style|script|template|svg)[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, ' ')

test('every prerendered page can be read without scripts, and its footer shows the current year', async ({
  portal,
}) => {
  for (const { path } of publicPages.filter(({ prerendered }) => prerendered)) {
    const html = await read(portal, path)
    expect(html.match(/<h1[ >]/g), path).toHaveLength(1)
    expect(text(main(html)).replaceAll(/\s+/g, ' ').length, path).toBeGreaterThan(200)
    const footer = /<footer.*<\/footer>/s.exec(html)?.[0] ?? ''
    if (footer) expect(text(footer), path).toContain(`© ${new Date().getUTCFullYear()} ${fund.name}`)
  }
})

test('a rendered page leaves the browser the matcher that it has loaded', async ({ portal }) => {
  const [, settings = ''] = /__reactRouterContext = (\{.*?\});/s.exec(await read(portal, '/login')) ?? []
  expect(JSON.parse(settings)).toMatchObject({ future: { unstable_routePatternMatching: false } })
})

test('home has all its sections, with its sources and its disclaimer', async ({ portal }) => {
  const html = await read(portal, '/')
  const headings = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)].map(([, heading = '']) => text(heading).trim())
  for (const name of [
    'Why the fund was built',
    'How returns are delivered',
    'Peace of mind',
    'Leadership',
    'Why private credit now',
    'Ready to Start?',
  ])
    expect(headings).toContain(name)
  for (const { link } of testimonials) expect(html).toContain(`href="${link.href}"`)
  const more = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(?:(?!<\/a>).)*Learn More/gs)].map(([, href]) => href)
  expect(new Set(more)).toEqual(new Set(['/docs']))
  expect(text(main(html))).toContain(fund.phone)
  expect(text(html)).toContain(fund.disclaimer)
})

test('one of eleven questions is open at a time', async ({ portal }) => {
  const html = await read(portal, '/faq')
  const names = [...html.matchAll(/<details[^>]*>/g)].map(([tag]) => /name="([^"]+)"/.exec(tag)?.[1])
  expect(names).toHaveLength(11)
  expect(new Set(names).size).toBe(1)
  for (const { question, answer } of faq.questions) {
    expect(text(html)).toContain(question)
    expect(text(html)).toContain(answer[0] ?? '')
  }
})

test('each document is requested with a prefilled e-mail', async ({ portal }) => {
  const html = await read(portal, '/investor-portal')
  expect(catalogue).toHaveLength(5)
  const links = [...html.matchAll(/<a [^>]*href="(mailto:[^"]*)"[^>]*>(.*?)<\/a>/gs)]
  for (const { name, description, updated } of catalogue) {
    const [, href = '', content = ''] = links.find(([link]) => text(link).includes(name)) ?? []
    expect(text(content)).toContain(description)
    expect(text(content)).toContain(`Last updated: ${updated}`)
    const message = new URL(href)
    expect(message.protocol + message.pathname).toBe(`mailto:${fund.emails.investors}`)
    for (const part of ['subject', 'body']) expect(message.searchParams.get(part)).toContain(name)
  }
})

test('/docs leads to the documents, which name their sources', async ({ portal }) => {
  const answer = await portal.fetch('/docs')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/documents'])
  const html = await read(portal, '/documents')
  expect(text(html)).toContain('For accredited investors only.')
  const sources = /<details[^>]*>(?:(?!<\/details>).)*Research sources.*?<\/details>/s.exec(html)?.[0] ?? ''
  expect(sources.match(/href="https:\/\//g)).toHaveLength(3)
})

test('the guide tells of the money first, then of documents', async ({ portal }) => {
  const html = await read(portal, '/guide')
  const headings = [...main(html).matchAll(/<h2 id=[^>]*>(.*?)<\/h2>/gs)].map(([, heading = '']) => text(heading))
  const names = headings.map(heading => heading.replace(/[\s\d.]+/, '').trim()).filter(name => name !== 'Contents')
  expect(names.slice(0, 5)).toEqual([
    'Your notes',
    'Payments and statements',
    'When a note matures',
    'Accreditation',
    'Your documents',
  ])
  expect(main(html)).not.toContain('STL')
})

test('in the deck’s text view terms stand out by what the deck’s data says, not by their length', async ({
  portal,
}) => {
  const html = await read(portal, '/pitch-deck')
  for (const { name, role } of leaders) {
    expect(html).toContain(`<strong>${name}, ${role}</strong>`)
  }
})

test('the film can be requested in ranges, as Safari does', async ({ portal }) => {
  const answer = await portal.fetch('/media/hero/wide.h264.mp4', { headers: { range: 'bytes=0-99' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'video/mp4'])
  expect((await answer.arrayBuffer()).byteLength).toBe(100)
})

/** The calculator's output, by its terms, and its selected options. */
async function calculator(portal: SharedPortal, query: string) {
  const html = await read(portal, `/investor-info${query}`)
  const figures = Object.fromEntries(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, name = '', value = '']) => [
      name,
      text(value).trim(),
    ]),
  )
  const chosen = [...html.matchAll(/<label[^>]*><input type="radio"[^>]*checked=""[^>]*\/><span[^>]*>(.*?)<\/span>/g)]
  const [, amount] = /<input [^>]*name="amount"[^>]*value="([^"]*)"/.exec(html) ?? []
  return { html, figures, chosen: chosen.map(([, label]) => label), amount }
}

test('the calculator starts with two years, $1M+ and monthly payments', async ({ portal }) => {
  expect(await calculator(portal, '')).toMatchObject({
    amount: '$1,000,000',
    chosen: ['$1M+', '2 years', 'Monthly'],
    figures: {
      'Fixed rate': '15%',
      'Per month': '$12,500',
      'Per year': '$150,000',
      'Over two years': '$300,000',
      'Total, including principal': '$1,300,000',
    },
  })
})

test.for([
  ['?amount=abc&term=9&paid=weekly', '$1,000,000', '$1M+'],
  ['?amount=-1e9', '$1,000,000', '$1M+'],
  ['?amount=5', '$200,000', '$200K - $349K'],
  ['?amount=99999999', '$10,000,000', '$1M+'],
  ['?amount=349999', '$349,999', '$200K - $349K'],
  ['?amount=350000', '$350,000', '$350K - $499K'],
  ['?tier=350000&amount=250000', '$350,000', '$350K - $499K'],
] as const)('the calculator’s query %s results in valid inputs', async ([query, amount, tier], { portal }) => {
  expect(await calculator(portal, query)).toMatchObject({ amount, chosen: [tier, '2 years', 'Monthly'] })
})

test('without scripts the calculator is a form that the server answers', async ({ portal }) => {
  const picked = await calculator(portal, '?was=1000000&amount=$1,000,000&tier=350000&term=2&paid=annually')
  expect(picked).toMatchObject({ amount: '$350,000', chosen: ['$350K - $499K', '2 years', 'Annually'] })
  const typed = await calculator(portal, '?was=350000&amount=$400,500&tier=350000&term=2&paid=annually')
  expect(typed.figures['Per year']).toBe('$52,065')
})

test.for([
  [2, 'monthly', 24],
  [2, 'quarterly', 8],
  [1, 'annually', 1],
] as const)('the calculator’s table and chart agree: %i years, paid %s', async ([term, paid, count], { portal }) => {
  const { html } = await calculator(portal, `?amount=250001&term=${term}&paid=${paid}`)
  const table = /<table(?:(?!<table).)*Every payment on the note.*?<\/table>/s.exec(html)?.[0] ?? ''
  const cellsOf = (row: string) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => text(cell).trim())
  const rowsOf = (part: string) =>
    [...(new RegExp(`<${part}.*?</${part}>`, 's').exec(table)?.[0] ?? '').matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
      cellsOf(row),
    )
  const listed = rowsOf('tbody')
  expect(listed).toHaveLength(count)
  // Each column of the chart names its month and amount; the last one is the principal.
  const charted = [...html.matchAll(/<title>(Month.*?)<\/title>/g)].map(([, title]) => title)
  expect(charted.slice(0, -1)).toEqual(listed.map(([month, interest]) => `Month ${month}: ${interest}`))
  const [month, , principal] = listed.at(-1) ?? []
  expect([principal, charted.at(-1)]).toEqual(['$250,001.00', `Month ${month}: ${principal}`])
  // The table's own columns add up.
  const cents = (amount: string | undefined) => Number(amount?.replace(/[^\d]/g, ''))
  const [total, interest, , all] = rowsOf('tfoot')[0] ?? []
  expect(total).toBe('Total')
  expect(listed.reduce((sum, row) => sum + cents(row[1]), 0)).toBe(cents(interest))
  expect(listed.reduce((sum, row) => sum + cents(row[3]), 0)).toBe(cents(all))
})

test('the calculator’s page leads to the deck and to contact, and shows its reassurances and conditions', async ({
  portal,
}) => {
  const page = main(await read(portal, '/investor-info'))
  for (const [words, href] of [
    ['View the pitch deck', '/pitch-deck'],
    ['Start Earning', '/contact'],
  ])
    expect(page).toMatch(new RegExp(`<a [^>]*href="${href}"[^>]*>(?:(?!</a>).)*${words}`, 's'))
  for (const words of [
    'Secure & Confidential',
    '2-3 Day Review Process',
    'No Hidden Fees',
    'It is not a guarantee against loss',
    'not an offer. Offers are made only to accredited investors',
  ])
    expect(text(page)).toContain(words)
})

test('the page about rates leads investors with an account to what they can invest in', async ({ portal }) => {
  expect(main(await read(portal, '/investor-info'))).toContain('href="/profile/subscribe"')
})

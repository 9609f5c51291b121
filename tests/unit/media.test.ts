import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { medallion } from '../../app/shell/ui/rosette/page-designs.ts'
import { deck, summary } from '../../content/deck.ts'
import { sheetWords } from '../../content/deck-words.ts'
import { film } from '../../content/film.ts'
import { publicPages } from '../../content/pages.ts'
import { deckPictures, summaryPictures } from '../../content/pictures.ts'
import { filmVersion } from '../../scripts/media/film.ts'
import { card, fitHeading } from '../../scripts/media/og.ts'
import { pagesOfPdf } from '../../scripts/media/pdf-pages.ts'
import { headingInHtml, page } from '../../scripts/media/sheet.ts'
import { openBrowser } from '../../scripts/media/tools.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const served = (path: string) => join(project, 'public', path)
const size = (path: string) => statSync(served(path)).size

test('the hero film keeps to its budget, as AV1 and H.264, wide and upright, and its version is current', () => {
  for (const cut of [film?.wide, film?.upright]) {
    for (const kind of ['av1', 'h264']) expect(size(`${cut}.${kind}.mp4`)).toBeLessThanOrEqual(1_500_000)
  }
  // If `film` is null, its lettering differs from the plate: npm run media -- film.
  expect(film?.version).toBe(filmVersion())
})

test('a page of the deck is at most 60 KB on a phone and 250 KB at its largest', () => {
  for (const { path, widths } of [...deckPictures.pages, ...summaryPictures.pages]) {
    for (const width of widths) {
      const limit = width <= 640 ? 60_000 : 250_000
      expect(size(`${path}-${width}.avif`), `${path}-${width}`).toBeLessThanOrEqual(limit)
      expect(existsSync(served(`${path}-${width}.webp`))).toBe(true)
    }
  }
})

test('all pictures together stay below 20 MB', () => {
  const all = readdirSync(served('.'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const bytes = all.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  expect(bytes).toBeLessThan(20_000_000)
})

test('the pictures match the text of content/deck.ts (npm run media -- deck)', () => {
  expect(summaryPictures.pages[0]?.text).toEqual(sheetWords(summary))
  if (deckPictures.from === 'pdf') return
  expect(deckPictures.pages.map(({ title, text }) => ({ title, text }))).toEqual(
    deck.map(sheet => ({ title: sheet.heading, text: sheetWords(sheet) })),
  )
  expect(deckPictures.pages).toHaveLength(13)
})

test('every public page has a picture for shared links, 1200 by 630 (npm run media -- og)', async () => {
  for (const { picture } of publicPages) {
    const { width, height, format } = await sharp(served(`og/${picture}.png`)).metadata()
    expect({ picture, width, height, format }).toEqual({ picture, width: 1200, height: 630, format: 'png' })
  }
})

describe('a fund’s own PDF', () => {
  const pdf = readFileSync(join(project, 'tests/fixtures/files/deck.pdf'))
  let places: { pictures: string; accounts: string }
  let pages: Awaited<ReturnType<typeof pagesOfPdf>>

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'promissory-deck-'))
    places = { pictures: join(folder, 'public'), accounts: join(folder, 'pictures') }
    pages = await pagesOfPdf(pdf, places)
    return () => rm(folder, { recursive: true })
  })

  test('becomes the deck: a picture of each page in three sizes, and its text', async () => {
    expect(pages.map(({ title, text }) => ({ title, text }))).toEqual([
      { title: 'Lending, plainly', text: ['A fund of two pages.'] },
      { title: 'What it pays', text: ['Second page', 'A rate of 11% a year.'] },
    ])
    expect(pages[1]).toMatchObject({ path: '/media/deck/02', width: 1920, height: 1080, widths: [640, 1280, 1920] })
    const small = sharp(join(places.pictures, 'media/deck/01-640.webp'))
    expect(await small.metadata()).toMatchObject({ width: 640, height: 360 })
    // The text is dark on white: the page was rendered, not left blank.
    const { channels } = await small.stats()
    expect(channels[0]?.min).toBeLessThan(60)
    expect(channels[0]?.max).toBe(255)
    expect(readFileSync(join(places.pictures, 'media/deck/pitch-deck.pdf')).equals(pdf)).toBe(true)
    const account = JSON.parse(readFileSync(join(places.accounts, 'deck.json'), 'utf8'))
    expect(account).toMatchObject({ from: 'pdf', pdfSize: pdf.length, pages })
  })

  test('stays the deck when the next file is not a PDF', async () => {
    await expect(pagesOfPdf(Buffer.from('no deck'), places)).rejects.toThrow(/PDF/)
    expect(existsSync(join(places.pictures, 'media/deck/01-640.webp'))).toBe(true)
  })
})

describe('headings and initials of another fund', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  test('a long heading of a shared link leaves the fund’s name above it alone', async () => {
    const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } })
    const room = async (heading: string) => {
      await tab.setContent(page('', card({ heading, line: 'Choose a time that suits you.' })))
      await fitHeading(tab)
      return tab.evaluate(() => {
        const [name, title] = ['header > *', 'h1'].map(each => document.querySelector(each)?.getBoundingClientRect())
        return (title?.top ?? 0) - (name?.bottom ?? 0)
      })
    }
    expect(await room('Talk with the managing partner for investor relations')).toBeGreaterThanOrEqual(56)
    // A short one has its full size.
    await room('Talk with the founder')
    expect(await tab.evaluate(() => document.querySelector('h1')?.style.fontSize)).toBe('')
  })

  test('the widest initials fit the empty center of their ring', async () => {
    const tab = await browser.newPage()
    await tab.setContent(page('', ''))
    const width = await tab.evaluate(async () => {
      await document.fonts.load('350 100px Display')
      const pen = document.createElement('canvas').getContext('2d')
      if (pen) pen.font = '350 100px Display'
      return (pen?.measureText('WW').width ?? 0) / 100
    })
    // The letters' size in the ring's, of 1000; a capital's height is two thirds of it.
    const css = readFileSync(join(project, 'app/site/medallion.module.css'), 'utf8')
    const [size = 0, ring = 0] = [/font-size: clamp\([^,]+, ([\d.]+)vw/, /inline-size: clamp\([^,]+, ([\d.]+)vw/].map(
      at => Number(css.match(at)?.[1]),
    )
    const corner = Math.hypot(width / 2, 1 / 3) * (size / ring) * 1000
    expect(corner).toBeLessThan(Math.min(...(medallion.circles ?? [])))
  })
})

test('no line of a heading ends within “One- or two-year”', () => {
  expect(headingInHtml('Short loans. One- or two-year notes.')).toBe(
    'Short loans. <span class="whole">One- or two-year</span> notes.',
  )
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { deck, summary } from '../../content/deck.ts'
import type { Picture, Sheet } from '../../content/deck-types.ts'
import { sheetWords } from '../../content/deck-words.ts'
import { fund } from '../../content/fund.ts'
import { generatedPictures } from '../../content/generated-pictures.ts'
import { fingerprint } from './fingerprint.ts'
import { deckSheet, page, summarySheet } from './sheet.ts'
import { emptyFolder, openBrowser, publicFolder, say, writePictures, writeSizes } from './tools.ts'

/** Widths of a page's picture, in pixels: a phone, a phone of double density or a window, a large screen. */
export const deckWidths = [640, 1280, 1920]
const summaryWidths = [640, 1200, 1600]

/** Draws the pages of content/deck.ts as pictures and one PDF. */
export async function makeDeck(): Promise<void> {
  const pdf = '/media/deck/pitch-deck.pdf'
  const html = page(`${fund.name}: pitch deck`, deck.map((sheet, i) => deckSheet(sheet, i, deck.length)).join(''))
  emptyFolder('media/deck')
  const shots = await shoot(html, { width: 1600, height: 1200, scale: 1.2 }, pdf)
  const pages: Picture[] = []
  for (const [i, shot] of shots.entries()) {
    const sheet = deck[i] as Sheet
    const sizes = await writeSizes(shot, `/media/deck/${String(i + 1).padStart(2, '0')}`, deckWidths)
    pages.push({ ...sizes, title: sheet.heading, text: sheetWords(sheet) })
    say(`Page ${i + 1} of ${deck.length}: ${sheet.heading}`)
  }
  writePictures('deck', { from: 'words', made: fingerprint(generatedPictures.deck), pdf, pages })
}

/** Draws the executive summary, likewise. */
export async function makeSummary(): Promise<void> {
  const pdf = '/media/summary/executive-summary.pdf'
  const html = page(`${fund.name}: executive summary`, summarySheet(summary))
  emptyFolder('media/summary')
  const [shot] = await shoot(html, { width: 1200, height: 1600, scale: 4 / 3 }, pdf)
  const sizes = await writeSizes(shot as Buffer, '/media/summary/page', summaryWidths)
  writePictures('summary', {
    from: 'words',
    made: fingerprint(generatedPictures.summary),
    pdf,
    pages: [{ ...sizes, title: summary.heading, text: sheetWords(summary) }],
  })
  say('Executive summary')
}

type Size = { width: number; height: number; scale: number }

/** Takes a screenshot of each sheet, prints all of them as a PDF, and fails if text doesn't fit. */
async function shoot(html: string, { width, height, scale }: Size, pdf: string) {
  const browser = await openBrowser(fund.name)
  try {
    return await shootIn(browser, html, { width, height, scale }, pdf)
  } finally {
    await browser.close()
  }
}

async function shootIn(browser: Browser, html: string, { width, height, scale }: Size, pdf: string) {
  const tab = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale })
  await tab.setContent(html, { waitUntil: 'load' })
  await tab.evaluate(() => document.fonts.ready)
  // A long name, or many tiers, are drawn a little smaller.
  let tight = await tightSheets(tab)
  for (const size of ['0.95', '0.9', '0.85']) {
    for (const id of tight)
      await tab.locator(`#${id} > :not(svg)`).evaluateAll((parts, zoom) => {
        for (const part of parts as HTMLElement[]) part.style.setProperty('zoom', zoom)
      }, size)
    tight = await tightSheets(tab)
  }
  if (tight.length > 0) {
    throw new Error(`Too many words for one sheet. Shorten ${tight.join(', ')} in content/deck.ts.`)
  }
  const shots = []
  for (const sheet of await tab.$$('.sheet')) shots.push(await sheet.screenshot({ type: 'png' }))
  const print = await tab.pdf({
    width: `${width}px`,
    height: `${height}px`,
    printBackground: true,
    tagged: true,
    outline: true,
  })
  writeFileSync(join(publicFolder, pdf), print)
  await tab.close()
  return shots
}

/** @returns the ids of sheets with text that doesn't fit */
function tightSheets(tab: Page): Promise<string[]> {
  return tab.$$eval('.sheet', sheets =>
    sheets
      .filter(sheet => {
        const blocks = sheet.querySelector('.blocks')
        const footer = sheet.querySelector('footer')
        const lowest = (blocks?.lastElementChild ?? sheet.querySelector('h1'))?.getBoundingClientRect().bottom ?? 0
        const top = blocks?.firstElementChild?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
        const above = (sheet.querySelector('.lead') ?? sheet.querySelector('h1'))?.getBoundingClientRect().bottom ?? 0
        const foot = footer?.getBoundingClientRect()
        const edge = sheet.getBoundingClientRect().bottom - 60
        return top < above || lowest > (foot?.top ?? 0) + 1 || (foot?.bottom ?? 0) > edge
      })
      .map(sheet => sheet.id),
  )
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Picture } from '../../content/deck-types.ts'
import { generatedPictures } from '../../content/generated-pictures.ts'
import { fingerprint } from './fingerprint.ts'
import { emptyFolder, type Places, publicFolder, writePictures, writeSizes } from './tools.ts'

const widths = [640, 1280, 1920]
const pdfjs = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/package.json')))
const address = '/media/deck/pitch-deck.pdf'

/**
 * Renders each page of a PDF as pictures of the pitch deck, with the page's text, and stores the file for download.
 * @param pdf the file's bytes
 * @param places folders for the results, by default the site's own
 * @returns one entry per page, in order
 * @throws pdf.js's error for an unreadable file, such as one with a password
 */
export async function pagesOfPdf(pdf: Buffer, places?: Places): Promise<Picture[]> {
  const task = getDocument({
    data: new Uint8Array(pdf),
    standardFontDataUrl: join(pdfjs, 'standard_fonts/'),
    cMapUrl: join(pdfjs, 'cmaps/'),
    cMapPacked: true,
    verbosity: 0,
  })
  const document = await task.promise
  try {
    // Only now, so that an unreadable file leaves the deck unchanged.
    emptyFolder('media/deck', places)
    const pages: Picture[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const sizes = await writeSizes(await draw(page), `/media/deck/${String(number).padStart(2, '0')}`, widths, places)
      pages.push({ ...sizes, ...(await wordsOn(page, number)) })
      page.cleanup()
    }
    writeFileSync(join(places?.pictures ?? publicFolder, address), pdf)
    writePictures('deck', { from: 'pdf', made: fingerprint(generatedPictures.ownDeck), pdf: address, pages }, places)
    return pages
  } finally {
    await task.destroy()
  }
}

/** @returns the page as PNG, as wide as the largest picture */
async function draw(page: PDFPageProxy): Promise<Buffer> {
  const largest = widths.at(-1) as number
  const viewport = page.getViewport({ scale: largest / page.getViewport({ scale: 1 }).width })
  const canvas = createCanvas(largest, Math.round(viewport.height))
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  // pdf.js's type is a browser's canvas; this one has everything it uses.
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise
  return canvas.toBuffer('image/png')
}

/** The page's lines in reading order; its title is the first of its largest lines. */
async function wordsOn(page: PDFPageProxy, number: number): Promise<Pick<Picture, 'title' | 'text'>> {
  const { items } = await page.getTextContent()
  const lines: { words: string; height: number }[] = []
  let line = { words: '', height: 0 }
  for (const item of items) {
    if (!('str' in item)) continue
    line = { words: line.words + item.str, height: Math.max(line.height, item.str.trim() ? item.height : 0) }
    if (!item.hasEOL) continue
    lines.push(line)
    line = { words: '', height: 0 }
  }
  lines.push(line)
  const written = lines
    .map(({ words, height }) => ({ words: words.replace(/\s+/g, ' ').trim(), height }))
    .filter(({ words }) => words)
  const largest = Math.max(...written.map(({ height }) => height))
  const title = written.find(({ height }) => height === largest)
  return {
    title: title?.words ?? `Page ${number}`,
    text: written.filter(one => one !== title).map(({ words }) => words),
  }
}

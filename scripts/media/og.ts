import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { fund } from '../../content/fund.ts'
import { generatedPictures } from '../../content/generated-pictures.ts'
import { publicPages } from '../../content/pages.ts'
import { sharing } from '../../content/sharing.ts'
import { fingerprint } from './fingerprint.ts'
import { headingInHtml, inHtml, owner, page, plate } from './sheet.ts'
import { emptyFolder, openBrowser, say, writeAccount } from './tools.ts'

/** Draws public/og/<page>.png, 1200 by 630, for each public page: the picture of shared links (ogp.me). */
export async function makeSharedPictures(): Promise<void> {
  const folder = emptyFolder('og')
  const browser = await openBrowser()
  try {
    const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } })
    for (const { path, picture } of publicPages) {
      const words = sharing[picture]
      if (!words) throw new Error(`content/sharing.ts has no text for '${picture}', the picture for ${path}.`)
      await tab.setContent(page(words.heading, card(words)), { waitUntil: 'load' })
      await fitHeading(tab)
      const shot = await tab.screenshot({ type: 'png' })
      await sharp(shot)
        .png({ palette: true, colors: 64, effort: 8 })
        .toFile(join(folder, `${picture}.png`))
    }
    writeAccount('og', { made: fingerprint(generatedPictures.og) })
    say(`Pictures of ${publicPages.length} shared links`)
  } finally {
    await browser.close()
  }
}

/** Sets a long heading smaller, until it doesn't overlap the fund's name or logo and no word is cut off. */
export async function fitHeading(tab: Page): Promise<void> {
  await tab.evaluate(async () => {
    await document.fonts.ready
    const [heading, owner] = [document.querySelector('h1'), document.querySelector('header > *')]
    if (!heading || !owner) return
    const isTight = () =>
      heading.getBoundingClientRect().top < owner.getBoundingClientRect().bottom + 56 ||
      heading.scrollWidth > heading.clientWidth
    for (let size = 104; size > 40 && isTight(); size -= 4) heading.style.fontSize = `${size}px`
  })
}

export function card({ heading, line }: { heading: string; line: string }): string {
  return `<section class="card">${plate('plate')}
    <header>${owner('night')}</header>
    <h1>${headingInHtml(heading)}</h1>
    <p class="lead">${inHtml(line)}</p>
    <footer><p>${inHtml(fund.footnote)}</p></footer>
  </section>`
}

// npm run media:demo: prints the documents of the sample fund (server/demo/papers.ts) to server/demo/files, with the
// tests' browser. The results are committed; this is how they were created.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { tierDesigns } from '../../app/ui/rosette/designs.ts'
import { colors } from '../../content/colors.ts'
import { fund } from '../../content/fund.ts'
import { mixed, toHex } from '../../rules/color.ts'
import { wedge } from '../../rules/rosette-curve.ts'
import { type Paper, papers } from '../../server/demo/papers.ts'

const project = new URL('../../', import.meta.url)
const out = fileURLToPath(new URL('server/demo/files/', project))

const font = async (path: string) =>
  `url(data:font/woff2;base64,${(await readFile(new URL(`node_modules/@fontsource-variable/${path}`, project))).toString('base64')})`
const { day } = colors
const [ink, quiet] = [toHex(day.ink), toHex(day.inkQuiet)]
const [double, hair] = [mixed(day.ink, day.paper, 0.45), mixed(day.ink, day.paper, 0.2)]
const style = `
  @font-face { font-family: Display; src: ${await font('newsreader/files/newsreader-latin-opsz-normal.woff2')}; font-weight: 200 800; }
  @font-face { font-family: Text; src: ${await font('instrument-sans/files/instrument-sans-latin-wght-normal.woff2')}; font-weight: 400 700; }
  @page { size: letter; margin: 0; }
  body { margin: 0; padding: 0.7in 0.9in; color: ${ink}; font: 10pt/1.5 Text; }
  header { display: flex; justify-content: space-between; align-items: start; border-bottom: 3px double ${double}; padding-bottom: 18pt; }
  header p { margin: 0; font: 13pt Display; }
  svg { width: 82pt; fill: none; stroke: ${toHex(day.green)}; }
  .reference { margin: 24pt 0 0; color: ${quiet}; font-size: 9.5pt; }
  h1 { margin: 2pt 0 20pt; font: 350 34pt/1.05 Display; letter-spacing: -0.02em; }
  dl { margin: 0 0 26pt; border-top: 3px double ${double}; }
  dl div { display: flex; justify-content: space-between; border-bottom: 1px solid ${hair}; padding: 7pt 0; }
  dt { color: ${quiet}; }
  dd { margin: 0; font: 14pt Display; font-feature-settings: 'tnum', 'lnum'; }
  p { max-width: 62ch; }
  .lines { display: flex; gap: 40pt; margin-top: 48pt; }
  .lines p { flex: 1; border-top: 1px solid ${ink}; padding-top: 6pt; font-size: 9.5pt; color: ${quiet}; }
  footer { position: fixed; bottom: 0.55in; left: 0.9in; right: 0.9in; color: ${quiet}; font-size: 8.5pt; }`

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage()
for (const paper of papers) {
  await page.setContent(sheet(paper))
  await page.evaluate(() => document.fonts.ready)
  await page.pdf({ path: out + paper.file, format: 'letter', printBackground: true })
}
// The same note again, as a scan of its signed last page.
await page.setViewportSize({ width: 850, height: 1100 })
await page.setContent(sheet(papers[0] as Paper).replace('<body>', '<body style="filter: grayscale(1) contrast(0.9)">'))
await page.evaluate(() => document.fonts.ready)
await page.screenshot({ path: `${out}signature-page.jpg`, type: 'jpeg', quality: 62 })
await browser.close()

function sheet({ title, reference, facts, paragraphs, signatures }: Paper): string {
  const rings = tierDesigns[3]?.rings.map(ring => {
    const { path, copies } = wedge(ring)
    return Array.from(
      { length: copies },
      (_, i) => `<path d="${path}" transform="rotate(${(360 / copies) * i})"/>`,
    ).join('')
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${style}</style><body>
<header><p>${fund.name}</p><svg viewBox="-500 -500 1000 1000" stroke-width="5">${rings?.join('')}</svg></header>
<p class="reference">${reference}</p><h1>${title}</h1>
<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>
${paragraphs.map(text => `<p>${text}</p>`).join('')}
${signatures ? `<div class="lines">${signatures.map(name => `<p>${name}</p>`).join('')}</div>` : ''}
<footer>${fund.name} · ${fund.phone} · A sample for demonstration only. It creates no obligations.</footer></body></html>`
}

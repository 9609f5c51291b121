import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Design } from '../../app/shell/ui/rosette/designs.ts'
import { heroInner, heroOuter, tierDesigns } from '../../app/shell/ui/rosette/page-designs.ts'
import { colors } from '../../content/colors.ts'
import type { Scheme } from '../../content/colors-types.ts'
import type { Block, Sheet } from '../../content/deck-types.ts'
import { fund } from '../../content/fund.ts'
import { logo } from '../../content/logo.ts'
import { typefaces } from '../../content/typefaces.ts'
import { wedge } from '../../rules/rosette-curve.ts'
import { asData } from './logo.ts'

const find = createRequire(import.meta.url).resolve

/** The site's two typefaces, embedded in the page so that Chromium needs no server. */
const fonts = (
  [
    ['Display', typefaces.display],
    ['Text', typefaces.text],
  ] as const
)
  .map(([family, { files, weights }]) => {
    const data = readFileSync(find(files.latin)).toString('base64')
    return `@font-face{font-family:"${family}";font-weight:${weights};src:url(data:font/woff2;base64,${data})}`
  })
  .join('\n')

/** The fund's colors by their names in sheet.css. */
const named = ({ paper, ink, inkQuiet, green, brass }: Scheme) =>
  `--paper: ${paper}; --ink: ${ink}; --quiet: ${inkQuiet}; --green: ${green}; --brass: ${brass};
  --line: ${ink.replace(')', ' / 0.3)')};`
const sheetColors = `:root { ${named(colors.day)} } .cover, .card { ${named(colors.night)} }`
const css = readFileSync(new URL('./sheet.css', import.meta.url), 'utf8')

export const inHtml = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

/** @returns a heading in HTML, without line breaks within words such as 'One- or two-year' */
export function headingInHtml(text: string): string {
  return inHtml(text).replace(/\p{L}+- (?:or|and|to) \p{L}+-\p{L}+/gu, '<span class="whole">$&</span>')
}

/** A rosette as SVG, in the color of the text around it. */
export function rosette(designs: Design[], className: string): string {
  const body = designs.map(design => {
    const rings = design.rings.map(ring => {
      const { path, copies } = wedge(ring, 1, design.steps)
      const turns = Array.from(
        { length: copies },
        (_, i) => `<path d="${path}" transform="rotate(${(360 / copies) * i})"/>`,
      )
      return turns.join('')
    })
    const circles = (design.circles ?? []).map(radius => `<circle r="${radius}"/>`)
    return `<g stroke-width="${design.line}">${rings.join('')}${circles.join('')}</g>`
  })
  return `<svg class="${className}" viewBox="-500 -500 1000 1000" fill="none" stroke="currentColor">${body.join('')}</svg>`
}

/** The fund's name at the top of a page, or its logo with or without it. @param scheme of the background */
export function owner(scheme: 'day' | 'night'): string {
  const name = `<span>${inHtml(fund.name)}</span>`
  if (!logo) return name
  const picture = `<img src="${asData(logo[scheme])}" alt="${logo.hasName ? inHtml(fund.name) : ''}">`
  return `<span class="owner">${picture}${logo.hasName ? '' : name}</span>`
}

export const plate = (className: string) => rosette([heroOuter, heroInner], className)

/** A complete document with the given sheets, sized by their classes in sheet.css. */
export function page(title: string, body: string): string {
  return `<!doctype html><html lang="${fund.language}"><head><meta charset="utf-8"><title>${inHtml(title)}</title><style>${fonts}${sheetColors}${css}</style></head><body>${body}</body></html>`
}

/** The first tiers' rosettes alternate in the corners. */
const cornerMarks = 4

/** One page of the deck. The first is a plate at night, the others are sheets of paper. */
export function deckSheet(sheet: Sheet, index: number, count: number): string {
  if (index === 0) return cover(sheet)
  const mark = tierDesigns[index % cornerMarks] as Design
  return `<section class="sheet" id="${sheet.id}">
    <header>${owner('day')}<span class="number">${index + 1} <i>of</i> ${count}</span></header>
    ${rosette([mark], 'corner')}
    <h1>${headingInHtml(sheet.heading)}</h1>
    ${sheet.lead ? `<p class="lead">${inHtml(sheet.lead)}</p>` : ''}
    <div class="blocks">${sheet.blocks.map(block).join('')}</div>
    <footer>${sheet.note ? `<p>${inHtml(sheet.note)}</p>` : ''}<p class="fine">${inHtml(fund.footnote)}</p></footer>
  </section>`
}

function cover(sheet: Sheet): string {
  return `<section class="sheet cover" id="${sheet.id}">${plate('plate')}
    <header>${owner('night')}</header>
    <h1>${headingInHtml(sheet.heading)}</h1>
    <p class="lead">${inHtml(sheet.lead ?? '')}</p>
    <footer><p>${inHtml(sheet.note ?? '')}</p></footer>
  </section>`
}

/** The executive summary: one portrait sheet. */
export function summarySheet(sheet: Sheet): string {
  return `<section class="sheet upright" id="${sheet.id}">
    <header>${owner('day')}<span>${inHtml(fund.tagline)}</span></header>
    ${rosette([tierDesigns[3] as Design], 'corner')}
    <h1>${headingInHtml(sheet.heading)}</h1>
    <p class="lead">${inHtml(sheet.lead ?? '')}</p>
    <div class="blocks">${sheet.blocks.map(block).join('')}</div>
    <footer><p>${inHtml(sheet.note ?? '')}</p></footer>
  </section>`
}

function block(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.paragraphs.map(text => `<p class="text">${inHtml(text)}</p>`).join('')
    case 'list':
      return `<dl class="list">${block.items.map(entry).join('')}</dl>`
    case 'steps':
      return `<dl class="list steps">${block.items.map(entry).join('')}</dl>`
    case 'figures':
      return `<dl class="figures">${block.items
        .map(({ value, name }) => `<div><dd>${inHtml(value)}</dd><dt>${inHtml(name)}</dt></div>`)
        .join('')}</dl>`
    case 'table':
      return `<table class="of${block.columns.length}"><thead><tr>${block.columns.map(name => `<th>${inHtml(name)}</th>`).join('')}</tr></thead><tbody>${block.rows
        .map(row => `<tr>${row.map(cell => `<td>${inHtml(cell)}</td>`).join('')}</tr>`)
        .join('')}</tbody></table>`
    case 'sources':
      return `<dl class="list sources">${block.items
        .map(
          ({ finding, publisher, title }) =>
            `<div><dt>${inHtml(finding)}</dt><dd>${inHtml(publisher)}. ${inHtml(title)}</dd></div>`,
        )
        .join('')}</dl>`
  }
}

const entry = ({ term, text }: { term: string; text: string }) =>
  `<div><dt>${inHtml(term)}</dt><dd>${inHtml(text)}</dd></div>`

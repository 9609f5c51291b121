import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { PageLines } from './printed-people.ts'

/* PDFs as funds receive them: made by other programs. */

const tool = (name: string, fallback = name) =>
  process.env[`${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_PATH`] || fallback

/** Runs a program on files in a temporary folder. @returns the bytes of one of them afterward */
function inFolder(files: Record<string, Uint8Array | string>, result: string, run: (folder: string) => void): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'papers-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    run(folder)
    return readFileSync(join(folder, result))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Found by `scripts/install-browser.mjs`. */
const browser = () =>
  process.env.CHROMIUM_PATH || readFileSync(new URL('../../.cache/chromium-path', import.meta.url), 'utf8').trim()

const quiet = { stdio: 'pipe', maxBuffer: 1e8 } as const

/** By pdfkit, like programs that print forms. */
export async function byPdfkit(pages: readonly PageLines[]): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, size: 'LETTER', margin: 60 })
  for (const lines of pages) {
    pdf.addPage()
    for (const line of lines) {
      const top = pdf.y
      const boxes = line.split('\t').map((box, n) => {
        pdf.text(box.replaceAll('|', '\n'), 60 + n * 260, top, { width: n === 0 && !line.includes('\t') ? 490 : 240 })
        return pdf.y
      })
      pdf.y = Math.max(...boxes)
    }
  }
  pdf.end()
  return buffer(pdf)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const html = (pages: readonly PageLines[]) => `<!doctype html><meta charset="utf-8"><style>
  @page { size: letter; margin: 2cm } section { break-after: page } p { margin: 0 0 4pt; font: 11pt sans-serif }
  table { width: 100%; border-collapse: collapse } td { width: 50%; border: 1px solid; padding: 3pt; font: 9pt sans-serif; vertical-align: top }</style>
  ${pages.map(lines => `<section>${lines.map(row).join('')}</section>`).join('\n')}`

function row(line: string): string {
  const text = escaped(line)
  if (!text.includes('\t')) return `<p>${text}</p>`
  const boxes = text.split('\t').map(box => `<td>${box.replaceAll('|', '<br>')}</td>`)
  return `<table><tr>${boxes.join('')}</tr></table>`
}

/** Printed by a browser: tagged, with embedded fonts. */
export function byChromium(pages: readonly PageLines[]): Buffer {
  return inFolder({ 'in.html': html(pages) }, 'out.pdf', folder => {
    const args = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-pdf-header-footer',
      `--user-data-dir=${folder}/profile`,
    ]
    execFileSync(browser(), [...args, `--print-to-pdf=${folder}/out.pdf`, `file://${folder}/in.html`], quiet)
  })
}

/** Exported by an office program: all pages share one list of resources. */
export function byLibreOffice(pages: readonly PageLines[]): Buffer {
  return inFolder({ 'in.fodt': flatDocument(pages) }, 'in.pdf', folder => {
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const args = [profile, '--headless', '--convert-to', 'pdf:writer_pdf_Export', '--outdir', folder]
    execFileSync(tool('soffice'), [...args, join(folder, 'in.fodt')], quiet)
  })
}

const namespaces = ['office', 'style', 'text', 'table']
  .map(name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')

/** @returns an OpenDocument text in one XML file */
function flatDocument(pages: readonly PageLines[]): string {
  const paragraphs = (text: string) =>
    text
      .split('|')
      .map(line => `<text:p>${line}</text:p>`)
      .join('')
  const boxes = (text: string) =>
    text.split('\t').map(box => `<table:table-cell table:style-name="Box">${paragraphs(box)}</table:table-cell>`)
  const body = pages.map((lines, n) => {
    const rows = lines.map(escaped).map((text, at) =>
      text.includes('\t')
        ? `<table:table table:name="T${n}-${at}"><table:table-column table:number-columns-repeated="2"/>
          <table:table-row>${boxes(text).join('')}</table:table-row></table:table>`
        : paragraphs(text),
    )
    return `<text:p text:style-name="${n > 0 ? 'New' : 'Standard'}"/>${rows.join('')}`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.2"
  office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles>
  <style:style style:name="New" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style>
  <style:style style:name="Box" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #000000" fo:padding="2pt"/></style:style>
  <style:page-layout style:name="Letter"><style:page-layout-properties fo:page-width="8.5in" fo:page-height="11in" fo:margin="2cm"/></style:page-layout>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Letter"/></office:master-styles>
<office:body><office:text>${body.join('\n')}</office:text></office:body></office:document>`
}

/** Through a printer's driver: `rewritten` preserves letters, `outlines` draws them, `scanned` rasterizes each page. */
export function byGhostscript(pdf: Uint8Array, way: 'rewritten' | 'outlines' | 'scanned'): Buffer {
  const device = {
    rewritten: ['-sDEVICE=pdfwrite'],
    outlines: ['-sDEVICE=pdfwrite', '-dNoOutputFonts'],
    scanned: ['-sDEVICE=pdfimage8', '-r90'],
  }[way]
  return inFolder({ 'in.pdf': pdf }, 'out.pdf', folder => {
    execFileSync(
      tool('gs'),
      ['-q', '-dBATCH', '-dNOPAUSE', ...device, `-sOutputFile=${folder}/out.pdf`, `${folder}/in.pdf`],
      quiet,
    )
  })
}

/** @returns a PDF assembled from pages: each a file and a page of it, from 1 */
export function assembled(pages: readonly { pdf: Uint8Array; page: number }[]): Buffer {
  const files = [...new Set(pages.map(({ pdf }) => pdf))]
  const named = Object.fromEntries(files.map((pdf, n) => [`${n}.pdf`, pdf]))
  return inFolder(named, 'out.pdf', folder => {
    const ranges = pages.flatMap(({ pdf, page }) => [`${folder}/${files.indexOf(pdf)}.pdf`, String(page)])
    execFileSync(tool('qpdf'), ['--empty', '--pages', ...ranges, '--', `${folder}/out.pdf`], quiet)
  })
}

/** @returns a PDF with a password for opening it, or only for changing it */
export function encrypted(pdf: Uint8Array, toOpen = 'secret'): Buffer {
  return inFolder({ 'in.pdf': pdf }, 'out.pdf', folder => {
    execFileSync(
      tool('qpdf'),
      ['--encrypt', toOpen, 'owner', '256', '--', `${folder}/in.pdf`, `${folder}/out.pdf`],
      quiet,
    )
  })
}

/** @returns a PDF with rendered fields, like programs that fill in forms */
export function withDrawnFields(pdf: Uint8Array): Buffer {
  return inFolder({ 'in.pdf': pdf }, 'out.pdf', folder => {
    execFileSync(tool('qpdf'), ['--generate-appearances', `${folder}/in.pdf`, `${folder}/out.pdf`], quiet)
  })
}

/** @returns everything in a PDF, uncompressed: all that a program can read of it, visible or not */
export function unpacked(pdf: Uint8Array): string {
  return inFolder({ 'in.pdf': pdf }, 'out.pdf', folder => {
    const args = ['--qdf', '--object-streams=disable', '--decode-level=all', `${folder}/in.pdf`, `${folder}/out.pdf`]
    execFileSync(tool('qpdf'), args, quiet)
  }).toString('latin1')
}

/** A page printed and scanned again: a picture of it, in a PDF. */
export function byScanner(pdf: Uint8Array): Buffer {
  return inFolder({ 'in.pdf': pdf }, 'out.pdf', folder => {
    execFileSync(tool('pdftoppm'), ['-r', '75', '-gray', '-jpeg', `${folder}/in.pdf`, `${folder}/page`], quiet)
    const pictures = readdirSync(folder)
      .filter(name => name.endsWith('.jpg'))
      .sort()
    execFileSync(tool('img2pdf'), ['-o', `${folder}/out.pdf`, ...pictures.map(name => join(folder, name))], quiet)
  })
}

/** With fonts embedded as shapes only, like some programs: people see letters and programs don't. */
export function withoutLetters(pdf: Uint8Array): Buffer {
  const bare = Buffer.from(
    unpacked(pdf).replaceAll(/\/ToUnicode \d+ 0 R/g, found => ' '.repeat(found.length)),
    'latin1',
  )
  return inFolder({ 'in.pdf': bare }, 'out.pdf', folder => {
    execFileSync(tool('qpdf'), ['--warning-exit-0', `${folder}/in.pdf`, `${folder}/out.pdf`], quiet)
  })
}

/** @returns the same PDF in less space */
export function packed(pdf: Uint8Array, way = '--object-streams=generate'): Buffer {
  return inFolder({ 'in.pdf': pdf }, 'out.pdf', folder => {
    execFileSync(tool('qpdf'), [way, `${folder}/in.pdf`, `${folder}/out.pdf`], quiet)
  })
}

import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Debian's qpdf and poppler-utils: independent readers of our PDFs. */
const tool = (name: string) => process.env[`${name.toUpperCase()}_PATH`] || name

function pathOf(bytes: Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), 'pdf-')), 'file.pdf')
  writeFileSync(path, bytes)
  return path
}

/** @throws Error with qpdf's findings */
export function checkPdf(bytes: Uint8Array): void {
  execFileSync(tool('qpdf'), ['--check', pathOf(bytes)])
}

/** @returns the text as laid out, page by page */
export function textOfPdf(bytes: Uint8Array): string {
  return execFileSync(tool('pdftotext'), ['-layout', pathOf(bytes), '-'], { encoding: 'utf8', maxBuffer: 1e8 })
}

/** @returns the pages as shown, as gray pictures */
export function picturesOf(bytes: Uint8Array): Buffer {
  return execFileSync(tool('pdftoppm'), ['-gray', '-cropbox', '-r', '50', pathOf(bytes)], { maxBuffer: 1e9 })
}

type Json = Record<string, unknown>
const object = (value: unknown) => value as Json

/** @returns the text for screen readers, along the structure: a line for each element */
export function spokenText(bytes: Uint8Array): string {
  return execFileSync(tool('pdfinfo'), ['-struct-text', pathOf(bytes)], { encoding: 'utf8', maxBuffer: 1e8 })
}

/**
 * Checks the machine-checkable requirements of PDF/UA-1 (ISO 14289-1): veraPDF is not among Debian's packages.
 * @returns the missing parts, in words
 */
export function accessibilityProblems(bytes: Uint8Array): string[] {
  const args = ['--json=2', '--json-stream-data=inline', '--decode-level=generalized', pathOf(bytes)]
  const { qpdf } = JSON.parse(execFileSync(tool('qpdf'), args, { encoding: 'utf8', maxBuffer: 1e8 }))
  const objects: Json = qpdf[1]
  const at = (reference: unknown): Json => {
    if (typeof reference !== 'string') return object(reference ?? {})
    const found = object(objects[`obj:${reference}`] ?? objects[reference] ?? {})
    return object(found.value ?? object(found.stream ?? {}).dict ?? {})
  }
  const streamOf = (reference: unknown) =>
    Buffer.from(String(object(object(objects[`obj:${reference}`] ?? {}).stream ?? {}).data ?? ''), 'base64').toString(
      'latin1',
    )
  const catalog = at(at('trailer')['/Root'])
  return [
    ...catalogProblems(catalog, at, streamOf(catalog['/Metadata'])),
    ...structureProblems(at(catalog['/StructTreeRoot']), at),
    ...contentProblems(at(catalog['/StructTreeRoot']), at, streamOf),
    ...all(objects).flatMap(value => fontProblems(value, at)),
    ...all(objects)
      .filter(value => value['/Type'] === '/Page')
      .flatMap(page => pageProblems(page, streamOf(page['/Contents']))),
  ]
}

function all(objects: Json): Json[] {
  return Object.values(objects).map(each => object(object(each).value ?? object(object(each).stream ?? {}).dict ?? {}))
}

function catalogProblems(catalog: Json, at: (reference: unknown) => Json, metadata: string): string[] {
  return [
    ...(at(catalog['/MarkInfo'])['/Marked'] === true ? [] : ['it is not marked as tagged']),
    ...(typeof catalog['/Lang'] === 'string' ? [] : ['it has no language']),
    ...(at(catalog['/ViewerPreferences'])['/DisplayDocTitle'] === true ? [] : ['its window does not show the title']),
    ...(/<pdfuaid:part>1<\/pdfuaid:part>/.test(metadata) ? [] : ['its metadata do not say PDF/UA-1']),
    ...(/<dc:title>/.test(metadata) ? [] : ['its metadata have no title']),
  ]
}

/** Headings in order, and tables of rows of cells with scoped headings. */
function structureProblems(root: Json, at: (reference: unknown) => Json): string[] {
  const problems: string[] = root['/ParentTree'] ? [] : ['the structure cannot be found from the pages']
  const headings: number[] = []
  const walk = (reference: unknown, parent: string) => {
    const element = at(reference)
    const type = element['/S']
    if (typeof type !== 'string') return
    const expected = { '/TR': ['/Table'], '/TH': ['/TR'], '/TD': ['/TR'] }[type]
    if (expected && !expected.includes(parent)) problems.push(`a ${type} in a ${parent}`)
    if (type === '/TH' && !at(element['/A'])['/Scope']) problems.push('a head of a table without a scope')
    if (type === '/Figure' && !element['/Alt']) problems.push('a figure without words for it')
    if (type === '/Table') problems.push(...tableProblems(element, at))
    if (/^\/H\d$/.test(type)) headings.push(Number(type[2]))
    const kids = element['/K']
    for (const kid of Array.isArray(kids) ? kids : [kids]) walk(kid, type)
  }
  const kids = root['/K']
  for (const kid of Array.isArray(kids) ? kids : [kids]) walk(kid, '')
  if (headings[0] !== 1) problems.push('it does not begin with a first heading')
  headings.forEach((level, i) => {
    if (level > (headings[i - 1] ?? 0) + 1) problems.push('a level of headings is left out')
  })
  return problems
}

/** Rows of one table have as many cells as the others. */
function tableProblems(table: Json, at: (reference: unknown) => Json): string[] {
  const rows = kidsOf(table).map(row => kidsOf(at(row)).length)
  return new Set(rows).size === 1 ? [] : [`a table with rows of ${[...new Set(rows)].join(' and ')} cells`]
}

function kidsOf(element: Json): unknown[] {
  const kids = element['/K']
  return Array.isArray(kids) ? kids : kids === undefined ? [] : [kids]
}

/** A page's marked content is in the structure, once, and nothing else is. */
function contentProblems(
  root: Json,
  at: (reference: unknown) => Json,
  streamOf: (reference: unknown) => string,
): string[] {
  const tagged: string[] = []
  const walk = (element: Json) => {
    for (const kid of kidsOf(element)) {
      const mark = typeof kid === 'number' ? kid : at(kid)['/MCID']
      if (mark === undefined) walk(at(kid))
      else tagged.push(`${at(kid)['/Pg'] ?? element['/Pg']} ${mark}`)
    }
  }
  walk(root)
  const drawn = [...new Set(tagged.map(each => each.replace(/ \d+$/, '')))].flatMap(page => {
    const marks = streamOf(at(page)['/Contents']).matchAll(/\/MCID (\d+)/g)
    return [...marks].map(([, mark]) => `${page} ${mark}`)
  })
  const isSame = tagged.length === new Set(tagged).size && [...tagged].sort().join() === drawn.sort().join()
  return isSame ? [] : ['what is drawn and what is in the structure differ']
}

function fontProblems(font: Json, at: (reference: unknown) => Json): string[] {
  if (font['/Type'] === '/FontDescriptor')
    return font['/FontFile2'] || font['/FontFile3'] ? [] : ['a font is not embedded']
  if (font['/Subtype'] === '/CIDFontType2' && !font['/CIDToGIDMap']) return ['a font does not say where its glyphs are']
  if (font['/Subtype'] === '/Type0')
    return Object.keys(at(font['/ToUnicode'])).length > 0 || font['/ToUnicode'] ? [] : ['a font has no Unicode']
  return []
}

/** Everything drawn belongs to an element of the structure, or is an artifact. */
function pageProblems(page: Json, content: string): string[] {
  if (page['/StructParents'] === undefined) return ['a page is not in the structure']
  let depth = 0
  for (const line of content.split('\n')) {
    if (/\b(BDC|BMC)$/.test(line)) depth++
    else if (/\bEMC$/.test(line)) depth--
    else if (depth === 0 && /(Tj|TJ|\bS|\bf)$/.test(line))
      return [`something is drawn outside of the structure: ${line.slice(0, 80)}`]
  }
  return depth === 0 ? [] : ['marked content does not end']
}

import { deflateSync } from 'node:zlib'
import { PdfArray, PdfDict, PdfName, PdfNull, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { type Drawn, drawnAnnotations } from './drawn-annotations.ts'
import { contentOf, DamagedPage, inherited, namesIn, type Resolve } from './page-content.ts'
import { writePdf } from './write-pdf.ts'

/*
 * A PDF of some pages of another one. A page's dictionary refers to much that isn't on it: pictures of all pages are often in
 * one list that every page names; fields, links, bookmarks and the structure lead to other pages, and so to what is printed on
 * them for others. So nothing is copied but what this list names and the page draws.
 */

/** Of a page. Its content, resources and annotations are made again. */
const pageKeys = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'Rotate', 'UserUnit', 'Group']
/** Of what is drawn as a whole, such as a letterhead. */
const formKeys = ['Type', 'Subtype', 'FormType', 'BBox', 'Matrix', 'Group', 'Filter', 'DecodeParms', 'Decode']
const imageKeys = [
  ...['Type', 'Subtype', 'Width', 'Height', 'ColorSpace', 'BitsPerComponent', 'Intent', 'ImageMask', 'Mask', 'SMask'],
  ...['SMaskInData', 'Decode', 'Interpolate', 'Filter', 'DecodeParms', 'Matte'],
]
/** Of patterns. */
const patternKeys = [
  'Type',
  'PatternType',
  'PaintType',
  'TilingType',
  'BBox',
  'XStep',
  'YStep',
  'Matrix',
  'Filter',
  'DecodeParms',
]
/** Lists of resources from which a content takes by name. Properties of marked content aren't needed to draw it. */
const resourceLists = ['ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'XObject', 'Font']

/**
 * @param pages the dictionaries of the pages
 * @throws DamagedPage where one can't be read to its end
 */
export function copyPages(pages: readonly PdfDict[], resolve: Resolve): Uint8Array<ArrayBuffer> {
  return joinPages([{ pages, resolve }])
}

/** Pages of one file. */
export interface Pages {
  pages: readonly PdfDict[]
  resolve: Resolve
  /** Pages of another file, by the index of the page that each is drawn on; `matrix` says where, as in the operator `cm`. */
  above?: { pages: ReadonlyMap<number, { page: PdfDict; matrix: number[] }>; resolve: Resolve }
}

/**
 * @returns a PDF of the pages of several files, one after the other
 * @throws DamagedPage where one can't be read to its end
 */
export function joinPages(files: readonly Pages[]): Uint8Array<ArrayBuffer> {
  const list = PdfRef.of(2)
  // Numbered from 1; the catalog and the list of pages come first.
  const objects: PdfObject[] = [PdfDict.of({ Type: PdfName.of('Catalog'), Pages: list }), nothing]
  const kids = files.flatMap(({ pages, resolve, above }) => {
    const copy = new Copy(resolve, objects)
    const aboveCopy = above && new Copy(above.resolve, objects)
    return pages.map((page, n) => {
      const drawn = above?.pages.get(n)
      const form = drawn && aboveCopy?.pageAsForm(drawn.page)
      return copy.page(page, list, drawn && form && { form, matrix: drawn.matrix })
    })
  })
  objects[1] = PdfDict.of({ Type: PdfName.of('Pages'), Count: PdfNumber.of(kids.length), Kids: PdfArray.of(...kids) })
  return writePdf(objects)
}

/** Copies from one file. */
class Copy {
  readonly #resolve: Resolve
  readonly #objects: PdfObject[]
  readonly #copies = new Map<string, PdfRef>()

  /** @param objects of the new file, to which copies are added */
  constructor(resolve: Resolve, objects: PdfObject[]) {
    this.#resolve = resolve
    this.#objects = objects
  }

  #add(object: PdfObject): PdfRef {
    this.#objects.push(object)
    return PdfRef.of(this.#objects.length)
  }

  /** @param above what is drawn above it; an object of the new file */
  page(page: PdfDict, parent: PdfRef, above?: Drawn): PdfRef {
    const copy = new PdfDict([
      ['Type', PdfName.of('Page')],
      ['Parent', parent],
    ])
    for (const key of pageKeys) {
      const value = inherited(page, key, this.#resolve)
      if (value) copy.set(key, this.#value(value))
    }
    const { drawn, links } = drawnAnnotations(page, this.#resolve)
    const forms = drawn.map(({ form, matrix }) => ({ form: this.#form(form, undefined), matrix }))
    if (above) forms.push(above)
    const { content, resources } = forms.length > 0 ? this.#layered(page, forms) : this.#contentOf(page)
    copy.set('Resources', resources)
    copy.set('Contents', this.#add(stream(content)))
    if (links.length > 0) copy.set('Annots', PdfArray.of(...links.map(link => this.#add(link))))
    return this.#add(copy)
  }

  #contentOf(page: PdfDict): { content: string; resources: PdfDict } {
    const content = contentOf(page.get('Contents'), this.#resolve)
    const own = this.#resolve(inherited(page, 'Resources', this.#resolve))
    return { content, resources: this.#resources(own instanceof PdfDict ? own : new PdfDict(), namesIn(content)) }
  }

  /** What a page sets, or leaves open, mustn't move what is drawn after it: as a drawing, it ends by itself. */
  #layered(page: PdfDict, above: readonly Drawn[]): { content: string; resources: PdfDict } {
    const drawings = new PdfDict([['Page', this.pageAsForm(page)]])
    const calls = above.map(({ form, matrix }, n) => {
      drawings.set(`Drawn${n}`, form)
      return `q ${matrix.map(number => number.toFixed(6)).join(' ')} cm /Drawn${n} Do Q\n`
    })
    return { content: `/Page Do\n${calls.join('')}`, resources: PdfDict.of({ XObject: drawings }) }
  }

  /** @returns what a page shows, as a drawing for another page */
  pageAsForm(page: PdfDict): PdfRef {
    const { content, resources } = this.#contentOf(page)
    const form = stream(content)
    form.set('Type', PdfName.of('XObject'))
    form.set('Subtype', PdfName.of('Form'))
    form.set('BBox', this.#value(inherited(page, 'MediaBox', this.#resolve) ?? letterBox))
    form.set('Resources', resources)
    return this.#add(form)
  }

  /** @param names of resources in the content */
  #resources(own: PdfDict, names: ReadonlySet<string>): PdfDict {
    const used = this.#withInherited(own, names)
    const copy = new PdfDict()
    for (const kind of resourceLists) {
      const list = this.#resolve(own.get(kind))
      if (!(list instanceof PdfDict)) continue
      const kept = new PdfDict()
      for (const [key, value] of list) if (used.has(key.value)) kept.set(key, this.#resource(kind, value, own))
      if (kept.size > 0) copy.set(kind, kept)
    }
    return copy
  }

  /** A form XObject without resources of its own takes those of the page. */
  #withInherited(own: PdfDict, names: ReadonlySet<string>): Set<string> {
    const used = new Set(names)
    const read = new Set<PdfObject>()
    for (let before = -1; used.size > before; ) {
      before = used.size
      for (const kind of ['XObject', 'Pattern', 'Font']) {
        const list = this.#resolve(own.get(kind))
        if (!(list instanceof PdfDict)) continue
        for (const [key, value] of list) {
          const drawn = this.#resolve(value)
          if (!used.has(key.value) || !(drawn instanceof PdfDict) || drawn.has('Resources') || read.has(drawn)) continue
          read.add(drawn)
          for (const content of this.#contentsOf(drawn)) for (const name of namesIn(content)) used.add(name)
        }
      }
    }
    return used
  }

  #contentsOf(drawn: PdfDict): string[] {
    const glyphs = this.#resolve(drawn.get('CharProcs'))
    if (glyphs instanceof PdfDict) return [...glyphs].map(([, value]) => contentOf(value, this.#resolve))
    const isForm = drawn instanceof PdfStream && !isNamed(this.#resolve(drawn.get('Subtype')), 'Image')
    return isForm ? [contentOf(drawn, this.#resolve)] : []
  }

  #resource(kind: string, value: PdfObject, page: PdfDict): PdfObject {
    const resource = this.#resolve(value)
    if (kind === 'XObject' && resource instanceof PdfStream) {
      return isNamed(this.#resolve(resource.get('Subtype')), 'Image')
        ? this.#once(value, () => this.#streamOf(resource, imageKeys))
        : this.#once(value, () => this.#formOf(resource, page))
    }
    if (kind === 'Pattern' && resource instanceof PdfStream)
      return this.#once(value, () => this.#drawing(resource, patternKeys, page))
    if (kind === 'Font' && resource instanceof PdfDict) return this.#once(value, () => this.#font(resource, page))
    return this.#value(value)
  }

  #form(value: PdfObject, page: PdfDict | undefined): PdfObject {
    const form = this.#resolve(value)
    if (!(form instanceof PdfStream)) throw new DamagedPage('a drawing that is no stream')
    return this.#once(value, () => this.#formOf(form, page))
  }

  #formOf(form: PdfStream, page: PdfDict | undefined): PdfStream {
    return this.#drawing(form, formKeys, page)
  }

  /** A content stream with the resources that it names. */
  #drawing(drawing: PdfStream, keys: readonly string[], page: PdfDict | undefined): PdfStream {
    const copy = this.#streamOf(drawing, keys)
    const own = this.#resolve(drawing.get('Resources'))
    const resources = own instanceof PdfDict ? own : page
    if (resources) copy.set('Resources', this.#resources(resources, namesIn(contentOf(drawing, this.#resolve))))
    return copy
  }

  #font(font: PdfDict, page: PdfDict): PdfDict {
    const copy = new PdfDict()
    for (const [key, value] of font)
      if (!neverCopied.has(key.value) && key.value !== 'Resources') copy.set(key, this.#value(value))
    const own = this.#resolve(font.get('Resources'))
    const names = new Set(this.#contentsOf(font).flatMap(content => [...namesIn(content)]))
    if (names.size > 0) copy.set('Resources', this.#resources(own instanceof PdfDict ? own : page, names))
    return copy
  }

  #streamOf(from: PdfStream, keys: readonly string[]): PdfStream {
    const copy = new PdfStream(undefined, from.data)
    for (const key of keys) {
      const value = from.get(key)
      if (value !== undefined) copy.set(key, this.#value(value))
    }
    return copy
  }

  /** Something that several refer to is copied once, also where it refers to itself. */
  #once(value: PdfObject, make: () => PdfObject): PdfObject {
    if (!(value instanceof PdfRef)) {
      const made = make()
      return made instanceof PdfStream ? this.#add(made) : made
    }
    const key = String(value)
    const known = this.#copies.get(key)
    if (known) return known
    const place = this.#add(new PdfDict())
    this.#copies.set(key, place)
    this.#objects[place.objectNumber - 1] = make()
    return place
  }

  /** Plain values, such as fonts, colors and functions. References to pages, structure or other files are left out. */
  #value(value: PdfObject): PdfObject {
    if (value instanceof PdfRef) {
      const target = this.#resolve(value)
      if (target === undefined) return nothing
      return isPlain(target) ? this.#value(target) : this.#once(value, () => this.#value(target))
    }
    if (value instanceof PdfStream) {
      const isForm = isNamed(this.#resolve(value.get('Subtype')), 'Form')
      if (isForm) return this.#formOf(value, undefined)
      const copy = new PdfStream(undefined, value.data)
      this.#copyEntries(value, copy)
      return copy
    }
    if (value instanceof PdfDict) {
      const type = this.#resolve(value.get('Type'))
      if (type instanceof PdfName && elsewhere.has(type.value)) return nothing
      const copy = new PdfDict()
      this.#copyEntries(value, copy)
      return copy
    }
    if (value instanceof PdfArray) return PdfArray.of(...[...value].map(each => this.#value(each)))
    return value
  }

  #copyEntries(from: PdfDict, to: PdfDict): void {
    for (const [key, value] of from) {
      if (neverCopied.has(key.value)) continue
      const target = this.#resolve(value)
      // A stream is always an object of its own.
      if (target instanceof PdfStream && !(value instanceof PdfRef)) continue
      to.set(key, this.#value(value))
    }
  }
}

/** Entries that don't affect a page's appearance. */
const elsewhere = new Set([
  'Page',
  'Pages',
  'Catalog',
  'StructTreeRoot',
  'StructElem',
  'OBJR',
  'MCR',
  'Outlines',
  'Filespec',
  'EmbeddedFile',
  'Annot',
  'Metadata',
])
const neverCopied = new Set([
  'Metadata',
  'PieceInfo',
  'StructParent',
  'StructParents',
  'Parent',
  'LastModified',
  'OPI',
  'AF',
  'OC',
  'Alternates',
  'Ref',
  'Length',
])

const nothing = PdfNull.instance
/** Of a page that doesn't say its size. */
const letterBox = PdfArray.of(...[0, 0, 612, 792].map(PdfNumber.of))

function isPlain(value: PdfObject): boolean {
  return !(value instanceof PdfDict) && !(value instanceof PdfArray)
}

function isNamed(value: PdfObject | undefined, name: string): boolean {
  return value instanceof PdfName && value.value === name
}

function stream(content: string): PdfStream {
  return new PdfStream([['Filter', PdfName.of('FlateDecode')]], deflateSync(Buffer.from(content, 'latin1')))
}

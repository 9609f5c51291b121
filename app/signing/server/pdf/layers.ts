import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core'
import type { Resolve } from '../../../../server/pdf/page-content.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'

/**
 * @returns whether a PDF has layers, all of which are shown, so that its pages draw the same without them
 * @throws PortalError where one is hidden, or shown by some programs alone: on paper, or at other zooms
 */
export function hasLayers(catalog: PdfDict, pages: readonly PdfDict[], resolve: Resolve): boolean {
  const layers = resolve(catalog.get('OCProperties'))
  if (!(layers instanceof PdfDict)) return false
  const config = dictOf(layers.get('D'), resolve)
  const off = new Set(itemsOf(config?.get('OFF'), resolve).map(String))
  const on = new Set(itemsOf(config?.get('ON'), resolve).map(String))
  const isOffAtFirst = nameOf(config?.get('BaseState'), resolve) === 'OFF'
  const hidden = itemsOf(layers.get('OCGs'), resolve).filter(layer => {
    const isOff = off.has(String(layer)) || (isOffAtFirst && !on.has(String(layer)))
    return isOff || isHiddenSomewhere(dictOf(layer, resolve), resolve)
  })
  if (hidden.length > 0 || hasRule(pages, resolve)) throw new PortalError('TEMPLATE_LAYERS')
  return true
}

/** ISO 32000-1, table 102: on the screen, on paper, or at some zooms. */
function isHiddenSomewhere(layer: PdfDict | undefined, resolve: Resolve): boolean {
  const usage = dictOf(layer?.get('Usage'), resolve)
  const states = ['View', 'Print'].map(event => dictOf(usage?.get(event), resolve)?.get(`${event}State`))
  return Boolean(usage?.has('Zoom')) || states.some(state => nameOf(state, resolve) === 'OFF')
}

/** Whether something is shown by a rule that isn't kept where all layers are shown (ISO 32000-1, 8.11.2.2). */
function hasRule(pages: readonly PdfDict[], resolve: Resolve): boolean {
  const seen = new Set<PdfObject>()
  const open: (PdfObject | undefined)[] = [...pages]
  while (open.length > 0) {
    const value = resolve(open.pop())
    if (value === undefined || seen.has(value)) continue
    if (value instanceof PdfArray) open.push(...value)
    if (!(value instanceof PdfDict) && !(value instanceof PdfArray)) continue
    seen.add(value)
    if (!(value instanceof PdfDict)) continue
    const isRule = nameOf(value.get('Type'), resolve) === 'OCMD'
    if (isRule && (value.has('VE') || nameOf(value.get('P'), resolve)?.endsWith('Off'))) return true
    for (const [, entry] of value) open.push(entry)
  }
  return false
}

function itemsOf(value: PdfObject | undefined, resolve: Resolve): PdfObject[] {
  const list = resolve(value)
  return list instanceof PdfArray ? [...list].filter(each => each instanceof PdfRef) : []
}

function dictOf(value: PdfObject | undefined, resolve: Resolve): PdfDict | undefined {
  const dict = resolve(value)
  return dict instanceof PdfDict ? dict : undefined
}

function nameOf(value: PdfObject | undefined, resolve: Resolve): string | undefined {
  const name = resolve(value)
  return name instanceof PdfName ? name.value : undefined
}

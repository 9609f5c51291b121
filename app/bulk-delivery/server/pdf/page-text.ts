/** A piece of text as pdf.js reads it: what, and where on the page. */
interface TextItem {
  str: string
  transform: number[]
  width: number
  hasEOL: boolean
}

/** What was typed into a field, or a mark on a page, as pdf.js reads it. */
type Annotation = Record<string, unknown>

/** In heights of a letter: from such a distance on something is another column; a shorter one is a space, and the least is none. */
const columnGap = 1.2
const wordGap = 0.15

/**
 * @param items of a page, in the order in which they are drawn
 * @returns its text in lines, with a tab where a column ends, so that a name isn't read together with the text beside
 *   it
 */
export function textOfItems(items: readonly (TextItem | object)[]): string {
  let text = ''
  let last: { x: number; y: number; height: number } | undefined
  for (const item of items) {
    if (!('str' in item)) continue
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform
    const height = Math.hypot(c, d) || Math.hypot(a, b) || 1
    if (item.str.trim() === '') {
      // A gap is drawn as one wide space.
      if (item.str !== '' && item.width <= columnGap * height) text += ' '
    } else {
      text += separator(last, { x, y, height, isLevel: b === 0 && c === 0 }, text) + item.str
      last = { x: x + item.width, y, height }
    }
    if (item.hasEOL && !text.endsWith('\n')) text += '\n'
  }
  return text
}

function separator(
  last: { x: number; y: number; height: number } | undefined,
  next: { x: number; y: number; height: number; isLevel: boolean },
  text: string,
): string {
  if (!last || text === '' || /\n$/.test(text)) return ''
  const height = Math.max(last.height, next.height)
  const gap = next.x - last.x
  if (!next.isLevel || Math.abs(next.y - last.y) > height / 2 || gap < -height) return '\n'
  if (gap > columnGap * height) return '\t'
  return gap > wordGap * height && !text.endsWith(' ') ? ' ' : ''
}

/**
 * @returns what was typed into fields and notes, which a page's text doesn't have. A field's name isn't read: forms call them
 *   "TIN" and "Name", or as a program pleases
 */
export function typedText(annotations: readonly Annotation[]): string {
  return annotations.flatMap(typedInto).join('\n')
}

function typedInto({ fieldValue, fieldType, contentsObj, subtype }: Annotation): string[] {
  const values = fieldType === 'Tx' || fieldType === 'Ch' ? [fieldValue].flat() : []
  const note = subtype === 'Link' || subtype === 'Popup' ? [] : [(contentsObj as { str?: unknown } | undefined)?.str]
  return [...values, ...note].filter(value => typeof value === 'string').filter(value => value.trim() !== '')
}

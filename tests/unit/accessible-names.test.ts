import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** The used part of a syntax tree's node. */
// biome-ignore lint/suspicious/noExplicitAny: of many kinds, each with parts of its own
type Node = any

/** Symbols rather than words; their meaning is the name. */
const symbols = ['×']

/** @returns the concatenation of two parts, in each of their alternatives */
const joined = (parts: readonly string[][]) =>
  parts.reduce((all, part) => all.flatMap(before => part.map(after => before + after)), [''])

/** @returns the text of an expression or element, in each of its alternatives; unknown parts as source, in brackets */
function saidBy(node: Node, source: string): string[] {
  const inside = (each: Node) => saidBy(each, source)
  switch (node?.type) {
    case undefined:
    case 'JSXEmptyExpression':
      return ['']
    case 'Literal':
      return [String(node.value ?? '')]
    case 'JSXText':
      return [node.value.replaceAll(/\s*\n\s*/g, ' ')]
    case 'TemplateLiteral':
      return joined(
        node.quasis.flatMap((quasi: Node, at: number) => [
          [quasi.value.cooked],
          ...(node.expressions[at] ? [inside(node.expressions[at])] : []),
        ]),
      )
    case 'ConditionalExpression':
      return [...inside(node.consequent), ...inside(node.alternate)]
    case 'JSXExpressionContainer':
      return inside(node.expression)
    case 'JSXFragment':
      return joined(node.children.map(inside))
    case 'JSXElement':
      return isHidden(node, source) ? [''] : joined(node.children.map(inside))
    default:
      return [`{${source.slice(node.start, node.end)}}`]
  }
}

function attributeOf(element: Node, name: string): Node {
  return element.openingElement.attributes.find((attribute: Node) => attribute.name?.name === name)
}

function isHidden(element: Node, source: string): boolean {
  const className = attributeOf(element, 'className')
  const isOnlyHeard = className && source.slice(className.start, className.end).includes('visually-hidden')
  return Boolean(isOnlyHeard || attributeOf(element, 'aria-hidden'))
}

/** @returns controls with an `aria-label` that doesn't start with their text */
function mismatches(node: Node, path: string, source: string): string[] {
  if (Array.isArray(node)) return node.flatMap(each => mismatches(each, path, source))
  if (!node || typeof node !== 'object') return []
  const within = Object.values(node).flatMap(each => mismatches(each, path, source))
  const label = node.type === 'JSXElement' && attributeOf(node, 'aria-label')
  if (!label || !/^(?:a|\w*button|\w*link|summary|menuitem)$/i.test(node.openingElement.name.name ?? '')) return within
  const plain = (said: string) => said.replaceAll(/\s+/g, ' ').trim().toLowerCase()
  const names = saidBy(label.value, source).map(plain)
  const shown = joined(node.children.map((child: Node) => saidBy(child, source))).map(plain)
  const wrong = shown.filter(
    said => !/^(?:\{[^}]*\})?$/.test(said) && !symbols.includes(said) && !names.some(name => name.startsWith(said)),
  )
  return [...within, ...wrong.map(said => `${path}: “${said}” is named “${names.join('” or “')}”`)]
}

// Speech input uses the visible words (WCAG 2.5.3, label in name).
test('a control’s accessible name begins with the words that it shows', () => {
  const paths = execFileSync('git', ['ls-files', 'app/*.tsx'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  const found = paths.flatMap(path => {
    const source = readFileSync(path, 'utf8')
    return mismatches(parseSync(path, source).program, path, source)
  })
  expect(found).toEqual([])
})

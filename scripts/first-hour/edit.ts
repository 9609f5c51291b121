import { parseSync } from 'vite'

/** The used part of a syntax tree's node (ESTree). */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/**
 * @param code of a file
 * @param path the name of an export, then of fields within, such as ['fund', 'emails', 'office']
 * @param value as source, such as `'office@example.com'` or `150_000`
 * @returns the code with the value replaced; comments and the rest stay
 * @throws Error if the file has no such field
 */
export function withValue(code: string, path: readonly string[], value: string): string {
  const node = nodeAt(code, path)
  const isSame = unspaced(code.slice(node.start, node.end)) === unspaced(value)
  return isSame ? code : code.slice(0, node.start) + value + code.slice(node.end)
}

/** @returns code without a formatter's spaces and commas */
function unspaced(code: string): string {
  return code.replace(/\s+/g, '').replace(/,(?=[\]}])/g, '')
}

/** @returns the source of the value at a path */
export function valueAt(code: string, path: readonly string[]): string {
  const node = nodeAt(code, path)
  return code.slice(node.start, node.end)
}

function nodeAt(code: string, [name, ...fields]: readonly string[]): Node {
  const { program } = parseSync('content.ts', code)
  const declarations = (program.body as unknown as Node[])
    .map(each => (each.type === 'ExportNamedDeclaration' ? (each.declaration as Node | null) : each))
    .flatMap(each => (each?.type === 'VariableDeclaration' ? (each.declarations as Node[]) : []))
  const found = declarations.find(({ id }) => (id as { name?: string }).name === name)
  let node = bare(found?.init as Node | undefined)
  for (const field of fields) {
    const properties = (node?.type === 'ObjectExpression' ? node.properties : []) as Node[]
    node = bare(properties.find(({ key }) => (key as { name?: string }).name === field)?.value as Node | undefined)
  }
  if (!node) throw new Error(`There is no ${[name, ...fields].join('.')}.`)
  return node
}

/** @returns an expression without surrounding `as const` and `satisfies …` */
function bare(node: Node | undefined): Node | undefined {
  return node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression'
    ? bare(node.expression as Node)
    : node
}

/** @returns a text as a TypeScript literal */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", '’')}'`
}

/** @returns a whole number as a TypeScript literal, such as '150_000' */
export function digits(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, '_')
}

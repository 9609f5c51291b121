import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { messages } from '../../rules/messages.ts'
import { serverModules } from './server-modules.ts'

/** What a declaration of a module names, and the codes of the catalogue in it. */
interface Declaration {
  names: Set<string>
  codes: Set<string>
  node: Node
}

interface Module {
  /** By local name: from which module, under which name. */
  imports: Map<string, [module: string, name: string]>
  declarations: Map<string, Declaration>
}

type Node = { type: string; [key: string]: unknown }

/** An operation of a command, with the codes that it and the functions it calls may refuse with. */
export interface OperationInCode {
  /** The command's module, and its name there. */
  command: [module: string, name: string]
  codes: ReadonlySet<string>
}

/** Errors are translated, and jobs run, after the refusals of an operation. */
const isOutside = (file: string) => /^server\/(database|jobs)\/|portal-error|declared-refusals/.test(file)

/** @returns every operation that `perform` or the like makes on the server, as the code has them: more than can really occur */
export function operationsInCode(): OperationInCode[] {
  const files = serverModules().filter(file => !/^server\/(demo|sample)\//.test(file))
  const modules = new Map(files.map(file => [file, readModule(file)]))
  const found: OperationInCode[] = []
  for (const [file, { imports, declarations }] of modules) {
    for (const [name, { node }] of declarations) {
      const command = commandOf(node)
      const from = command && imports.get(command)
      if (from) found.push({ command: [join(dirname(file), from[0]), from[1]], codes: codesFrom(modules, file, name) })
    }
  }
  return found
}

/** @returns the command that a declaration makes an operation of, by its local name */
function commandOf(node: Node): string | undefined {
  const { type, callee, arguments: given = [] } = node as Node & { callee?: Node; arguments?: Node[] }
  const isMade = type === 'CallExpression' && /^(perform\w*|re\w+Command|releasePrepared)$/.test(String(callee?.name))
  return isMade ? (given[0]?.name as string | undefined) : undefined
}

function codesFrom(modules: ReadonlyMap<string, Module>, file: string, name: string): Set<string> {
  const codes = new Set<string>()
  const seen = new Set<string>()
  const follow = (file: string, name: string) => {
    const module = modules.get(file)
    const declaration = module?.declarations.get(name)
    const imported = module?.imports.get(name)
    if (imported && !declaration) return follow(join(dirname(file), imported[0]), imported[1])
    if (!declaration || isOutside(file) || seen.has(`${file} ${name}`)) return
    seen.add(`${file} ${name}`)
    for (const code of declaration.codes) codes.add(code)
    for (const named of declaration.names) follow(file, named)
  }
  follow(file, name)
  return codes
}

function readModule(file: string): Module {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const module: Module = { imports: new Map(), declarations: new Map() }
  for (const statement of program.body as unknown as Node[]) {
    const { type, importKind, source } = statement
    const specifiers = (statement.specifiers ?? []) as unknown as Record<'local' | 'imported', { name: string }>[]
    if (type === 'ImportDeclaration' && importKind !== 'type') {
      for (const { local, imported } of specifiers)
        if (imported) module.imports.set(local.name, [(source as { value: string }).value, imported.name])
    }
    const declared = (type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null
    if (declared?.type === 'FunctionDeclaration') add(module, declared.id as Node, declared)
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations as Record<'id' | 'init', Node>[]) if (init) add(module, id, init)
  }
  return module
}

function add({ declarations }: Module, id: Node, node: Node): void {
  const names = new Set<string>()
  const codes = new Set<string>()
  const visit = (part: unknown): void => {
    if (!part || typeof part !== 'object') return
    const { type, name, value } = part as Node
    if (type === 'Identifier') names.add(String(name))
    if (type === 'Literal' && Object.hasOwn(messages, String(value))) codes.add(String(value))
    for (const below of partsOf(part)) visit(below)
  }
  visit(node)
  declarations.set(String(id.name), { names, codes, node })
}

/** @returns what is in a part of the code, without what it only names */
function partsOf(part: object): unknown[] {
  if (Array.isArray(part)) return part
  const { type, ...parts } = part as Node
  // A code that is compared isn't one to refuse with, and a property isn't a function of the module.
  if (type === 'BinaryExpression' && /^[!=]==$/.test(String(parts.operator)))
    return [parts.left, parts.right].filter(side => (side as Node).type !== 'Literal')
  if (type === 'MemberExpression' && !parts.computed) return [parts.object]
  if (type === 'Property' && !parts.computed) return [parts.value]
  return type?.startsWith('TS') && !('expression' in parts) ? [] : Object.values(parts)
}

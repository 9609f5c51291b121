// Which folder may import which (docs/architecture.md explains it), for check-arrows.ts.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The technical folders of server/, independent of any capability; each may import those before it. */
export const technical = ['platform', 'tables', 'pdf', 'vault', 'database', 'jobs', 'storage', 'mail', 'access', 'http']

/**
 * The capabilities, by the order of their `server/` folders: each may import those before it, and the technical folders.
 */
export const capabilities = [
  'identity',
  'audit',
  'notifications',
  'lists',
  'documents',
  'document-requests',
  'file-checks',
  'uploads',
  'downloads',
  'upkeep',
  'approvals',
  'messages',
  'leads',
  'people',
  'sanctions',
  'holders',
  'sealing',
  'signing',
  'accreditation',
  'covered-persons',
  'ledger',
  'runs',
  'deliveries',
  'bulk-delivery',
  'notes',
  'wire-instructions',
  'bank',
  'statements',
  'letters',
  'register',
  'tax',
  'backup',
  'subscriptions',
  'holdings',
  'delegates',
  'calendar',
  'home',
  'today',
  'find',
  'system',
  'settings',
  'viewer',
  'sample',
  'demo',
]

/** The rules that content/ may import values from: plain facts, no texts. */
const rulesForContent = ['rules/limits.ts', 'rules/number.ts', 'rules/color.ts']

/** An import of one module by another; both paths are within the project. */
export interface Import {
  from: string
  to: string
  typeOnly: boolean
  /** Whether the module is loaded only when it is needed, by `import()`. */
  lazy?: boolean
}

/** Where a module stands: what it may import follows from that. */
interface Place {
  kind: 'content' | 'rules' | 'pages' | 'server'
  /** Of a server's module, its capability or technical folder; none for those that put the parts together. */
  folder?: string
}

/** @returns undefined for what is no part of the product */
function placeOf(path: string): Place | undefined {
  const [top = '', folder = '', inner = ''] = path.split('/')
  const isInFolder = path.split('/').length > 2
  if (top === 'content' || top === 'rules') return { kind: top }
  if (top === 'server') return isInFolder && folder !== 'commands' ? { kind: 'server', folder } : { kind: 'server' }
  if (top !== 'app' || inner === 'tests') return undefined
  if (isInFolder && inner === 'server') return { kind: 'server', folder }
  return capabilities.includes(folder) && inner.endsWith('.ts') ? { kind: 'rules' } : { kind: 'pages' }
}

const isOffice = (path: string) => /^app\/[\w-]+\/office\//.test(path) || path === 'app/routes.ts'
/** The sample fund and its data: the built server of another fund's site has none of it in the files that it loads. */
const isSample = (path: string) => /^server\/(demo|sample)\//.test(path)
/** Loaders run on the server, so a route that investors open, too, may have one of the office. */
const isLoader = (path: string) => /\/load-[\w-]+\.ts$/.test(path)

/** @returns why an import is forbidden; undefined if it is allowed */
export function importProblem({ from, to, typeOnly, lazy = false }: Import): string | undefined {
  const [place, target] = [placeOf(from), placeOf(to)]
  if (!place) return undefined
  if (!target) return `the product imports nothing from ${dirname(to)}/`
  if (isSample(to) && !isSample(from) && !lazy && !typeOnly) return 'only the demo loads the sample, by import()'
  switch (place.kind) {
    case 'pages':
      if (typeOnly) return undefined
      if (target.kind === 'server') return 'pages take only types from the server'
      return isOffice(to) && !isLoader(to) && !isOffice(from) && !lazy
        ? 'an investor’s browser never loads the office'
        : undefined
    case 'content':
      return target.kind === 'content' || (target.kind === 'rules' && (typeOnly || rulesForContent.includes(to)))
        ? undefined
        : `content/ imports only from content/ and values of ${rulesForContent.join(', ')}`
    case 'rules':
      return target.kind === 'rules' || (target.kind === 'content' && typeOnly)
        ? undefined
        : 'rules import only from rules, and types from content/'
    default:
      if (target.kind === 'pages') return 'the server imports nothing from pages'
      return target.kind === 'server' ? betweenFolders(place.folder, target.folder) : undefined
  }
}

/** Modules without a folder put the parts together, so they may import anything; nothing imports them. */
function betweenFolders(of: string | undefined, ofTarget: string | undefined): string | undefined {
  const order = [...technical, ...capabilities]
  if (of === undefined || of === ofTarget) return undefined
  if (!order.includes(of)) return `${of} has no place in the order in scripts/arrows.ts`
  if (ofTarget === undefined) return `${of} does not import what puts it together`
  if (order.indexOf(ofTarget) >= 0 && order.indexOf(ofTarget) < order.indexOf(of)) return undefined
  return `the server of ${of} imports only from folders listed before it, and ${ofTarget} comes after it`
}

const statements =
  /^\s*(?:import|export)\s(?:(type)\s)?([^'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm

/**
 * @param from path of a module in the project
 * @param source its text
 * @returns the modules of the project that it imports, with `import()` too
 */
export function importsIn(from: string, source: string): Import[] {
  return [...source.matchAll(statements)].map(([, type, names = '', path, lazyPath]) => ({
    from,
    to: normalize(join(dirname(from), path ?? lazyPath ?? '')),
    ...(lazyPath !== undefined && { lazy: true }),
    typeOnly: type !== undefined || /^\{\s*(type\s[^,}]*,?\s*)+\}/.test(names),
  }))
}

/** @returns every module at or below a folder */
function modulesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(ts|tsx)$/.test(name))
    .map(name => `${folder}/${name}`)
}

/** @returns a sentence for each forbidden import */
export function forbiddenImports(): string[] {
  const imports = ['app', 'content', 'rules', 'server']
    .filter(folder => existsSync(join(root, folder)))
    .flatMap(modulesIn)
    .flatMap(path => importsIn(path, readFileSync(join(root, path), 'utf8')))
  const forbidden = imports
    .map(imported => ({ ...imported, why: importProblem(imported) }))
    .filter(({ why }) => why)
    .map(({ from, to, why }) => `${from} imports ${to}: ${why}.`)
  return [...forbidden, ...circlesOfRules(imports)]
}

/** @returns a sentence for each import by which the rules of two capabilities depend on each other */
export function circlesOfRules(imports: readonly Import[]): string[] {
  const capabilityOf = (path: string) =>
    placeOf(path)?.kind === 'rules' ? path.match(/^app\/([\w-]+)/)?.[1] : undefined
  const arrows = imports.flatMap(({ from, to }) => {
    const [of, ofTarget] = [capabilityOf(from), capabilityOf(to)]
    return of && ofTarget && of !== ofTarget ? [{ from, to, of, ofTarget }] : []
  })
  const reached = (start: string, seen = new Set<string>()): Set<string> => {
    for (const { of, ofTarget } of arrows)
      if (of === start && !seen.has(ofTarget)) reached(ofTarget, seen.add(ofTarget))
    return seen
  }
  return arrows
    .filter(({ of, ofTarget }) => reached(ofTarget).has(of))
    .map(({ from, to, of, ofTarget }) => `${from} imports ${to}: the rules of ${ofTarget} depend on those of ${of}.`)
}

// Which folder may import which (docs/architecture.md explains it), for check-arrows.ts.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The technical folders of server/, independent of any capability; each may import those before it. */
export const technical = ['platform', 'tables', 'vault', 'database', 'jobs', 'storage', 'mail', 'access', 'http']

/** The capabilities of server/; each may import those before it, and the technical folders. */
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
  'messages',
  'leads',
  'approvals',
  'people',
  'holders',
  'accreditation',
  'ledger',
  'runs',
  'deliveries',
  'bulk-delivery',
  'notes',
  'statements',
  'letters',
  'register',
  'tax',
  'backup',
  'move',
  'holdings',
  'delegates',
  'calendar',
  'home',
  'today',
  'find',
  'system',
  'demo',
]

/** The rules that content/ may import values from: plain facts, no texts. */
const rulesForContent = ['rules/limits.ts', 'rules/number.ts', 'rules/color.ts']

/** An import of one module by another; both paths are within the project. */
export interface Import {
  from: string
  to: string
  typeOnly: boolean
}

/** @returns why an import is forbidden; undefined if it is allowed */
export function importProblem({ from, to, typeOnly }: Import): string | undefined {
  const [folder = ''] = from.split('/')
  const [target = ''] = to.split('/')
  const parts = ['app', 'content', 'rules', 'server']
  if (!parts.includes(folder) || folder === target) return folder === 'server' ? withinServer(from, to) : undefined
  if (!parts.includes(target)) return `${folder}/ imports nothing from ${target}/`
  switch (folder) {
    case 'app':
      return target === 'server' && !typeOnly ? 'app/ takes only types from server/' : undefined
    case 'content':
      return target === 'rules' && (typeOnly || rulesForContent.includes(to))
        ? undefined
        : `content/ imports only from content/ and values of ${rulesForContent.join(', ')}`
    case 'rules':
      return target === 'content' && typeOnly ? undefined : 'rules/ imports only from rules/, and types from content/'
    default:
      return target === 'app' ? 'server/ imports nothing from app/' : undefined
  }
}

/**
 * The files directly in server/ and in commands/ assemble the parts, so they may import anything; nothing imports them.
 */
function withinServer(from: string, to: string): string | undefined {
  if (!to.startsWith('server/')) return undefined
  const order = [...technical, ...capabilities]
  const [of, ofTarget] = [from, to].map(path => (path.split('/').length > 2 ? path.split('/')[1] : undefined))
  if (of === undefined || of === 'commands' || of === ofTarget) return undefined
  if (!order.includes(of)) return `server/${of}/ has no place in the order in scripts/arrows.ts`
  if (ofTarget === undefined) return `server/${of}/ does not import what puts it together`
  if (order.indexOf(ofTarget) >= 0 && order.indexOf(ofTarget) < order.indexOf(of)) return undefined
  return `server/${of}/ imports only from folders listed before it, and server/${ofTarget}/ comes after it`
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
  return ['app', 'content', 'rules', 'server']
    .filter(folder => existsSync(join(root, folder)))
    .flatMap(modulesIn)
    .flatMap(path => importsIn(path, readFileSync(join(root, path), 'utf8')))
    .map(imported => ({ ...imported, why: importProblem(imported) }))
    .filter(({ why }) => why)
    .map(({ from, to, why }) => `${from} imports ${to}: ${why}.`)
}

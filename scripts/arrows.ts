// Which folder may import which (docs/architecture.md says why), for check-arrows.ts.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The technical folders of server/, which know no capability; each may import those before it. */
export const technical = ['platform', 'database', 'jobs', 'storage', 'mail', 'access', 'http']

/** The capabilities of server/; each may import those before it, and the technical folders. */
export const capabilities = [
  'identity',
  'notifications',
  'documents',
  'uploads',
  'downloads',
  'leads',
  'people',
  'today',
  'demo',
]

/** The rules that content/ may take values from: plain facts, no words. */
const rulesForContent = ['rules/limits.ts', 'rules/number.ts']

/** An import of one module by another; both paths are within the project. */
export interface Import {
  from: string
  to: string
  typeOnly: boolean
}

/** @returns what is wrong with an import; undefined where it may stand */
export function whyForbidden({ from, to, typeOnly }: Import): string | undefined {
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

/** The files right in server/ and in commands/ put the parts together, so they may import all; none imports them. */
function withinServer(from: string, to: string): string | undefined {
  if (!to.startsWith('server/')) return undefined
  const order = [...technical, ...capabilities]
  const [of, ofTarget] = [from, to].map(path => (path.split('/').length > 2 ? path.split('/')[1] : undefined))
  if (of === undefined || of === 'commands' || of === ofTarget) return undefined
  if (!order.includes(of)) return `server/${of}/ has no place in the order in scripts/arrows.ts`
  if (ofTarget === undefined) return `server/${of}/ does not import what puts it together`
  if (order.indexOf(ofTarget) >= 0 && order.indexOf(ofTarget) < order.indexOf(of)) return undefined
  return `server/${of}/ imports only from folders below it, and server/${ofTarget}/ is above`
}

const statements =
  /^\s*(?:import|export)\s(?:(type)\s)?([^'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm

/**
 * @param from path of a module within the project
 * @param source its text
 * @returns what it imports from the project, `import()` too
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

/** @returns a sentence for each import that leads where it must not */
export function forbiddenImports(): string[] {
  return ['app', 'content', 'rules', 'server']
    .filter(folder => existsSync(join(root, folder)))
    .flatMap(modulesIn)
    .flatMap(path => importsIn(path, readFileSync(join(root, path), 'utf8')))
    .map(imported => ({ ...imported, why: whyForbidden(imported) }))
    .filter(({ why }) => why)
    .map(({ from, to, why }) => `${from} imports ${to}: ${why}.`)
}

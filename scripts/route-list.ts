// Shortens React Router's list of routes for the browser, which every visit loads.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const start = 'window.__reactRouterManifest='
const folder = '/assets/'
/** A route's flags, each a bit of a number. */
const flags = [
  'hasAction',
  'hasLoader',
  'hasDefaultExport',
  'hasErrorBoundary',
  'hasClientMiddleware',
  'hasClientLoader',
  'index',
]
/** Marks a route without a path in a row; an empty path is something else. */
const pathless = '~'
/**
 * Converts rows into routes, in the browser. A row has a route's id, parent, path, flags, script, other scripts and
 * styles; files without their folder, scripts without their extension, its own without its name if that is the id's.
 */
const making =
  `const f=n=>n?n.split(' ').map(n=>'${folder}'+n):[],j=n=>f(n).map(n=>n+'.js');` +
  "for(const l of d.split('\\n')){const[i,p,h,b,m,s,c]=l.split('|'),r=window.__reactRouterManifest.routes[i]=" +
  "{id:i,module:j(m[0]=='-'?i.split('/').pop()+m:m)[0],imports:j(s),css:f(c)};" +
  `if(p)r.parentId=p;if(h!='${pathless}')r.path=h;'${flags.join(' ')}'.split(' ').map((k,n)=>{if(b>>n&1)r[k]=true})}`

/**
 * A route is shown only within its parents, and their scripts and styles are loaded by then, so it needn't list them
 * again. Scripts are sorted by name, since such runs compress better, and each route is a row. For Larkstone's 156
 * routes that leaves 7.6 KB of 11.1, gzipped. The server has its own complete list.
 * @param client the folder of the built pages
 */
export function shortenRouteList(client: string) {
  const assets = join(client, 'assets')
  const lists = readdirSync(assets)
    .filter(name => /^manifest-.*\.js$/.test(name))
    .map(name => join(assets, name))
    .filter(file => readFileSync(file, 'utf8').startsWith(start))
  if (lists.length !== 1) throw new Error(`Expected one list of routes in ${assets}, found ${lists.length}.`)
  const [file = ''] = lists
  const list = JSON.parse(readFileSync(file, 'utf8').slice(start.length).replace(/;\s*$/, ''))
  writeFileSync(file, written(list))
}

/** @returns the script with the browser's list */
export function written({ routes, ...list }: { routes: Record<string, Route> }): string {
  const rows = Object.entries(shortened(routes)).map(([id, route]) => asRow(id, route))
  return `${start}${JSON.stringify({ ...list, routes: {} })};{const d=${JSON.stringify(rows.join('\n'))};${making}}`
}

function asRow(
  id: string,
  { parentId = '', path = pathless, module = '', imports = [], css = [], ...has }: Route,
): string {
  const unknown = Object.keys(has).filter(key => !flags.includes(key))
  if (unknown.length > 0) throw new Error(`The route ${id} has ${unknown.join(', ')}, which no row says.`)
  const name = (file: string, ending = '') => {
    if (!file.startsWith(folder) || !file.endsWith(ending) || /[ |]/.test(file))
      throw new Error(`A route has an unexpected file, ${file}.`)
    return file.slice(folder.length, file.length - ending.length)
  }
  const bits = flags.reduce((sum, flag, at) => sum + (has[flag] ? 2 ** at : 0), 0)
  const own = name(module, '.js')
  const ofId = id.slice(id.lastIndexOf('/') + 1)
  const script = own.startsWith(`${ofId}-`) ? own.slice(ofId.length) : own
  const scripts = imports.map(file => name(file, '.js')).join(' ')
  return [id, parentId, path, bits, script, scripts, css.map(file => name(file)).join(' ')].join('|')
}

type Route = {
  id?: string
  parentId?: string
  path?: string
  module?: string
  imports?: string[]
  css?: string[]
  [key: string]: unknown
}

/**
 * @param routes by id, as in React Router's manifest
 * @returns the same routes without their ids, false flags, and files of a parent
 */
export function shortened(routes: Record<string, Route>): Record<string, Route> {
  const parentsOf = ({ parentId }: Route): Route[] => {
    const parent = parentId === undefined ? undefined : routes[parentId]
    return parent ? [parent, ...parentsOf(parent)] : []
  }
  const shorten = (route: Route): Route => {
    const own = (key: 'imports' | 'css') => {
      const named = parentsOf(route).flatMap(parent => parent[key] ?? [])
      return route[key]?.filter(file => !named.includes(file))
    }
    const whole: Route = { ...route, id: undefined, imports: own('imports')?.toSorted(), css: own('css') }
    const stated = Object.entries(whole).filter(([, value]) => value !== false && value !== undefined)
    return Object.fromEntries(stated)
  }
  return Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, shorten(route)]))
}

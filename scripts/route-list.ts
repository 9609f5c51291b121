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
/** Digits of a file's place in the list of names, base 36. */
const digits = 2
/**
 * Makes routes of the lists of `written`, in the browser. Names are without their folder and extension, a route's own script
 * also without its name if that is the id's.
 */
const making =
  `const[x,y,m,s,c]=lists.map(l=>l.split(' ')),j=f=>'${folder}'+f+'.js',` +
  `o=(l,n)=>(l.match(/.{${digits}}/g)||[]).map(p=>n[parseInt(p,36)]);` +
  "rows.split('\\n').forEach((l,k)=>{const[i,p,h,b]=l.split('|'),r=window.__reactRouterManifest.routes[i]=" +
  "{id:i,module:j(m[k][0]=='-'?i.split('/').pop()+m[k]:m[k]),imports:o(s[k],x).map(j)," +
  `css:o(c[k],y).map(f=>'${folder}'+f.replace(/#?$/,'.css$&'))};` +
  `if(p)r.parentId=p;if(h!='${pathless}')r.path=h;'${flags.join(' ')}'.split(' ').map((k,n)=>{if(b>>n&1)r[k]=true})})`

/**
 * A route is shown only within its parents, and their scripts and styles are loaded by then, so it needn't list them
 * again. Each name is listed once, in order, and scripts and styles have lists of their own, since these compress best. For
 * Larkstone's 173 routes that leaves 8.1 KB of 12.2, gzipped. The server has its own complete list.
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
  const short = Object.entries(shortened(routes))
  const scripts = short.map(([, { imports = [] }]) => imports.map(scriptName))
  const styles = short.map(([, { css = [] }]) => css.map(styleName))
  const [scriptNames, styleNames] = [namesIn(scripts), namesIn(styles)]
  const lists = [
    scriptNames,
    styleNames,
    short.map(([id, { module = '' }]) => ownScript(id, scriptName(module))),
    scripts.map(files => places(files, scriptNames)),
    styles.map(files => places(files, styleNames)),
  ].map(names => names.join(' '))
  const rows = short.map(([id, route]) => asRow(id, route)).join('\n')
  const given = `const lists=${JSON.stringify(lists)},rows=${JSON.stringify(rows)}`
  return `${start}${JSON.stringify({ ...list, routes: {} })};{${given};${making}}`
}

function asRow(id: string, { parentId = '', path = pathless, module, imports, css, ...has }: Route): string {
  const unknown = Object.keys(has).filter(key => !flags.includes(key))
  if (unknown.length > 0) throw new Error(`The route ${id} has ${unknown.join(', ')}, which no row says.`)
  const bits = flags.reduce((sum, flag, at) => sum + (has[flag] ? 2 ** at : 0), 0)
  return [id, parentId, path, bits].join('|')
}

function ownScript(id: string, script: string): string {
  const ofId = id.slice(id.lastIndexOf('/') + 1)
  return script.startsWith(`${ofId}-`) ? script.slice(ofId.length) : script
}

const scriptName = (file: string) => nameOf(file, '.js')
/** A style's name keeps the `#` after its extension. */
const styleName = (file: string) => nameOf(file.replace(/#$/, ''), '.css') + (file.endsWith('#') ? '#' : '')

/** @returns a file's name without its folder and ending */
function nameOf(file: string, ending: string): string {
  if (!file.startsWith(folder) || !file.endsWith(ending) || /[ |#]/.test(file))
    throw new Error(`A route has an unexpected file, ${file}.`)
  return file.slice(folder.length, file.length - ending.length)
}

function namesIn(files: string[][]): string[] {
  const names = [...new Set(files.flat())].toSorted()
  if (names.length > 36 ** digits) throw new Error(`${names.length} files are too many for ${digits} digits.`)
  return names
}

function places(files: string[], names: readonly string[]): string {
  return files.map(file => names.indexOf(file).toString(36).padStart(digits, '0')).join('')
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

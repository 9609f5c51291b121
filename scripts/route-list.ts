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
/** Characters of the hashes in names (vite.config.ts). */
const hashes = { '.js': 7, '.css': 6 } as const
type Ending = keyof typeof hashes
/**
 * Makes routes of what `written` lists, in the browser: names of scripts and their hashes, the same of styles, hashes of the
 * routes' own scripts, and the places of their scripts and styles. A route's own script is named as its id, or in its row.
 */
const making =
  `const[a,b,c,d,m,s,t]=lists,z=(l,h,w,e)=>l.split(' ').map((n,i)=>'${folder}'+n.replace(/#?$/,'-'+h.substr(i*w,w)+e+'$&')),` +
  `x=z(a,b,${hashes['.js']},'.js'),y=z(c,d,${hashes['.css']},'.css'),u=s.split(' '),v=t.split(' '),` +
  `o=(l,n)=>(l.match(/.{${digits}}/g)||[]).map(p=>n[parseInt(p,36)]);` +
  "rows.split('\\n').forEach((l,k)=>{const[i,b,p,h,f]=l.split('|'),r=window.__reactRouterManifest.routes[i]=" +
  `{id:i,module:'${folder}'+(f||i.split('/').pop())+'-'+m.substr(k*${hashes['.js']},${hashes['.js']})+'.js',imports:o(u[k],x),css:o(v[k],y)};` +
  `if(p)r.parentId=p;if(h!='${pathless}')r.path=h;'${flags.join(' ')}'.split(' ').map((k,n)=>{if(b>>n&1)r[k]=true})})`

/**
 * A route is shown only within its parents, and their scripts and styles are loaded by then, so it needn't list them
 * again. Each name is listed once, in order, and its hash apart from it, since nothing compresses hashes. For
 * Larkstone's 179 routes that leaves 8.1 KB of more than 12, gzipped. The server has its own complete list.
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
  const scripts = short.map(([, { imports = [] }]) => imports)
  const styles = short.map(([, { css = [] }]) => css)
  const [scriptNames, styleNames] = [namesIn(scripts), namesIn(styles)]
  const own = short.map(([, { module = '' }]) => parted(module, '.js'))
  const lists = [
    ...apart(scriptNames, '.js'),
    ...apart(styleNames, '.css'),
    own.map(([, hash]) => hash).join(''),
    scripts.map(files => places(files, scriptNames)).join(' '),
    styles.map(files => places(files, styleNames)).join(' '),
  ]
  const rows = short.map(([id, route], at) => asRow(id, own[at]?.[0] ?? '', route)).join('\n')
  const given = `const lists=${JSON.stringify(lists)},rows=${JSON.stringify(rows)}`
  return `${start}${JSON.stringify({ ...list, routes: {} })};{${given};${making}}`
}

function asRow(id: string, script: string, { parentId = '', path = pathless, ...has }: Route): string {
  const { module: _, imports: _imports, css: _css, ...flagged } = has
  const unknown = Object.keys(flagged).filter(key => !flags.includes(key))
  if (unknown.length > 0) throw new Error(`The route ${id} has ${unknown.join(', ')}, which no row says.`)
  const bits = flags.reduce((sum, flag, at) => sum + (flagged[flag] ? 2 ** at : 0), 0)
  return [id, bits, parentId, path, ...(id.slice(id.lastIndexOf('/') + 1) === script ? [] : [script])].join('|')
}

/** @returns a file's name and hash; a style's name keeps the `#` after its extension */
function parted(file: string, ending: Ending): [name: string, hash: string] {
  const [, name = '', hash = '', mark = ''] =
    new RegExp(`^${folder}([^ |#]+)-([\\w-]{${hashes[ending]}})${ending}(#?)$`).exec(file) ?? []
  if (!name) throw new Error(`A route has an unexpected file, ${file}.`)
  return [name + mark, hash]
}

/** @returns the files' names, and their hashes */
function apart(files: readonly string[], ending: Ending): [names: string, hashes: string] {
  const all = files.map(file => parted(file, ending))
  return [all.map(([name]) => name).join(' '), all.map(([, hash]) => hash).join('')]
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

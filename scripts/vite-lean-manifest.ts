import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { officeList } from '../app/route-list.ts'

const folder = 'build/client/assets'
const beginning = 'window.__reactRouterManifest='

/**
 * What the browser's router never reads. `imports` only become `<link rel="modulepreload">`, which the server writes
 * from its own copy; the others are for the build.
 */
const unread = ['imports', 'hasDefaultExport']

type Route = { id: string; parentId?: string; module: string; css?: string[] } & Record<string, unknown>

/** Pages that only administrators and approvers open. */
const officePages = /^portal\/admin\//

/**
 * One route in the shortened list. `css` leaves out what the routes around it have loaded; `flags` has a bit for each
 * property that is true; `others` is the path alone where there is nothing else.
 */
type Row = [
  id: string,
  parent: number,
  module: string,
  css: number[],
  flags: number,
  others: Record<string, unknown> | string,
]

/**
 * Shortens the list of routes that every page loads, by 2.5 KB gzipped: React Router repeats the names of properties,
 * folders and style sheets for each route, also of properties whose absence means the same to the browser (false, or an
 * empty list). The server has a list of its own.
 *
 * Only the list beside it (app/route-list.ts) has the office's pages: everyone else would load 2 KB for nothing. Where a
 * page with the short list leads to one of them, the browser loads it as a document (app/site/catch-all.tsx).
 */
export function leanManifest(): Plugin {
  return {
    name: 'lean-manifest',
    apply: 'build',
    writeBundle() {
      // React Router writes the file while the server is built.
      if (this.environment.name !== 'ssr') return
      const files = readdirSync(folder)
        .filter(name => /^manifest-\w+\.js$/.test(name))
        .map(name => join(folder, name))
        .filter(path => readFileSync(path, 'utf8').startsWith(beginning))
      if (files.length === 0) this.error(`no list of routes in ${folder}: see ${import.meta.url}`)
      for (const path of files) {
        const manifest = JSON.parse(readFileSync(path, 'utf8').slice(beginning.length).replace(/;$/, ''))
        const routes = Object.values<Route>(manifest.routes).filter(isForPages)
        const write = (to: string, url: string, listed: Route[]) => {
          const { rows, styles, flags } = shorten(listed)
          const given = [{ ...manifest, url, routes: {} }, rows, styles, flags]
            .map(value => JSON.stringify(value))
            .join()
          writeFileSync(to, `${beginning}(${expand})(${given});`)
        }
        write(officeList(path), officeList(manifest.url), routes)
        write(path, manifest.url, withoutOffice(routes))
      }
    },
  }
}

/** Files such as /robots.txt are never asked for by the router: links to them leave it to the browser. */
const isForPages = ({ path, hasDefaultExport }: Route) => hasDefaultExport || !/\.\w+$/.test(String(path))

/** Without the office's pages and what is below them; not without what their forms ask for in the background. */
function withoutOffice(routes: Route[]): Route[] {
  const isOffice = ({ id, parentId, hasDefaultExport }: Route): boolean => {
    const parent = routes.find(route => route.id === parentId)
    return (officePages.test(id) && hasDefaultExport === true) || (parent !== undefined && isOffice(parent))
  }
  return routes.filter(route => !isOffice(route))
}

/** The script that makes React Router's list of the shortened one: (manifest, rows, styles, flags) => manifest. */
const expand = `(m,r,s,f)=>{for(const[i,p,j,c,b,o]of r){const t=m.routes[i]={id:i,module:"/assets/"+j+".js",css:c.map(n=>"/assets/"+s[n]),...(o===""+o?{path:o}:o)};if(p>=0)t.parentId=r[p][0];f.forEach((n,k)=>{if(b>>k&1)t[n]=!0})}return m}`

/** @returns the style sheets of a route and of all around it */
function sheetsAround(routes: Route[], id: string | undefined): string[] {
  const route = routes.find(route => route.id === id)
  return route ? [...(route.css ?? []), ...sheetsAround(routes, route.parentId)] : []
}

function shorten(routes: Route[]): { rows: Row[]; styles: string[]; flags: string[] } {
  const styles: string[] = []
  const flags: string[] = []
  const indexIn = (list: string[], value: string) => (list.includes(value) ? list.indexOf(value) : list.push(value) - 1)
  const rows = routes.map(({ id, parentId, module, css = [], ...properties }): Row => {
    const others: Record<string, unknown> = {}
    let bits = 0
    for (const [name, value] of Object.entries(properties)) {
      if (unread.includes(name)) continue
      if (value === true) bits |= 1 << indexIn(flags, name)
      else if (value !== false && !(Array.isArray(value) && value.length === 0)) others[name] = value
    }
    const parent = routes.findIndex(route => route.id === parentId)
    const own = css.filter(path => !sheetsAround(routes, parentId).includes(path))
    const sheets = own.map(path => indexIn(styles, path.replace(/^\/assets\//, '')))
    const isPath = typeof others.path === 'string' && Object.keys(others).length === 1
    return [
      id,
      parent,
      module.replace(/^\/assets\/(.*)\.js$/, '$1'),
      sheets,
      bits,
      isPath ? String(others.path) : others,
    ]
  })
  return { rows, styles, flags }
}

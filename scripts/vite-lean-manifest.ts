import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const folder = 'build/client/assets'
const beginning = 'window.__reactRouterManifest='

/**
 * What the browser's router never reads. `imports` only become `<link rel="modulepreload">`, which the server writes
 * from its own copy; the others are for the build.
 */
const unread = ['imports', 'hasDefaultExport']

type Route = { id: string; parentId?: string; module: string; css?: string[] } & Record<string, unknown>

/** One route in the shortened list; `flags` has a bit for each property that is true. */
type Row = [id: string, parent: number, module: string, css: number[], flags: number, others: Record<string, unknown>]

/**
 * Shortens the list of routes that every page loads, by 2.5 KB gzipped: React Router repeats the names of properties,
 * folders and style sheets for each route, also of properties whose absence means the same to the browser (false, or an
 * empty list). The server has a list of its own.
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
        const { rows, styles, flags } = shorten(Object.values<Route>(manifest.routes).filter(isForPages))
        const given = [{ ...manifest, routes: {} }, rows, styles, flags].map(value => JSON.stringify(value)).join()
        writeFileSync(path, `${beginning}(${expand})(${given});`)
      }
    },
  }
}

/** Files such as /robots.txt are never asked for by the router: links to them leave it to the browser. */
const isForPages = ({ path, hasDefaultExport }: Route) => hasDefaultExport || !/\.\w+$/.test(String(path))

/** The script that makes React Router's list of the shortened one: (manifest, rows, styles, flags) => manifest. */
const expand = `(m,r,s,f)=>{for(const[i,p,j,c,b,o]of r){const t=m.routes[i]={id:i,module:"/assets/"+j+".js",css:c.map(n=>"/assets/"+s[n]),...o};if(p>=0)t.parentId=r[p][0];f.forEach((n,k)=>{if(b>>k&1)t[n]=!0})}return m}`

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
    const sheets = css.map(path => indexIn(styles, path.replace(/^\/assets\//, '')))
    return [id, parent, module.replace(/^\/assets\/(.*)\.js$/, '$1'), sheets, bits, others]
  })
  return { rows, styles, flags }
}

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

type Route = Record<string, unknown>

/**
 * Shortens the list of routes that every page loads, by 1 KB gzipped: React Router names each route's every property,
 * also where its absence means the same to the browser (false, or an empty list). The server has a list of its own.
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
        const routes = Object.entries<Route>(manifest.routes).map(([id, route]) => [id, shorten(route)])
        writeFileSync(path, `${beginning}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`)
      }
    },
  }
}

function shorten(route: Route): Route {
  const isEmpty = (value: unknown) => value === false || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(route).filter(([name, value]) => !unread.includes(name) && !isEmpty(value)))
}

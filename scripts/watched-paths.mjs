// What `npm run dev` restarts the server for. On Node's own modules.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Pages change in place, so of a capability only its server, rules and commands are watched.
 * @param {string} root the project's folder
 * @returns {string[]} folders and files, within it
 */
export function watchedPaths(root) {
  const ofCapabilities = readdirSync(join(root, 'app'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .flatMap(({ name }) => {
      const rules = readdirSync(join(root, 'app', name)).filter(file => /\.(ts|sql)$/.test(file))
      return ['server', ...rules].map(path => `app/${name}/${path}`)
    })
  return ['server', 'rules', 'content', ...ofCapabilities.filter(path => existsSync(join(root, path)))]
}

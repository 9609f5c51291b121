import { relative } from 'node:path'
import type { Plugin } from 'vite'

const ofServer = /^(server|app\/[\w-]+\/server)\//

/** Ends the build if a module of the server would reach a browser: pages take only types from there. */
export function serverOnly(): Plugin {
  return {
    name: 'server-only',
    enforce: 'pre',
    load(id) {
      const path = relative(process.cwd(), id)
      if (this.environment.name === 'client' && ofServer.test(path)) this.error(`${path} must not reach a browser.`)
    },
  }
}

import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Replaces a module by its exported values, for the browser, without the code that computes them. Whether calls can be
 * booked depends on hours and holidays, 0.4 KB for each page of the portal.
 * @param module the end of its path; it exports only data
 */
export function evaluated(module: string): Plugin {
  return {
    name: 'evaluated',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (this.environment.name !== 'client' || !id.endsWith(module)) return undefined
      const values: Record<string, unknown> = await import(pathToFileURL(id).href)
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}

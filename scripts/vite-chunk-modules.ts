import { mkdirSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** The build's list of our modules in each browser script, for tests. */
export const chunkModulesFile = 'build/chunk-modules.json'

/** Writes, for each browser script, its modules of this project. */
export function chunkModules(): Plugin {
  return {
    name: 'chunk-modules',
    apply: 'build',
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const modulesOf = (ids: string[]) =>
        ids
          .map(id => relative(process.cwd(), id.replace(/\?.*/, '')))
          .filter(path => !/^(\.\.|node_modules|\0)/.test(path))
      mkdirSync('build', { recursive: true })
      const modules = Object.fromEntries(chunks.map(({ fileName, moduleIds }) => [fileName, modulesOf(moduleIds)]))
      writeFileSync(chunkModulesFile, JSON.stringify(modules))
    },
  }
}

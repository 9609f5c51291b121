import { mkdirSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** The build's list of our modules in each browser script, for tests. */
export const chunkModulesFile = 'build/chunk-modules.json'

/**
 * Writes, for each browser script, its modules of this project, and stops the build where a page that investors open
 * loads one of the office's.
 */
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
      const [found] = officeForInvestors(chunks, modules)
      if (found) this.error(`${found} Name its modules in a group of vite.config.ts.`)
    },
  }
}

const isOffice = (path: string) => /^app\/[\w-]+\/office\//.test(path)

/**
 * @param modules of the project in each script
 * @returns a sentence for each page outside the office that loads a module of the office's. What a page
 * imports when it is needed isn't counted
 */
export function officeForInvestors(
  chunks: readonly Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'facadeModuleId'>[],
  modules: Readonly<Record<string, readonly string[]>>,
): string[] {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
  const loadedBy = (file: string, seen = new Set<string>()): Set<string> => {
    if (!seen.has(file)) for (const each of importsOf.get(file) ?? []) loadedBy(each, seen.add(file))
    return seen.add(file)
  }
  return chunks.flatMap(({ fileName, facadeModuleId }) => {
    const page = relative(process.cwd(), facadeModuleId?.replace(/\?.*/, '') ?? '')
    if (!/^app\/([\w-]+\/investor|site)\//.test(page)) return []
    const found = [...loadedBy(fileName)].flatMap(file => modules[file]?.find(isOffice) ?? [])
    return found.length > 0 ? [`${page} loads ${found[0]}.`] : []
  })
}

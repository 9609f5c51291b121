import { readFileSync } from 'node:fs'
import { chunkModulesFile } from '../../scripts/vite-chunk-modules.ts'

/** @returns our modules in each script of the build, by its path without the first slash */
const modulesByScript = (): Record<string, string[]> => JSON.parse(readFileSync(chunkModulesFile, 'utf8'))

/** @param scripts their URLs @returns the project's own modules in them */
export function modulesIn(scripts: readonly string[]): string[] {
  const built = modulesByScript()
  return scripts.flatMap(script => built[new URL(script).pathname.slice(1)] ?? [])
}

/**
 * @param module its path in the project
 * @returns the path of the script that contains it, without the first slash
 * @throws Error if no script does
 */
export function scriptWith(module: string): string {
  const found = Object.entries(modulesByScript()).find(([, modules]) => modules.includes(module))
  if (!found) throw new Error(`No script contains ${module}.`)
  return found[0]
}

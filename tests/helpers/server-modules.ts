import { globSync } from 'node:fs'

/** @returns the paths of all modules of the server: of the capabilities, and of what puts them together */
export function serverModules(): string[] {
  return globSync(['server/**/*.ts', 'app/*/server/**/*.ts']).toSorted()
}

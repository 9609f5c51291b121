import { globSync } from 'node:fs'

/**
 * @param name of the file of scripts
 * @param modules their paths, without the extension; `a/(b|c)` names two
 * @returns a group of Rolldown's `codeSplitting`: these modules, which it joins with all that they import
 * @throws Error for a path that no module has, which would be divided unnoticed
 */
export function group(name: string, ...modules: string[]): { name: string; test: RegExp } {
  const sources = globSync('{app,content,rules}/**/*.{ts,tsx,css}').map(path => path.replaceAll('\\', '/'))
  for (const module of modules.flatMap(alternatives)) {
    const file = new RegExp(`^${module}\\.(tsx?|css)$`)
    if (!sources.some(path => file.test(path)))
      throw new Error(`Group ${name} in vite.config.ts: there is no ${module}.`)
  }
  return { name, test: new RegExp(`/(${modules.join('|')})\\.(tsx?|css)$`) }
}

function alternatives(modules: string): string[] {
  const [, before = '', list, after = ''] = /^(.*?)\(([^)]*)\)(.*)$/.exec(modules) ?? []
  return list === undefined ? [modules] : list.split('|').flatMap(each => alternatives(before + each + after))
}

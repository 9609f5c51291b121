// Finds paths and names of files in comments and docs that lead nowhere. Part of `npm run check`.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

const inFolder = /^(?:app|bench|content|deploy|docs|public|rules|scripts|server|tests)\//
const isFile = /[\w*>]\.(?:tsx?|mjs|sql|css|md|yaml)$/
/** Files that an operator adds, one of pdf.js, and one beside the project. */
const exempt = ['deploy/compose.env', 'server/pdf/logo.png', 'web/pdf_viewer.css', 'shared/spec/specification.md']
/** Records of their day, of which only links are checked. */
const records = /^(?:CHANGELOG\.md|docs\/decisions\/|server\/database\/migrations\/)/

/**
 * A path is right from the project's folder, from the folder of the file that names it or from one above, and so is
 * the end of a path. `*` and `<capability>` stand for any text, the four digits of a decision for its name.
 * @param files the paths of all files in the project
 * @returns takes a file's path and text, and returns the wrong paths in its comments, or in all of a Markdown text.
 *   Links begin with `./`
 */
export function pathChecker(files: readonly string[]) {
  const known = new Set(files.flatMap(path => [path, ...above(path)]))
  const ends = new Set([...known].flatMap(path => path.split('/').map((_, i, parts) => parts.slice(i).join('/'))))

  function isRight(from: string, to: string): boolean {
    if (/^\.\.?\//.test(to)) return has(known, join(dirname(from), to))
    if (!inFolder.test(to)) return has(ends, to)
    return ['', ...above(from)].some(folder => has(known, join(folder, to)))
  }

  return (path: string, source: string): { line: number; found: string }[] =>
    pathsIn(path, source)
      .filter(({ to }) => !isRight(path, to))
      .map(({ at, to }) => ({ line: source.slice(0, at).split('\n').length, found: to }))
}

function above(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [folder, ...above(folder)]
}

function has(paths: ReadonlySet<string>, path: string): boolean {
  const sought = path.replace(/\/$/, '').replace(/(?<=^docs\/decisions\/)\d{4}$/, '$&-*')
  if (!/[*<]/.test(sought)) return paths.has(sought)
  const pattern = new RegExp(`^${sought.replaceAll('.', '\\.').replace(/\*+|<[^>]*>/g, '.*')}$`)
  return [...paths].some(each => pattern.test(each))
}

function pathsIn(path: string, source: string): { at: number; to: string }[] {
  const isMarkdown = path.endsWith('.md')
  const comment = path.endsWith('.sql') ? /--.*/g : /(?<=^|[\s{(])(?:\/\*[\s\S]*?\*\/|\/\/.*)/gm
  const texts = records.test(path) ? [] : source.matchAll(isMarkdown ? /.+/g : comment)
  const words = [...texts].flatMap(({ 0: text, index }) =>
    [...text.matchAll(/(?<!\]\()(?<![\w@*<>.:/-])[\w@*<>.:/-]+/g)].map(({ 0: word, index: at }) => ({
      at: index + at,
      to: word.replace(/(?::\d+)?[.:]*$/, ''),
    })),
  )
  const links = isMarkdown ? [...source.matchAll(/(?<=\]\()[^)#\s:]+(?=[)#])/g)] : []
  return [
    ...words.filter(({ to }) => (inFolder.test(to) || isFile.test(to)) && !/^@|:/.test(to) && !exempt.includes(to)),
    ...links.map(({ 0: to, index }) => ({ at: index, to: `./${to}` })),
  ]
}

if (import.meta.main) {
  const [{ fund }, { sampleFund }] = await Promise.all([
    import('../content/fund.ts'),
    import('../content/check-leaders.ts'),
  ])
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  const files = tracked.split('\n').filter(path => path && existsSync(path))
  // A fund replaces these.
  const isOurs = (path: string) => fund.name === sampleFund || !/^(?:content|public)\//.test(path)
  const check = pathChecker(files)
  for (const path of files.filter(path => isFile.test(path) && isOurs(path))) {
    for (const { line, found } of check(path, readFileSync(path, 'utf8'))) {
      if (!isOurs(found)) continue
      console.error(`${path}:${line}: there is no ${found}.`)
      process.exitCode = 1
    }
  }
}

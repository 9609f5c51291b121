// The tests that a change can affect, nearest first, by the number of imports in between. On Node's own modules.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

/** Seconds of a test file without an earlier run. */
const usual = 3
const imported = /(?:from|import\(|import|mock\()\s*['"](\.{1,2}\/[^'"]+)['"]/g

/**
 * @param {string} root the project's folder
 * @param {string} since a commit
 * @returns {string[]} files that have changed since then, committed or not
 */
export function changedSince(root, since) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', since, '--'), ...git('ls-files', '-o', '--exclude-standard')]
}

/**
 * @param {Record<string, string>} sources the text of each TypeScript file, by its path in the project
 * @param {readonly string[]} changed paths of files of any kind
 * @returns {Map<string, number>} each test that a change reaches, with the number of imports in between
 */
export function testsReached(sources, changed) {
  /** @type {Map<string, string[]>} importers by file */
  const importers = new Map()
  for (const [path, text] of Object.entries(sources)) {
    for (const [, to] of text.matchAll(imported)) {
      const file = normalize(join(dirname(path), to)).replaceAll('\\', '/')
      importers.set(file, [...(importers.get(file) ?? []), path])
    }
  }
  const distance = new Map(changed.map(path => [path, 0]))
  const queue = [...changed]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const importer of importers.get(path) ?? []) {
      if (distance.has(importer)) continue
      distance.set(importer, (distance.get(path) ?? 0) + 1)
      queue.push(importer)
    }
  }
  // Files that nothing imports, such as SQL, are matched with tests by name.
  const names = changed.filter(path => !path.endsWith('.ts') && !path.endsWith('.tsx')).map(stem)
  for (const path of Object.keys(sources)) {
    const isNamed = names.some(name => name.length > 3 && stem(path).startsWith(name))
    if (path.endsWith('.test.ts') && isNamed && !distance.has(path)) distance.set(path, 1)
  }
  return new Map([...distance].filter(([path]) => path in sources && path.endsWith('.test.ts')))
}

const stem = path => basename(path).replace(/\..*$/, '')

/**
 * @param {Map<string, number>} reached tests with their distance
 * @param {Record<string, number>} seconds their durations in an earlier run
 * @param {number} budget seconds
 * @returns {string[]} as many as fit, nearest first, then quickest first; changed tests always
 */
export function withinBudget(reached, seconds, budget) {
  const cost = path => seconds[path] ?? usual
  const ordered = [...reached].sort(([one, near], [other, far]) => near - far || cost(one) - cost(other))
  let left = budget
  return ordered
    .filter(([path, distance]) => {
      if (distance > 0 && cost(path) > left) return false
      left -= cost(path)
      return true
    })
    .map(([path]) => path)
}

/** @returns {Record<string, string>} the input of `testsReached` */
export function readSources(root) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
  const paths = listed.split('\n').filter(path => path && existsSync(join(root, path)))
  return Object.fromEntries(paths.map(path => [path, readFileSync(join(root, path), 'utf8')]))
}

// Finds classes that a style sheet defines and no page uses, and classes of a module that it doesn't define. Part of
// `npm run check`.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
/** pdf.js names the classes of its pages. */
const foreign = 'app/viewer/investor/pdf/pdfjs-pages.css'

const files = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' }).map(path => join('app', path))
const sources = files
  .filter(path => /\.tsx?$/.test(path) && !path.includes('/tests/'))
  .map(path => ({ path, text: read(path) }))
const quoted = new Set(sources.flatMap(({ text }) => text.match(/(?<=['"`\s])[\w-]+(?=['"`\s])/g) ?? []))

const found = files
  .filter(path => path.endsWith('.css') && path !== foreign)
  .flatMap(path => (path.endsWith('.module.css') ? faultsOfModule(path) : unused(path, classesOf(path), quoted)))
for (const sentence of found) console.error(sentence)
process.exitCode = found.length > 0 ? 1 : 0

function read(path: string) {
  return readFileSync(join(root, path), 'utf8').replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*/gms, '')
}

function classesOf(path: string): string[] {
  const rules = read(path).replace(/"[^"]*"|@[^{;]*/g, '')
  const selectors = rules.match(/[^{};]+(?=\{)/g) ?? []
  return [...new Set(selectors.flatMap(selector => selector.match(/(?<=\.)[a-z_][\w-]*/gi) ?? []))]
}

function unused(path: string, classes: string[], used: ReadonlySet<string>): string[] {
  return classes.filter(name => !used.has(name)).map(name => `${path}: nothing has the class ${name}.`)
}

/** A module is imported by a default name; its classes are properties of that, or named by a string as `style[size]`. */
function faultsOfModule(path: string): string[] {
  const classes = classesOf(path)
  const used = new Set<string>()
  let isIndexed = false
  for (const { path: user, text } of sources) {
    const specifier = relative(dirname(user), path).replace(/^(?!\.)/, './')
    const [, name] = text.match(new RegExp(`import (\\w+) from '${specifier.replaceAll('.', '\\.')}'`)) ?? []
    if (!name) continue
    if (text.includes(`${name}[`)) isIndexed = true
    for (const [, property] of text.matchAll(new RegExp(`(?<![\\w./-])${name}\\.(\\w+)(?!\\.css)`, 'g')))
      used.add(property ?? '')
  }
  used.delete('module')
  const none = [...used].filter(name => !classes.includes(name)).map(name => `${path}: there is no class ${name}.`)
  return [...unused(path, classes, isIndexed ? new Set([...used, ...quoted]) : used), ...none]
}

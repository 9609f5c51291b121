import { parseSync } from 'vite'
import { bracketSlip } from './content-brackets.ts'

/** Explains mistakes to people who edit texts: messages of a parser or Node.js are for engineers. */

/**
 * @param file its path in the project
 * @param code its content
 * @returns the syntax error, as a sentence with the line below it; undefined if it can be parsed
 */
export function slipIn(file: string, code: string): string | undefined {
  const [error] = parseSync(file, code).errors
  if (!error) return undefined
  const offset = Math.min(error.labels[0]?.start ?? 0, code.length)
  const { line, what, at } = explain(code, offset, error.message)
  return withExcerpt(file, code, line, what, at)
}

/**
 * @param error of loading a file of this folder that can be parsed
 * @param read returns a file's text by its path in the project
 * @returns the same for a file that parses but fails to run: the project's first file in the error's stack
 */
export function slipOf(error: Error, read: (file: string) => string): string {
  const [, file, number] = error.stack?.match(/\/(content\/[^:\s]+\.ts):(\d+)/) ?? []
  const importing = error.message.match(/module '(?:.*\/)?([^']+)' does not provide an export named '(\w+)'/)
  if (importing) {
    const [, from, name] = importing
    return `content/${from} has no “${name}”, but another file takes it from there. Was it renamed, or removed? Put it back, or change the other file, too.`
  }
  if (!file) return `content/ can’t be used: ${error.message}`
  // A missing field has no line to show; the type check finds it.
  if (file.startsWith('content/check')) return 'A field in content/ is missing or misspelled. `npm run check` names it.'
  const code = read(file)
  return withExcerpt(file, code, Number(number), whatOf(error.message, code))
}

/** @returns whether only the type check can explain an error of loading content/ */
export function isForTypeCheck(said: string): boolean {
  return said.startsWith('A field in content/ is missing or misspelled.')
}

/**
 * @returns the name that was probably meant by an unknown one, of those that a file imports or declares; undefined
 *   without a similar one
 */
function nearest(name: string, code: string): string | undefined {
  const imported = [...code.matchAll(/import (?:type )?\{([^}]+)\}/g)].flatMap(([, names = '']) => names.split(','))
  const declared = [...code.matchAll(/(?:const|function) (\w+)/g)].map(([, own = '']) => own)
  const most = Math.max(1, Math.floor(name.length / 4))
  const [best] = [...imported, ...declared]
    .map(known => known.trim().split(' ').at(-1) ?? '')
    .map(known => ({ known, slips: slipsBetween(name, known) }))
    .filter(({ known, slips }) => known && slips <= most)
    .sort((one, other) => one.slips - other.slips)
  return best?.known
}

/** @returns the edit distance of two words, ignoring case */
export function slipsBetween(one: string, other: string): number {
  const [from, to] = [one.toLowerCase(), other.toLowerCase()]
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, wanted] of [...to].entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === wanted ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}

function whatOf(message: string, code: string): string {
  const [, name] = message.match(/^(\S+) is not defined$/) ?? []
  if (name?.startsWith('$')) return `write dollars as a number alone: ${name.slice(1)}.`
  const meant = name && nearest(name, code)
  if (meant) return `“${name}” isn’t known here. Did you mean “${meant}”?`
  if (name) return `“${name}” isn’t known here. A text stands between quotes: '${name}'.`
  const [, part] = message.match(/\(reading '(\w+)'\)/) ?? []
  if (part) return `this takes “${part}” of something that isn’t there. Has an entry been removed that it needs?`
  return message
}

interface Explained {
  /** From 1. */
  line: number
  what: string
  /** Column, from 0. */
  at?: number
}

const apostrophe = 'a straight apostrophe ends the text too early. Write ’ inside a text.'

/** Mistakes visible in a line outside its texts, each with an explanation of the match. */
const inTheLine: readonly [RegExp, (...found: string[]) => string][] = [
  [/(?<![\w'"`])\d{1,3}(?:,\d{3})+(?!\d)/, all => `write a number without commas: ${all.replaceAll(',', '_')}.`],
  [
    /(?<=:\s*)(\d{1,2}),(\d{1,2})(?=\s*[,}]|\s*$)/,
    (_, whole, part) => `write a decimal with a point: ${whole}.${part}.`,
  ],
  [/(?<=:\s*)\$(\d+)/, (_, digits) => `write dollars as a number alone: ${digits}.`],
  [/(?<=:\s*)([\d._]+)([km])\b/i, (_, digits, unit) => `write the number in full: ${inFull(digits, unit)}.`],
  [/(?<=:\s*)(\p{Lu}\p{L}*(?: [\p{L}&]+)+)(?=\s*[,}]|\s*$)/u, all => `a text stands between quotes: '${all}'.`],
  [/^\s*(\w+) = /, (_, name) => `a colon stands after “${name}”, not =.`],
  [/\$\{([\w.]+)(?= \w)/, (_, name) => `a } is missing after “\${${name}”.`],
]

function inFull(digits = '', unit = ''): string {
  const number = Number(digits.replaceAll('_', '')) * (unit.toLowerCase() === 'k' ? 1_000 : 1_000_000)
  return String(number).replace(/\B(?=(\d{3})+$)/g, '_')
}

function explain(code: string, offset: number, message: string): Explained {
  const line = lineAt(code, offset)
  const text = lineOf(code, line)
  const column = offset - code.lastIndexOf('\n', offset - 1) - 1
  const here = (what: string, at = column) => ({ line, what, at })
  const before = code.slice(0, offset)
  const at = code[offset] ?? ''
  const mixed = mixedQuotes(code, line)
  if (mixed) return mixed
  const plain = withoutTexts(text)
  for (const [slip, say] of inTheLine) {
    const found = plain.match(slip) ?? (slip.source.includes('{') ? text.match(slip) : null)
    if (found) return here(say(...found), found.index)
  }
  if (at === '%' || /\d%\s*$/.test(before)) return here('write a rate as a number alone, without %.')
  if (/[“”‘’]/.test(at)) return here(`a text begins and ends with straight quotes: '…'. Inside it, write “ ” and ’.`)
  const quotes = text.match(/'/g)?.length ?? 0
  if (/\w'\s?$/.test(before) && /\w/.test(at) && quotes > 2) return here(apostrophe)
  if (/"$/.test(before) && /\w/.test(at)) return here('inside a text, write “ ” in place of ".')
  if (/Unterminated/.test(message))
    return here(quotes > 2 ? apostrophe : `this text has no ${at || 'quote'} at its end.`)
  if (at === ',' && /,\s*$/.test(before)) return here('there is one comma too many.')
  if (at === ';') return here('write a comma in place of ;.')
  const bracket = bracketSlip(code, line)
  if (bracket) return bracket
  if (/^Expected `,`/.test(message)) return missing(code, offset)
  return here('something is wrong here, or just before: look at quotes, commas and brackets.')
}

/** @returns a line without the letters of its texts */
function withoutTexts(text: string): string {
  return text.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, all => `'${' '.repeat(Math.max(all.length - 2, 0))}'`)
}

/**
 * The first text up to a line that starts with one kind of quote and ends with another. For one that starts with ` the
 * parser notices only where the next text with ` starts.
 */
function mixedQuotes(code: string, last: number): Explained | undefined {
  for (const [i, text] of code.split('\n').slice(0, last).entries()) {
    const [, begins, ends] = text.match(/^\s*(?:.*?[:([,]\s*)?([`'])(?:(?!\1).)*?([`'])[\s,;+)\]}]*$/) ?? []
    const count = (quote: string) => text.split(quote).length - 1
    if (begins && ends && begins !== ends && count(begins) % 2 === 1 && count(ends) % 2 === 1) {
      return {
        line: i + 1,
        what: `this text begins with ${begins} and has to end with ${begins}.`,
        at: text.indexOf(begins),
      }
    }
  }
  return undefined
}

/** The previous element isn't terminated. */
function missing(code: string, offset: number): Explained {
  const line = lineAt(code, offset)
  const before = code.slice(0, offset)
  const isFirst = /\n\s*$/.test(before)
  if (!isFirst) {
    const [, name = ''] = before.match(/(\w+)\s*$/) ?? []
    const [word] = code.slice(offset).match(/^[\p{L}%]+/u) ?? []
    if (/^\d/.test(name) && word) return { line, what: `a number stands alone: take away “${word}”.` }
    return {
      line,
      what: name
        ? `a colon is missing after “${name}”.`
        : 'a comma is missing between two things that stand side by side.',
    }
  }
  const last = lineAt(code, before.trimEnd().length - 1)
  const goesOn = /['"`]/.test(code[offset] ?? '') && /['"`]\s*$/.test(before)
  return {
    line: last,
    what: goesOn
      ? 'a comma is missing at the end of this line, or a + where the text goes on in the next.'
      : 'a comma is missing at the end of this line.',
  }
}

function lineAt(code: string, offset: number): number {
  return code.slice(0, offset).split('\n').length
}

function lineOf(code: string, line: number): string {
  return code.split('\n')[line - 1] ?? ''
}

/**
 * @param at column, from 0; undefined for the whole line
 * @returns the name of the line's field; undefined if it has none
 */
function fieldAt(code: string, line: number, at: number | undefined): string | undefined {
  const lines = code.split('\n')
  const keys = [...withoutTexts(lines[line - 1] ?? '').matchAll(/(?<=^\s*|[{,]\s*)(\w+)(?=\s*:)/g)]
  if (keys.length > 1 && at === undefined) return undefined
  const own = at === undefined ? keys[0] : keys.findLast(({ index }) => index <= at)
  if (own) return own[1]
  const indentOf = (text: string) => text.search(/\S/)
  const indent = indentOf(lines[line - 1] ?? '')
  const above = lines.slice(0, line - 1).findLast(text => text.trim() !== '' && indentOf(text) < indent)
  return above?.match(/^\s*(\w+):/)?.[1]
}

function withExcerpt(file: string, code: string, line: number, what: string, at?: number): string {
  const field = fieldAt(code, line, at)
  return `${file}, line ${line}${field ? `, ${field}` : ''}: ${what}\n    ${line} | ${lineOf(code, line).trimEnd()}`
}

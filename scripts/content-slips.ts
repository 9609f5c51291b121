import { parseSync } from 'vite'

/** Slips of somebody who edits texts, in words: what a parser or Node.js says of them is for engineers. */

/**
 * @param file its path in the project
 * @param code what it contains
 * @returns what is wrong with how it is written, as a sentence with the line below it; undefined where it can be read
 */
export function slipIn(file: string, code: string): string | undefined {
  const [error] = parseSync(file, code).errors
  if (!error) return undefined
  const offset = Math.min(error.labels[0]?.start ?? 0, code.length)
  const { line, what } = explain(code, offset, error.message)
  return told(file, code, line, what)
}

/**
 * @param error of loading a file of this folder that can be read
 * @param read returns a file's text by its path in the project
 * @returns the same for a file that can be read and not used, by the first of the project's own files in the error's stack
 */
export function slipOf(error: Error, read: (file: string) => string): string {
  const [, file, number] = error.stack?.match(/\/(content\/[^:\s]+\.ts):(\d+)/) ?? []
  const importing = error.message.match(/module '(?:.*\/)?([^']+)' does not provide an export named '(\w+)'/)
  if (importing) {
    const [, from, name] = importing
    return `content/${from} has no “${name}”, but another file takes it from there. Was it renamed, or removed? Put it back, or change the other file, too.`
  }
  if (!file) return `content/ can’t be used: ${error.message}`
  // What is missing isn't there to be pointed at; the type check knows where.
  if (file.startsWith('content/check')) return 'A field in content/ is missing or misspelled. `npm run check` names it.'
  return told(file, read(file), Number(number), whatOf(error.message))
}

function whatOf(message: string): string {
  const [, name] = message.match(/^(\S+) is not defined$/) ?? []
  if (name?.startsWith('$')) return `write dollars as a number alone: ${name.slice(1)}.`
  if (name) return `“${name}” isn’t known here. A text stands between quotes: '${name}'.`
  const [, part] = message.match(/\(reading '(\w+)'\)/) ?? []
  if (part) return `this takes “${part}” of something that isn’t there. Has an entry been removed that it needs?`
  return message
}

interface Explained {
  /** From 1. */
  line: number
  what: string
}

function explain(code: string, offset: number, message: string): Explained {
  const line = lineAt(code, offset)
  const text = lineOf(code, line)
  const here = (what: string) => ({ line, what })
  const before = code.slice(0, offset)
  const at = code[offset] ?? ''
  const grouped = text.match(/(?<![\w'"`])\d{1,3}(,\d{3})+(?!\d)/)
  if (grouped) return here(`write a number without commas: ${grouped[0].replaceAll(',', '_')}.`)
  if (at === '%' || /\d%\s*$/.test(before)) return here('write a rate as a number alone, without %.')
  if (/[“”‘’]/.test(at)) return here(`a text begins and ends with straight quotes: '…'. Inside it, write “ ” and ’.`)
  const quotes = text.match(/'/g)?.length ?? 0
  if (/Unterminated/.test(message) && /`[^`]*'/.test(text))
    return here('this text begins with ` and has to end with `.')
  if (/\w'\s?$/.test(before) && /\w/.test(at) && quotes > 2) {
    return here('a straight apostrophe ends the text too early. Write ’ inside a text.')
  }
  if (/Unterminated/.test(message)) {
    const what = quotes > 2 ? 'a straight apostrophe ends the text too early. Write ’ inside a text.' : undefined
    return here(what ?? `this text has no ${at || 'quote'} at its end.`)
  }
  if (at === ',' && /,\s*$/.test(before)) return here('there is one comma too many.')
  if (/found `EOF`/.test(message)) return unclosed(code)
  if (/^Expected `,`/.test(message)) return missing(code, offset)
  return here('something is wrong here, or just before: look at quotes, commas and brackets.')
}

/** Something stands where the one before should have ended. */
function missing(code: string, offset: number): Explained {
  const line = lineAt(code, offset)
  const before = code.slice(0, offset)
  const isFirst = /\n\s*$/.test(before)
  if (!isFirst) {
    const [, name] = before.match(/(\w+)\s*$/) ?? []
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

const closers: Record<string, string> = { '{': '}', '[': ']', '(': ')' }

/** The bracket that isn't closed: the one whose partner is indented like another's. */
function unclosed(code: string): Explained {
  const open: { bracket: string; line: number; indent: number }[] = []
  const plain = code.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\/.*|\/\*[\s\S]*?\*\//g, text =>
    text.replace(/[^\n]/g, ' '),
  )
  for (const [i, text] of plain.split('\n').entries()) {
    const indent = text.search(/\S/)
    for (const [at, bracket] of [...text].entries()) {
      if (bracket in closers) open.push({ bracket, line: i + 1, indent })
      if (!Object.values(closers).includes(bracket)) continue
      const last = open.pop()
      if (last && at === indent && last.indent > indent) return { line: last.line, what: whatIsOpen(last.bracket) }
    }
  }
  const first = open.at(-1)
  return { line: first?.line ?? 1, what: whatIsOpen(first?.bracket ?? '{') }
}

function whatIsOpen(bracket: string): string {
  return `the ${bracket} that opens here isn’t closed: a ${closers[bracket]} is missing.`
}

function lineAt(code: string, offset: number): number {
  return code.slice(0, offset).split('\n').length
}

function lineOf(code: string, line: number): string {
  return code.split('\n')[line - 1] ?? ''
}

function told(file: string, code: string, line: number, what: string): string {
  return `${file}, line ${line}: ${what}\n    ${line} | ${lineOf(code, line).trimEnd()}`
}

/** Describes an unmatched bracket of a file. */

const closers: Record<string, string> = { '{': '}', '[': ']', '(': ')' }
const openers = Object.fromEntries(Object.entries(closers).map(([opener, closer]) => [closer, opener]))

interface Bracket {
  sign: string
  /** From 1. */
  line: number
  /** Column, from 0. */
  at: number
  /** Indentation of the line. */
  indent: number
}

interface Slip {
  /** From 1. */
  line: number
  what: string
  /** Column, from 0. */
  at?: number
}

/**
 * @param code of a file with a syntax error
 * @param noticed the line reported by the parser, which may be after the actual one
 * @returns the missing or superfluous bracket, if there is one
 */
export function bracketSlip(code: string, noticed: number): Slip | undefined {
  const open: Bracket[] = []
  const lines = withoutTexts(code).split('\n')
  for (const [i, text] of lines.entries()) {
    const indent = text.search(/\S/)
    for (const [at, sign] of [...text].entries()) {
      if (sign in closers) open.push({ sign, line: i + 1, at, indent })
      if (!(sign in openers)) continue
      const last = open.pop()
      const closer = { sign, line: i + 1, at, indent }
      const isFirst = at === indent
      if (!last) return unopened(closer, noticed, lines)
      if (last.sign === openers[sign] && !(isFirst && last.indent > indent)) continue
      const isClosedHere = [...open, last].some(each => isPartner(each, closer, isFirst))
      return isClosedHere ? unclosed(last) : unopened(closer, noticed, lines)
    }
  }
  const [last] = open.slice(-1)
  return last && unclosed(last)
}

/** Whether two brackets match, judging by their layout. */
function isPartner(opener: Bracket, closer: Bracket, isFirst: boolean): boolean {
  if (opener.sign !== openers[closer.sign]) return false
  return isFirst ? opener.indent === closer.indent : opener.line === closer.line
}

function unclosed({ sign, line, at }: Bracket): Slip {
  return { line, at, what: `the ${sign} that opens here isn’t closed: a ${closers[sign]} is missing.` }
}

function unopened({ sign, line }: Bracket, noticed: number, lines: readonly string[]): Slip {
  const opener = openers[sign]
  if (noticed >= line)
    return { line, what: `there is one ${sign} too many here, or the ${opener} that it closes is missing above.` }
  // Characters that precede a bracket.
  const named = [noticed, noticed - 1, noticed - 2].find(each => /[=:]\s*$/.test(lines[each - 1] ?? ''))
  return named
    ? { line: named, what: `a ${opener} is missing at the end of this line.` }
    : { line: noticed, what: `a ${opener} is missing here, or just before.` }
}

/** @returns code with blanks for the letters of texts and comments; the contents of ${…} remain */
function withoutTexts(code: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  return code
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\/.*|\/\*[\s\S]*?\*\//g, blank)
    .replace(/`(?:\\.|[^`\\])*`/g, text =>
      text.replace(/(\$\{[^}\n]*\}?)|[^\n]/g, (_, taken: string | undefined) => taken ?? ' '),
    )
}

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** What another fund's content/ still has of the sample's. The check keeps what the sample's texts are. */
const list = new URL('./sample-texts.json', import.meta.url)

/** Hashes of a file's texts, by the file. */
type Kept = Record<string, readonly string[]>

/** Shorter texts of the sample that no other fund shares. */
const facts: Record<string, string[]> = {
  'content/fund.ts': [
    'Larkstone Private Lending',
    '(512) 555-0142',
    '+15125550142',
    'Austin, Texas',
    'larkstone.example',
  ],
  'content/leaders.ts': ['Daniel Whitfield', 'Nora Whitfield'],
  'content/notes.ts': ['LK'],
  'content/security.ts': ['2026-11-22'],
  'content/legal/terms.ts': ['August 2025'],
  'content/legal/privacy.ts': ['August 2025'],
  'content/catalogue.ts': ['August 2025'],
}
/** Pictures of the sample's people, below public/. */
export const sampleSignatures = ['/media/leaders/daniel-whitfield.svg', '/media/leaders/nora-whitfield.svg']

/** Letters from which on a text is somebody's own, and not what any fund would write. */
const least = 30

/**
 * Compares texts as they are typed, so that numbers which follow from others make none of them new. What describes the
 * portal, and not the fund, may stay: the guide, and the words of the calculator.
 */
const staysAsItIs = /^content\/(guide|calculator|check|.*types|words|leaders-in-words|navigation|pages)/

/** @returns the texts in a file that are long enough, in order, with the line of each */
function textsOf(file: string, code: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value, start } = node as { type?: string; value?: unknown; start?: number }
    const text =
      type === 'Literal' ? value : type === 'TemplateElement' ? (value as { cooked: string }).cooked : undefined
    if (typeof text === 'string') found.push({ text, line: code.slice(0, start).split('\n').length })
    if (type !== 'ImportDeclaration') Object.values(node).forEach(walk)
  }
  walk(parseSync(file, code).program.body)
  return found
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/**
 * @param files each file of content/ with its code
 * @returns a sentence for each file that still has texts of the sample's, with where the first is
 */
export function leftoversIn(files: Record<string, string>, sample: Kept = readSample()): string[] {
  return Object.entries(files).flatMap(([file, code]) => {
    const kept = sample[file]
    if (!kept || staysAsItIs.test(file)) return []
    const texts = textsOf(file, code)
    const left = texts.filter(
      ({ text }) => facts[file]?.includes(text) || (text.length >= least && kept.includes(shortHash(text))),
    )
    const [first] = left
    if (!first) return []
    const shown = first.text.trim().length > 60 ? `${first.text.trim().slice(0, 57)}…` : first.text.trim()
    const count = left.length === 1 ? 'one text is' : `${left.length} texts are`
    return [`${file}, line ${first.line}: ${count} still the sample’s: “${shown}”`]
  })
}

function readSample(): Kept {
  const kept: Record<string, string> = JSON.parse(readFileSync(list, 'utf8'))
  return Object.fromEntries(Object.entries(kept).map(([file, hashes]) => [file, hashes.split(' ')]))
}

/** @returns of each file the hashes of what another fund would write itself */
function sampleTexts(files: Record<string, string>): Kept {
  const hashes = Object.entries(files).map(([file, code]) => {
    const long = textsOf(file, code).filter(({ text }) => text.length >= least)
    return [file, [...new Set(long.map(({ text }) => shortHash(text)))]] as const
  })
  return Object.fromEntries(hashes.filter(([file, all]) => !staysAsItIs.test(file) && (all.length > 0 || facts[file])))
}

/** Keeps what the sample's texts are, where one has changed. */
export function keepSample(files: Record<string, string>): void {
  const lines = Object.entries(sampleTexts(files)).map(([file, all]) => `  "${file}": "${all.join(' ')}"`)
  const json = `{\n${lines.join(',\n')}\n}\n`
  if (readFileSync(list, 'utf8') !== json) writeFileSync(list, json)
}

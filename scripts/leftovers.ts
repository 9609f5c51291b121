import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { countOf } from '../rules/number.ts'
import { valueAt } from './first-hour/edit.ts'

/** Finds sample texts that remain in another fund's content/. The check maintains the list of the sample's texts. */
const list = new URL('./sample-texts.json', import.meta.url)

/** Hashes of the texts by file. */
type SampleTexts = Record<string, readonly string[]>

/** Shorter texts of the sample that no other fund would have. */
const facts: Record<string, string[]> = {
  'content/fund.ts': [
    'Larkstone Private Lending',
    '(512) 555-0142',
    '+15125550142',
    'Austin, Texas',
    'larkstone.example',
    'Private Lending. Simplified.',
  ],
  'content/home.ts': ['The Power', 'of Certainty'],
  'content/deck.ts': ['The Power of Certainty'],
  'content/overview.ts': ['One family'],
  'content/bookkeeping.ts': ['LK-J'],
  'content/leaders.ts': ['Daniel Whitfield', 'Nora Whitfield'],
  'content/notes.ts': ['LK'],
  'content/security.ts': ['2026-11-22'],
  'content/tax.ts': ['00-1234567', '500 Sample Street, Suite 100', 'Austin', '78701'],
  'content/legal/terms.ts': ['August 2025'],
  'content/legal/privacy.ts': ['August 2025'],
  'content/catalogue.ts': ['August 2025'],
}
/** Pictures of the sample's people, below public/. */
export const sampleSignatures = ['/media/leaders/daniel-whitfield.svg', '/media/leaders/nora-whitfield.svg']

/** Settings of the sample that another fund decides for itself: a file's export, and fields within. */
const settings: Record<string, string[][]> = {
  'content/fund.ts': [
    'currentRaise',
    'loanMonths',
    'commitmentYears',
    'responseHours',
    'reviewDays',
    'deploymentHours',
  ].map(field => ['fund', field]),
  'content/call-offers.ts': [['weekdays'], ['calls', 'closed']],
  // The limits of its state's law.
  'content/notes.ts': ['rateCeilingBp', 'lawfulBp'].map(field => ['noteSettings', 'limits', field]),
}

/** Minimum letters of a text that is specific to a fund, and of a part of it. */
const least = { text: 30, part: 12 }

/**
 * Compares texts as source, so that derived numbers make none of them new. Texts about the portal rather than the fund
 * may stay: the guide, and the words of the calculator.
 */
const staysAsItIs = /^content\/(guide|calculator|check|.*types|typefaces|words|navigation|pages|reviewed-texts)/

/**
 * Most important files first, because they bind or name the fund: figures and names, law, then the most public pages.
 * Other files follow by name.
 */
const importance = [
  ...['fund', 'leaders', 'tax', 'notes', 'legal/terms', 'legal/privacy', 'representations', 'accreditation'],
  ...[
    'verification-letter',
    'paperless',
    'electronic-records',
    'retention',
    'security',
    'catalogue',
    'call-offers',
    'home',
    'home-sections',
  ],
  ...['overview', 'about', 'faq', 'investor-info', 'deck'],
].map(name => `content/${name}.ts`)

/** Fields with facts from others: laws, and publishers with their publications. */
const ofOthers = ['law', 'source', 'company', 'logo', 'link']

interface Text {
  /** Its parts as source: the lines of a concatenation, or the text around inserted values. */
  parts: string[]
  line: number
}

type Node = Record<string, unknown> & { type?: string }

/** @returns the texts in a file, in order */
function textsOf(file: string, code: string): Text[] {
  const found: Text[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start, key } = node as Node & { start?: number; key?: { name?: string } }
    if (type === 'ImportDeclaration' || (type === 'Property' && ofOthers.includes(key?.name ?? ''))) return
    const { parts, values } = partsOf(node as Node)
    if (parts.length > 0) found.push({ parts, line: code.slice(0, start).split('\n').length })
    for (const value of values) Object.values(value as object).forEach(walk)
  }
  walk(parseSync(file, code).program.body)
  return found
}

/** @returns an expression's own texts, and the nodes with more inside: inserted values, or the node */
function partsOf(node: Node): { parts: string[]; values: unknown[] } {
  if (node.type === 'Literal') return { parts: typeof node.value === 'string' ? [node.value] : [], values: [] }
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { value: { cooked: string } }[]
    return { parts: quasis.map(({ value }) => value.cooked), values: [node.expressions] }
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return { parts: [], values: [node] }
  const sides = [node.left, node.right].map(side => partsOf(side as Node))
  return { parts: sides.flatMap(({ parts }) => parts), values: sides.flatMap(({ values }) => values) }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** @returns the parts of a text that are long enough, if the whole is */
function longParts({ parts }: Text): string[] {
  const isAddress = parts[0]?.startsWith('/')
  return !isAddress && parts.join('').length >= least.text ? parts.filter(part => part.trim().length >= least.part) : []
}

/** @returns the file's settings as source, such as 'currentRaise: 30_000_000', each with its line */
function settingsOf(file: string, code: string): { text: string; line: number }[] {
  return (settings[file] ?? []).flatMap(path => {
    try {
      const value = valueAt(code, path)
      const text = `${path.at(-1)}: ${value.replace(/\s+/g, ' ')}`
      return [{ text, line: code.slice(0, code.indexOf(value)).split('\n').length }]
    } catch {
      return []
    }
  })
}

/** A text of the sample that another fund's file still has. */
export interface Leftover {
  file: string
  line: number
  /** As source, with … for inserted values. */
  text: string
}

/**
 * @param files each file of content/ with its code
 * @param kept texts that the fund has reviewed and retains (content/reviewed-texts.ts)
 * @returns the remaining sample texts: the most important files first, each from its top
 */
export function leftoversIn(
  files: Record<string, string>,
  kept: readonly string[] = [],
  sample: SampleTexts = readSample(),
): Leftover[] {
  const rank = (file: string) => (importance.includes(file) ? importance.indexOf(file) : importance.length)
  const ordered = Object.entries(files).toSorted(([one], [other]) => rank(one) - rank(other))
  return ordered.flatMap(([file, code]) => {
    const known = sample[file]
    if (!known || staysAsItIs.test(file) || kept.includes(file)) return []
    const texts = textsOf(file, code)
      .filter(text => {
        const isFact = text.parts.some(part => facts[file]?.includes(part))
        return isFact || longParts(text).some(part => known.includes(shortHash(part)))
      })
      .map(({ parts, line }) => ({ text: parts.join('…').trim(), line }))
    const same = settingsOf(file, code).filter(({ text }) => known.includes(shortHash(text)))
    return [...texts, ...same]
      .filter(({ text }) => !kept.some(each => `${file}: ${text}`.startsWith(each)))
      .sort((one, other) => one.line - other.line)
      .map(({ text, line }) => ({ file, line, text }))
  })
}

/** @returns entries of content/reviewed-texts.ts that no file of content/ has: a misspelled or deleted file */
export function missingTexts(files: Record<string, string>, kept: readonly string[]): string[] {
  return kept.filter(each => !Object.keys(files).some(file => each === file || each.startsWith(`${file}: `)))
}

/**
 * @param most texts of a file to print
 * @returns lines that list them, grouped by file
 */
export function listOf(left: readonly Leftover[], most = Number.POSITIVE_INFINITY): string[] {
  return Object.entries(Object.groupBy(left, ({ file }) => file)).flatMap(([file, all = []]) => [
    `${file}: ${countOf(all.length, 'text', 'texts')}`,
    ...all
      .slice(0, most)
      .map(({ line, text }) => `  line ${line}: ${text.length > 90 ? `${text.slice(0, 87)}…` : text}`),
    ...(all.length > most ? [`  and ${all.length - most} more`] : []),
  ])
}

function readSample(): SampleTexts {
  const kept: Record<string, string> = JSON.parse(readFileSync(list, 'utf8'))
  return Object.fromEntries(Object.entries(kept).map(([file, hashes]) => [file, hashes.split(' ')]))
}

/** @returns the hashes of each file's texts that another fund would replace */
function sampleTexts(files: Record<string, string>): SampleTexts {
  const hashes = Object.entries(files).map(([file, code]) => {
    const long = [...textsOf(file, code).flatMap(longParts), ...settingsOf(file, code).map(({ text }) => text)]
    return [file, [...new Set(long.map(shortHash))]] as const
  })
  return Object.fromEntries(hashes.filter(([file, all]) => !staysAsItIs.test(file) && (all.length > 0 || facts[file])))
}

/** Updates the list of the sample's texts after a change. */
export function saveSample(files: Record<string, string>): void {
  const lines = Object.entries(sampleTexts(files)).map(([file, all]) => `  "${file}": "${all.join(' ')}"`)
  const json = `{\n${lines.join(',\n')}\n}\n`
  if (readFileSync(list, 'utf8') !== json) writeFileSync(list, json)
}

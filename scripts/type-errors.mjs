// Explains the type check's errors in content/ to people who edit texts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Errors at the definition of a value; others are at its use, and follow from these. */
const causes = [
  'TS2741',
  'TS2739',
  'TS2740',
  'TS2353',
  'TS2561',
  'TS2322',
  'TS1360',
  'TS1117',
  'TS2304',
  'TS2552',
  'TS2820',
]

/** Unused imports and constants of content/: left over when a sentence no longer includes a number, and harmless. */
const unused = /^content\/\S+\(\d+,\d+\): error TS(6133|6192|6196|6198):/

/** @returns {string} the output of `tsc` without errors that editors of texts can ignore; '' without others */
export function withoutUnused(words) {
  return words
    .split('\n')
    .filter(line => !unused.test(line))
    .join('\n')
    .trim()
}

/**
 * @param {string} words the output of `tsc`
 * @param {string} root the project's folder
 * @param {string} [content] the output of the content's check
 * @returns {string} the same; if there are errors in content/ only these, each as a sentence with its line below:
 *   fixing one also fixes its uses
 */
export function inPlainWords(words, root, content = '') {
  const onlyCauses = causes.some(code => new RegExp(`^content/.*error ${code}:`, 'm').test(words))
  const errors = words.split('\n').flatMap(line => {
    const [, file, number, column, code, message] =
      line.match(/^(content\/[^(]+\.ts)\((\d+),(\d+)\): error (TS\d+): (.*)$/) ?? []
    if (!file || (onlyCauses && !causes.includes(code))) return []
    const { what, isElsewhere } = sentenceOf(code, message)
    const isPlain = what !== message
    if (isElsewhere) return [{ isPlain, said: `${file}: ${what}` }]
    const text = readFileSync(join(root, file), 'utf8').split('\n')[number - 1] ?? ''
    const [, field] = text.slice(column - 1).match(/^(\w+)\s*:/) ?? []
    const where = `${file}, line ${number}${field ? `, ${field}` : ''}`
    return [{ isPlain, said: `${where}: ${what}\n    ${number} | ${text.trimEnd()}` }]
  })
  // Errors that only engineers understand follow from the explained ones, here or in the content's check.
  const plain = errors.filter(({ isPlain }) => isPlain)
  if (plain.length === 0 && errors.length > 0 && contentFaults(content).length > 0) return ''
  const all = plain.length > 0 ? plain : errors
  return all.length > 0 ? all.map(({ said }) => said).join('\n') : words
}

/** @returns the lines of the content's check that are faults of a file */
function contentFaults(words) {
  return words.split('\n').filter(line => /^content\/\S+\.ts[:,]/.test(line))
}

/**
 * @param {string} types the result of `inPlainWords`
 * @returns {boolean} whether it names a line of content/. The content's check then mostly reports consequences: a
 *   misspelled field is missing, and values derived from it are empty or out of date.
 */
export function isAboutContent(types) {
  return /^content\/\S+\.ts[:,]/m.test(types)
}

/** @returns {{ what: string, isElsewhere?: boolean }} `isElsewhere` if another line has to be changed */
function sentenceOf(code, message) {
  const quoted = [...message.matchAll(/'([^']*)'/g)].map(([, text]) => text)
  switch (code) {
    case 'TS2741':
      return { what: `${quoted[0]} is missing.`, isElsewhere: true }
    case 'TS2739':
    case 'TS2740':
      return { what: `${message.split(': ').at(-1)} are missing.`, isElsewhere: true }
    case 'TS2353':
      return { what: `there is no field “${quoted[0]}” here. Is it misspelled?` }
    case 'TS2561':
      return { what: `there is no field “${quoted[0]}”. Did you mean “${quoted.at(-1)}”?` }
    case 'TS2552':
      return { what: `“${quoted[0]}” isn’t known here. Did you mean “${quoted.at(-1)}”?` }
    case 'TS2304':
      return { what: `“${quoted[0]}” isn’t known here. A text stands between quotes: '${quoted[0]}'.` }
    case 'TS2551':
    case 'TS2339':
      return { what: `there is no “${quoted[0]}” any more where this takes it from. Was it renamed, or removed?` }
    case 'TS1117':
      return { what: 'this field is there twice. Remove one of them.' }
    case 'TS6133':
      return { what: `“${quoted[0]}” isn’t used any more. Remove it.` }
    case 'TS2322':
    case 'TS1360':
    case 'TS2820':
      return { what: neededFor(message) }
    default:
      return { what: message }
  }
}

function neededFor(message) {
  const [, type = ''] = message.match(/to type '(.*?)'\.(?: Did you mean .*)?$/) ?? []
  if (type === 'number') return 'a number is needed here, without quotes.'
  if (type === 'string') return 'a text is needed here, between quotes.'
  if (type === 'boolean') return 'true or false is needed here, without quotes.'
  if (/^"[^"]*"( \| "[^"]*")*$/.test(type))
    return `this has to be one of ${type.replaceAll(' | ', ', ').replaceAll('"', "'")}.`
  return message
}

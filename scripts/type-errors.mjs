// What the type check finds in content/, in words for those who edit texts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param {string} words the output of `tsc`
 * @param {string} root the project's folder
 * @returns {string} the same; in place of each error in content/ a sentence, with the line below it
 */
export function inPlainWords(words, root) {
  const out = []
  let isTold = false
  for (const line of words.split('\n')) {
    const [, file, number, code, message] = line.match(/^(content\/[^(]+\.ts)\((\d+),\d+\): error (TS\d+): (.*)$/) ?? []
    // What is indented explains the error above it.
    if (isTold && /^\s+\S/.test(line)) continue
    isTold = Boolean(file)
    if (!file) {
      out.push(line)
      continue
    }
    const { what, isElsewhere } = sentenceOf(code, message)
    const text = readFileSync(join(root, file), 'utf8').split('\n')[number - 1] ?? ''
    out.push(isElsewhere ? `${file}: ${what}` : `${file}, line ${number}: ${what}\n    ${number} | ${text.trimEnd()}`)
  }
  return out.join('\n')
}

/** @returns {{ what: string, isElsewhere?: boolean }} `isElsewhere` where the line isn't the one to change */
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
    case 'TS2304':
    case 'TS2552':
      return { what: `“${quoted[0]}” isn’t known here. A text stands between quotes: '${quoted[0]}'.` }
    case 'TS1117':
      return { what: 'this field is there twice. Remove one of them.' }
    case 'TS6133':
      return { what: `“${quoted[0]}” isn’t used any more. Remove it.` }
    case 'TS2322':
    case 'TS1360':
      return { what: neededFor(message) }
    default:
      return { what: message }
  }
}

function neededFor(message) {
  const [, type = ''] = message.match(/to type '(.*)'\.$/) ?? []
  if (type === 'number') return 'a number is needed here, without quotes.'
  if (type === 'string') return 'a text is needed here, between quotes.'
  if (type === 'boolean') return 'true or false is needed here, without quotes.'
  if (/^"[^"]*"( \| "[^"]*")*$/.test(type))
    return `this has to be one of ${type.replaceAll(' | ', ', ').replaceAll('"', "'")}.`
  return message
}

import { namedSeparator, readRows } from '../../../server/tables/read-rows.ts'
import type { MatchingCode } from '../tin-matching.ts'

/** What a file says that came back. */
export interface MatchingResults {
  answers: { account: string; code: MatchingCode }[]
  /** Numbers of the lines that can't be read, from 1. */
  unread: number[]
}

/** @param text of the file that the IRS returned; empty lines don't count, nor does a separator that Excel has put for the semicolon */
export function readMatchingResults(text: string): MatchingResults {
  const tried = ([namedSeparator(text) ?? ';', ',', '\t', '|'] as const).map(separator => {
    const { rows, faults } = readRows(text, separator)
    const results: MatchingResults = { answers: [], unread: faults.map(({ line }) => line) }
    for (const { line, cells } of rows) {
      const [, , , account = '', code = ''] = cells
      if (cells.length >= 5 && /^H\d{4,}N[0-9A-F]{8}$/.test(account) && /^[0-8]$/.test(code))
        results.answers.push({ account, code: Number(code) as MatchingCode })
      else results.unread.push(line)
    }
    return { ...results, unread: results.unread.toSorted((one, other) => one - other) }
  })
  return tried.reduce((most, each) => (each.answers.length > most.answers.length ? each : most))
}

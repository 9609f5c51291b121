import { formatDay } from '../../../../rules/days.ts'
import { parseRate } from '../../../../rules/money.ts'
import { oneLine } from '../../../../rules/text.ts'
import { readWrittenDay } from '../../../../server/tables/read-day.ts'
import { readMoney } from '../../../../server/tables/read-money.ts'
import type { DayOrder } from '../../../bank/bank.ts'

/** A cell that can't be used, in a sentence for the person who prepared the file. */
export class CellProblem extends Error {}

/** How the file writes what could be read in two ways. */
export interface CellStyle {
  /** Which comes first in a day such as 03/04/2026; undefined where no day of the file decides. */
  days: DayOrder | undefined
  /** Whether decimals follow a comma. */
  decimalCommas: boolean
}

/**
 * @param text '200000', '200,000.00' or '$200,000'
 * @throws CellProblem, also for what is below zero
 */
export function readAmount(text: string, { decimalCommas }: CellStyle): bigint {
  const cents = readMoney(text, decimalCommas)
  if (cents === undefined || cents < 0n)
    throw new CellProblem(`“${text}” isn’t an amount. Write dollars and cents, such as 200000.00.`)
  return cents
}

/**
 * @param text '11', '11.33' or '11.33%': percent a year
 * @returns basis points
 * @throws CellProblem
 */
export function readRate(text: string): number {
  const rate = parseRate(text.replace(/(\.\d\d)0+(?=\s*%?$)/, '$1'))
  if (rate === undefined)
    throw new CellProblem(`“${text}” isn’t a rate. Write percent a year with at most two decimals, such as 11.33.`)
  return rate
}

/**
 * @param text '2027-01-31' or as `readWrittenDay` takes it
 * @returns the day as 'YYYY-MM-DD'
 * @throws CellProblem, also for what could be two days
 */
export function readDay(text: string, { days }: CellStyle): string {
  const { month, day } = readWrittenDay(text)
  if (!days && month && day && month !== day)
    throw new CellProblem(
      `“${text}” could be ${formatDay(month)} or ${formatDay(day)}. Write it as ${month} or ${day}.`,
    )
  const found = days === 'day' ? day : month
  if (!found || found < '2000' || found > '2100-12-31')
    throw new CellProblem(`“${text}” isn’t a day from 2000 to 2100. Write it as 2027-01-31.`)
  return found
}

/**
 * @param choices what the cell may say, each with the further words that mean it
 * @throws CellProblem
 */
export function readChoice<Choice extends string>(text: string, choices: Record<Choice, readonly string[]>): Choice {
  const plain = (word: string) => word.toLowerCase().replaceAll(/[^a-z0-9/]/g, '')
  const found = (Object.keys(choices) as Choice[]).find(choice =>
    [choice, ...choices[choice]].some(word => plain(word) === plain(text)),
  )
  if (!found) throw new CellProblem(`“${text}” isn’t one of ${Object.keys(choices).join(', ')}.`)
  return found
}

/**
 * @returns two capital letters
 * @throws CellProblem
 */
export function readState(text: string): string {
  if (!/^[A-Za-z]{2}$/.test(text)) throw new CellProblem(`“${text}” isn’t a state. Write its two letters, such as TX.`)
  return text.toUpperCase()
}

/** @throws CellProblem where it is longer, or of several lines */
export function readText(text: string, longest = 200): string {
  if (text.length > longest) throw new CellProblem(`This is too long. Write at most ${longest} characters.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) throw new CellProblem('This can’t have line breaks or control characters.')
  return text
}

/**
 * @returns a name as it is stored
 * @throws CellProblem as `readText`
 */
export function readName(text: string): string {
  return oneLine(readText(text))
}

import type { DayOrder } from '../../app/bank/bank.ts'
import { type Day, dayOf, isDay } from '../../rules/days.ts'

/** A day as it reads with the month first, and with the day first: the same where only one order makes sense of it. */
export type WrittenDay = Partial<Record<DayOrder, Day>>

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const gap = '[\\s,./-]*'
const ordinal = '(\\d{1,2})(?:st|nd|rd|th)?'
const year = '(\\d{4}|\\d{2})'
const named: [RegExp, (parts: string[]) => [string?, string?, string?]][] = [
  [new RegExp(`^(${monthNames})\\.?${gap}${ordinal}[\\s,./-]+'?${year}$`), ([m, d, y]) => [y, m, d]],
  [new RegExp(`^${ordinal}${gap}(${monthNames})\\.?${gap}'?${year}$`), ([d, m, y]) => [y, m, d]],
  [new RegExp(`^(\\d{4})${gap}(${monthNames})\\.?${gap}${ordinal}$`), ([y, m, d]) => [y, m, d]],
]
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\s+/
const clock =
  /(?:t|,?\s+)\d{1,2}(?::|\.)\d{2}(?:(?::|\.)\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:z|[+-]\d{2}:?\d{2}|[a-z]{2,4})?$/

/**
 * Reads a day as banks and spreadsheets write it, with or without a time, which is left out: 2026-11-09, 11/09/26, 09-Nov-2026,
 * Nov 9, 2026, 20261109. Years of two digits are of this century.
 * @returns nothing for anything else
 */
export function readWrittenDay(text: string): WrittenDay {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .toLowerCase()
    .trim()
    .replace(weekday, '')
    .replace(clock, '')
  const compact = /^(\d{4})(\d{2})(\d{2})(?:\d{4}|\d{6})?(?:\.\d+)?(?:\[.*\])?$/.exec(plain)
  const iso = compact ?? /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain)
  const day = iso && toDay(iso[1], iso[2], iso[3])
  if (day) return { month: day, day }
  for (const [form, order] of named) {
    const parts = form.exec(plain)?.slice(1)
    if (!parts) continue
    const [y, m = '', d] = order(parts)
    const found = toDay(y, String(months.indexOf(m.slice(0, 3)) + 1), d)
    return found ? { month: found, day: found } : {}
  }
  const [, one, , other, y] =
    /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/.exec(plain) ?? /^(\d{2})()(\d{2})(\d{4})$/.exec(plain) ?? []
  const [month, date] = [toDay(y, one, other), toDay(y, other, one)]
  return { ...(month && { month }), ...(date && { day: date }) }
}

/** In which order a table writes its days. */
export interface OrderOfDays {
  /** As most of those days have it that make sense in one order alone; undefined where no day decides. */
  order: DayOrder | undefined
  /** The first cell that could be two days. */
  doubt: string | undefined
}

/** @param cells of all columns with days */
export function orderOfDays(cells: readonly string[]): OrderOfDays {
  const counts = { month: 0, day: 0 }
  let doubt: string | undefined
  for (const cell of cells) {
    const { month, day } = readWrittenDay(cell)
    if (month && day) doubt ??= month === day ? undefined : cell
    else if (month) counts.month++
    else if (day) counts.day++
  }
  const decides = counts.month + counts.day > 0
  return { order: decides ? (counts.day > counts.month ? 'day' : 'month') : undefined, doubt }
}

function toDay(y = '', month = '', day = ''): Day | undefined {
  const text = dayOf({ year: Number(y.length === 2 ? `20${y}` : y), month: Number(month), day: Number(day) })
  return isDay(text) ? text : undefined
}

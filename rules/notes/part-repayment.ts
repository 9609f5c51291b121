import type { Day } from './days.ts'
import { type InterestTerms, interestFor } from './interest.ts'
import { type Cents, sumCents } from './money.ts'

/** A line of a schedule, as far as principal and interest are concerned. */
interface Line {
  due: Day
  days: number
  interest: Cents
  principal: Cents
}

/** @returns the principal on which interest runs on a day: what falls due later */
export function principalAfter(lines: readonly Pick<Line, 'due' | 'principal'>[], day: Day): Cents {
  return sumCents(lines.filter(({ due }) => due > day).map(({ principal }) => principal))
}

/**
 * Repays part of the principal on a due day. What was due until then stays as it is; interest on later lines is counted
 * from what is left, each rounded half up. The last line takes what rounding leaves of the exact interest of the whole
 * schedule, and its principal is less by what was repaid.
 * @param lines of the whole schedule, in order
 * @param due the due day of a line other than the last
 * @param cents less than the principal due later
 * @returns the new schedule's lines
 */
export function repayPart<L extends Line>(terms: InterestTerms, lines: readonly L[], due: Day, cents: Cents): L[] {
  const last = lines.length - 1
  const repaid = lines.map((line, i) => ({
    ...line,
    principal: line.principal + (line.due === due ? cents : 0n) - (i === last ? cents : 0n),
  }))
  const running = (i: number) => sumCents(repaid.slice(i).map(({ principal }) => principal))
  const counted = repaid.map((line, i) => ({
    ...line,
    interest: line.due <= due ? line.interest : interestFor({ ...terms, principalCents: running(i) }, line.days),
  }))
  // Cent-days of all periods, added up: their exact interest is that of so many cents in one day.
  const exact = interestFor(
    { ...terms, principalCents: sumCents(repaid.map(({ days }, i) => running(i) * BigInt(days))) },
    1,
  )
  const earlier = sumCents(counted.slice(0, last).map(({ interest }) => interest))
  return counted.map((line, i) => (i === last ? { ...line, interest: exact - earlier } : line))
}

import type { Day } from '../../rules/days.ts'
import { type Cents, sumCents } from '../../rules/money.ts'
import { type InterestTerms, interestFor } from './interest.ts'

/** A scheduled payment's principal and interest. */
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
 * Repays part of the principal on a due day. Earlier scheduled payments stay; later ones have interest on the remaining
 * principal, each rounded half up. The last one absorbs the rounding difference to the exact interest of the whole
 * schedule, and its principal is reduced by the repayment.
 * @param lines of the whole schedule, in order
 * @param due the due day of a scheduled payment other than the last
 * @param cents less than the principal due later
 * @returns the new schedule
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
  // The sum of cent-days of all periods: their exact interest is that of so many cents in one day.
  const exact = interestFor(
    { ...terms, principalCents: sumCents(repaid.map(({ days }, i) => running(i) * BigInt(days))) },
    1,
  )
  const earlier = sumCents(counted.slice(0, last).map(({ interest }) => interest))
  return counted.map((line, i) => (i === last ? { ...line, interest: exact - earlier } : line))
}

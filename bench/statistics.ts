/** The results of several turns: the median, and the range. */
export interface Spread {
  median: number
  least: number
  most: number
}

/**
 * @param values in any order
 * @param share from 0 to 1, such as 0.99
 * @returns the smallest value that at least this share of the values does not exceed (nearest rank); NaN without values
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** @throws RangeError without values */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('no values')
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted.length >> 1
  const lower = (sorted.length - 1) >> 1
  return {
    median: ((sorted[lower] ?? 0) + (sorted[upper] ?? 0)) / 2,
    least: sorted[0] ?? 0,
    most: sorted.at(-1) ?? 0,
  }
}

/** Divides each turn's result for a subject by the same turn's for its yardstick. */
export function ratioOf<T>(subject: readonly T[], yardstick: readonly T[], of: (turn: T) => number): Spread {
  return spreadOf(subject.map((turn, index) => of(turn) / of(yardstick[index] as T)))
}

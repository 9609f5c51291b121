/** How many entries of each kind Today names. */
export const named = 3

/** What waits of one kind: how many there are, and the first few. */
export interface Some<Row> {
  total: number
  first: Row[]
}

/** @param first rows that tell how many there are in all */
export function some<Row extends { total: number }>(first: Row[]): Some<Row> {
  return { total: first[0]?.total ?? 0, first }
}

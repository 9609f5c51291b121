/**
 * What the fund sends each year about the interest of the year before, and until which day, for the row that tells
 * investors when their tax forms come. `undefined` takes the row away.
 */
export const taxPapers: { name: string; until: { month: number; day: number } } | undefined = {
  name: 'Form 1099-INT',
  until: { month: 1, day: 31 },
}

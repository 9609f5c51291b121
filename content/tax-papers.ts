/**
 * The fund's yearly form about the previous year's interest, and its due day, for the row about tax forms. `undefined`
 * removes the row.
 */
export const taxPapers: { name: string; until: { month: number; day: number } } | undefined = {
  name: 'Form 1099-INT',
  until: { month: 1, day: 31 },
}

import { allOf } from '../../helpers/csv.ts'

/** @returns the rows of an export */
export async function exportedRows<Row>(exporting: Promise<AsyncIterable<readonly Row[]>>): Promise<Row[]> {
  return (await allOf(await exporting)).flat()
}

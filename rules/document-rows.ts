/**
 * The documents of a person's list as they travel: JSON that the database writes, and that nothing parses before the page
 * shows them. An array of
 * - the names of the columns that every row has,
 * - the other columns, with the values that most documents have,
 * - the names of those columns that are times, in milliseconds since 1970,
 * - then for each document an array: the values of the first, and an object with those of the others that differ, or null.
 */
export type DocumentRows = string

/** @returns the documents as objects */
export function decodeDocuments<Document>(rows: DocumentRows): Document[] {
  const [columns, usual, times, ...documents] = JSON.parse(rows)
  return documents.map((values: Record<string, unknown> & unknown[]) => {
    const document = { ...usual, ...(values.pop() as object | null) }
    for (const at in columns) document[columns[at]] = values[at]
    for (const at of times) document[at] &&= new Date(document[at])
    return document
  })
}

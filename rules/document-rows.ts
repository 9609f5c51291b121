/**
 * The documents of a person's list as they travel: JSON that the database writes, and that nothing parses before the page
 * shows them. An array of
 * - the names of the columns that every row has,
 * - the other columns, with the values that most documents have,
 * - the names of those columns that are times, in milliseconds since 1970,
 * - then for each document an array: the values of the first, and an object with those of the others that differ, or null.
 *   Where the owner added it, `uploaded_by` is 0.
 */
export type DocumentRows = string

/** @returns the documents as objects, with `owner` as their `user_id` */
export function decodeDocuments<Document>(rows: DocumentRows, owner: string): Document[] {
  const [columns, usual, times, ...documents] = JSON.parse(rows)
  return documents.map((values: unknown[]) => {
    const document = { user_id: owner, ...usual, ...(values[columns.length] as object | null) }
    columns.forEach((column: string, at: number) => {
      document[column] = values[at]
    })
    if (document.uploaded_by === 0) document.uploaded_by = owner
    for (const column of times) document[column] &&= new Date(document[column])
    return document
  })
}

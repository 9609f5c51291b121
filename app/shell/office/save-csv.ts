import type { LoaderFunctionArgs } from 'react-router'
import { type CsvColumns, csvFile } from '../../../rules/csv.ts'
import type { MadeFile } from '../../../server/http/made-file.ts'
import { unwrapOrAskForProof } from '../../identity/investor/proof/unwrap-or-ask-for-proof.ts'
import { serverContext } from '../context.ts'
import { csvType, fileResponse, sentAs } from '../csv-response.ts'
import type { Asking } from '../portal/list-page.tsx'
import { requireAdministrator } from '../portal/require-actor.ts'

type Lines = AsyncGenerator<string, void, void>

interface SavedFile {
  /** The file's name, without date and extension. For another day or subject, it includes that. */
  name: string | ((query: URLSearchParams) => string)
  /** @returns the page with the link, to return to after a proof */
  page: (query: URLSearchParams) => string
}

interface SavedLines<Rows extends object> extends SavedFile {
  extension: string
  /** MIME type. */
  type: string
  /** Calls the operation that exports the rows. */
  rows: (asking: Asking, query: URLSearchParams) => Promise<MadeFile<Rows>>
  lines: (rows: Rows) => Lines
}

interface SavedCsv<Row> extends SavedFile {
  columns: CsvColumns<Row>
  /** Calls the operation that exports the rows. */
  rows: (asking: Asking, query: URLSearchParams) => Promise<MadeFile<AsyncIterable<readonly Row[]>>>
  /** Headings of columns of cents with a total in the last line. */
  totals?: readonly string[]
}

/**
 * The loader of a table that administrators save as a CSV file: `export const loader = saveCsv({ … })`. The operation
 * checks the actor, requires fresh proof, and records the export (`app/audit/server/export-rows.ts`).
 */
export function saveCsv<Row>({ columns, rows, totals, ...file }: SavedCsv<Row>) {
  const lines = (read: AsyncIterable<readonly Row[]>) => csvFile(columns, read, totals)
  return saveLines({ ...file, extension: 'csv', type: csvType, rows, lines })
}

/** The same for other files. */
export function saveLines<Rows extends object>({ name, extension, type, rows, lines, page }: SavedLines<Rows>) {
  return async ({ url, context }: Pick<LoaderFunctionArgs, 'url' | 'context'>): Promise<Response> => {
    const server = context.get(serverContext)
    const actor = requireAdministrator(url, server)
    const query = url.searchParams
    const beginning = rows({ actor, operations: server.operations }, query).then(async read => {
      const written = lines(read)
      // A failure before the first line still gets an answer.
      const first = await written.next()
      return sentAs(read, streamOf(first, written))
    })
    const called = typeof name === 'string' ? name : name(query)
    return fileResponse(`${called}.${extension}`, type, await unwrapOrAskForProof(beginning, page(query)))
  }
}

function streamOf(first: IteratorResult<string, void>, lines: Lines): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let ready: IteratorResult<string, void> | undefined = first
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = ready ?? (await lines.next())
      ready = undefined
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return()
    },
  })
}

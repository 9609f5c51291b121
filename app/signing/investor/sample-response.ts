import type { MadeFile } from '../../../server/http/made-file.ts'
import { answerWith } from '../../shell/csv-response.ts'

/** @returns the answer with a sample, a PDF that is shown; with `download` in the query it is saved */
export function sampleResponse(pdf: MadeFile<Uint8Array<ArrayBuffer>>, url: URL, name: string): Response {
  const disposition = url.searchParams.has('download') ? 'attachment' : 'inline'
  return answerWith(pdf, {
    'Content-Type': 'application/pdf',
    'Content-Length': String(pdf.length),
    'Content-Disposition': `${disposition}; filename="${name}.pdf"`,
  })
}

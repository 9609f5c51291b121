import type { MadeFile } from '../../server/http/made-file.ts'
import { todayOfFund } from './today-of-fund.ts'

export const csvType = 'text/csv; charset=utf-8'

/**
 * @param name of the file with its extension; the day is inserted in between
 * @param type MIME type
 * @returns the answer that saves a file
 */
export function fileResponse(name: string, type: string, body: MadeFile<BodyInit>): Response {
  const day = todayOfFund()
  return answerWith(body, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name.replace(/(?=\.\w+$)/, `-${day}`)}"`,
  })
}

/** @returns the answer with an exported file; pages send files only by this function */
export function answerWith(file: MadeFile<BodyInit>, headers: Record<string, string>): Response {
  return new Response(file, { headers: { ...headers, 'Cache-Control': 'private, no-store' } })
}

export function sentAs<Body extends BodyInit>(_file: MadeFile<object>, body: Body): MadeFile<Body> {
  return body as MadeFile<Body>
}

/**
 * @param name of the file, without date and extension
 * @returns the answer that saves a CSV file
 */
export function csvResponse(name: string, body: MadeFile<BodyInit>): Response {
  return fileResponse(`${name}.csv`, csvType, body)
}

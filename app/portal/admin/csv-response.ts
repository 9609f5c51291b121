import { todayOfFund } from './register/address.ts'

export const csvType = 'text/csv; charset=utf-8'

/**
 * @param name of the file with its extension, between which the day is put
 * @param type MIME type
 * @returns the answer that saves a file
 */
export function fileResponse(name: string, type: string, body: BodyInit): Response {
  const day = todayOfFund()
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name.replace(/(?=\.\w+$)/, `-${day}`)}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

/**
 * @param name of the file, without date and extension
 * @returns the answer that saves a CSV file
 */
export function csvResponse(name: string, body: BodyInit): Response {
  return fileResponse(`${name}.csv`, csvType, body)
}

/**
 * @param name of the file, without date and extension
 * @returns the answer that saves a CSV file
 */
export function csvResponse(name: string, body: BodyInit): Response {
  const day = new Date().toISOString().slice(0, 10)
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}-${day}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

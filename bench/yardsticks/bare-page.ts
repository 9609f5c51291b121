// A bare Node server that answers every request with the same bytes and headers.

import { serve } from './serve.ts'

export interface BarePage {
  headers: Record<string, string>
  /** In base64. */
  body: string
}

serve<BarePage>(({ headers, body }) => {
  const bytes = Buffer.from(body, 'base64')
  return (_, response) => response.writeHead(200, headers).end(bytes)
})

import type { Context } from 'hono'
import { PortalError } from '../platform/portal-error.ts'

/** Limits of a form. */
export interface FormLimits {
  bytes: number
  fields: number
}

/**
 * Reads the whole body of a changing request before anything parses it: parsing takes a thousand times as long as
 * counting. Later handlers read it from memory.
 * @throws PortalError FORM_LARGE, FORM_FIELDS; FORM_INCOMPLETE if the connection broke
 */
export async function readForm(c: Context, limits: FormLimits): Promise<void> {
  if (hasNoBody(c.req.raw)) return
  const { method, headers, signal, body } = c.req.raw
  if (!body) return
  if (Number(headers.get('content-length') ?? 0) > limits.bytes) throw new PortalError('FORM_LARGE')
  const content = await readBytes(body, limits.bytes)
  const separator = headers.get('content-type')?.includes('multipart') ? '\n--' : '&'
  if (occursMoreThan(limits.fields, separator, content)) throw new PortalError('FORM_FIELDS')
  c.req.raw = new Request(c.req.url, { method, headers, signal, body: content })
}

/** Checked before reading `body`, which would create a whole request. */
export const hasNoBody = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Leaves the stream open when it throws: closing it would break the connection before the response is sent. */
async function readBytes(body: ReadableStream<Uint8Array>, most: number): Promise<Buffer<ArrayBuffer>> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(cause => {
      throw new PortalError('FORM_INCOMPLETE', { cause })
    })
    if (done) return Buffer.concat(chunks)
    size += value.length
    if (size > most) throw new PortalError('FORM_LARGE')
    chunks.push(value)
  }
}

/** Counts no further than necessary, without decoding. */
function occursMoreThan(most: number, separator: string, content: Buffer): boolean {
  let count = 0
  for (let at = content.indexOf(separator); at >= 0; at = content.indexOf(separator, at + 1)) {
    if (++count > most) return true
  }
  return false
}

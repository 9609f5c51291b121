import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { log } from '../platform/log.ts'
import { RESPONSE_ALREADY_SENT, takeOver } from './raw-response.ts'

declare const isOwn: unique symbol

/**
 * A response with a file's or an archive's bytes, sent from disk to connection without a web stream. Only
 * `app/downloads/server/serve-bytes.ts` makes one.
 */
export type Download = Outgoing & { readonly [isOwn]: true }

export interface Outgoing {
  status: 200 | 206
  headers: Record<string, string>
  /** In chunks, each valid until the next one is requested. Opens nothing before the first one, or else `close` frees it. */
  chunks: AsyncIterable<Uint8Array>
  close?(): PromiseLike<void>
}

/** @returns the download; for the one module that takes the required precautions */
export function ownDownload(outgoing: Outgoing): Download {
  return outgoing as Download
}

const readerLeft = new Error('the reader left')

/**
 * Sends a download at the reader's pace, with one chunk in memory. An unreadable download breaks off with a log entry,
 * one whose reader leaves without.
 * @param response a route's result: anything but a download is passed on
 */
export async function sendDownload(c: Context, response: Response | Download): Promise<Response> {
  if (response instanceof Response) return response
  const { status, headers, chunks, close } = response
  if (c.req.method === 'HEAD') {
    await close?.()
    return c.body(null, status, headers)
  }
  const outgoing = takeOver(c, status, headers)
  try {
    await writeChunks(outgoing, chunks)
  } catch (error) {
    if (error !== readerLeft) log.error('a download broke off', error, { id: c.get('requestId'), path: c.req.path })
    outgoing.destroy()
  }
  return RESPONSE_ALREADY_SENT
}

/** @throws readerLeft, or errors of reading the chunks */
async function writeChunks(outgoing: ServerResponse, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  let leave = () => {}
  // Node may never call back about a chunk given to a connection that was already closed.
  outgoing.once('close', () => leave())
  for await (const chunk of chunks) {
    await new Promise<void>((resolve, reject) => {
      leave = () => reject(readerLeft)
      if (outgoing.destroyed) leave()
      else outgoing.write(chunk, error => (error ? leave() : resolve()))
    })
  }
  outgoing.end()
}

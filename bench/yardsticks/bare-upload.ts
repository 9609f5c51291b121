// A bare Node server that writes each request's body to a file, and answers once it is flushed to disk.

import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { serve } from './serve.ts'

export interface BareUpload {
  path: string
}

serve<BareUpload>(({ path }) => (request, response) => {
  // With `flush`, the stream ends only after fsync.
  pipeline(request, createWriteStream(path, { flush: true })).then(
    () => response.writeHead(204).end(),
    error => response.destroy(error),
  )
})

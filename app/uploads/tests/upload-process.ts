/**
 * A process that uploads until it is killed, for `uploads-crash.test.ts`. Its first argument is JSON: its environment
 * and the actor. It writes the id of each acknowledged document to file descriptor 3, one per line.
 */
import { writeSync } from 'node:fs'
import { readConfig } from '../../../server/platform/config.ts'
import { openPortal } from '../../../server/portal.ts'
import { handleUpload } from '../server/uploads.ts'

const { env, actor } = JSON.parse(process.argv[2] ?? '{}')
await openPortal(readConfig(env), { pages: async () => new Response('a page') })

async function uploadOne(number: number): Promise<void> {
  const content = Buffer.alloc(60_000 + number, `%PDF-1.7 the ${number}th by ${process.pid}\n`)
  const ask = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
    handleUpload(
      new Request(`http://localhost${path}`, { method, headers: { 'Tus-Resumable': '1.0.0', ...headers }, body }),
      actor,
    )
  const filename = Buffer.from(`${number}.pdf`).toString('base64')
  const announced = await ask('/uploads', 'POST', {
    'Upload-Length': String(content.length),
    'Upload-Metadata': `filename ${filename}`,
  })
  const path = announced.headers.get('location') ?? ''
  const type = 'application/offset+octet-stream'
  const half = 30_000
  await ask(path, 'PATCH', { 'Upload-Offset': '0', 'Content-Type': type }, new Uint8Array(content.subarray(0, half)))
  const last = new Uint8Array(content.subarray(half))
  const answer = await ask(path, 'PATCH', { 'Upload-Offset': String(half), 'Content-Type': type }, last)
  writeSync(3, `${answer.headers.get('upload-document-id')}\n`)
}

for (let number = 0; ; number += 4) {
  await Promise.all([0, 1, 2, 3].map(more => uploadOne(number + more)))
}

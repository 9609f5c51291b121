/**
 * A process that uploads without end until it is killed, for `uploads-killed.test.ts`. Its first argument is JSON:
 * how to log in, the data folder, and who acts. It writes the id of each document it was told of, a line each.
 */
import { writeSync } from 'node:fs'
import { connect } from '../../server/database/connection.ts'
import { openStorage } from '../../server/storage/storage.ts'
import { handleUpload, openUploads } from '../../server/uploads/uploads.ts'

const { login, dataDir, actor } = JSON.parse(process.argv[2] ?? '{}')
connect(login)
await openStorage({ dataDir })
await openUploads({ dataDir })

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
  writeSync(1, `${answer.headers.get('upload-document-id')}\n`)
}

for (let number = 0; ; number += 4) {
  await Promise.all([0, 1, 2, 3].map(more => uploadOne(number + more)))
}

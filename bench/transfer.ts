import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import type { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask } from './ask.ts'
import { type Bench, table } from './harness.ts'
import { type Measured, measure, type Subject } from './measure.ts'
import { startNginx } from './nginx.ts'
import { figure } from './outcome.ts'

const megabyte = 1_000_000
const size = 40 * megabyte

/**
 * Measures uploading and downloading a file of 40 MB. In: `/uploads`, one request to register it and one with all
 * bytes, whose response means that they were checked, hashed and flushed to disk, and the document is in the database.
 * Out: `/files/{id}`, with session and row-level security. For comparison: nginx, which moves the same bytes between
 * the same disk and client and does nothing else.
 */
export async function transfer(bench: Bench): Promise<void> {
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])
  const folder = await mkdtemp(join(tmpdir(), 'promissory-bench-'))
  const nginx = await startNginx(folder)
  try {
    const site = { url: bench.server.url, cookie: (await bench.investor('transfer@example.com')).cookie }
    const document = await upload(site, content)
    const out = [download('out of the site: GET /files/{id}', `${site.url}/files/${document}`, content, site.cookie)]
    const into: Subject[] = [
      { name: 'into the site: /uploads', once: agent => upload(site, content, agent) },
      { name: 'to the disk alone: write and fsync', once: () => writeDown(join(folder, 'written'), content) },
    ]
    if (nginx) {
      await writeFile(join(folder, 'files', 'file.pdf'), content)
      out.push(download('out of nginx: GET', `${nginx.url}/file.pdf`, content))
      let puts = 0
      into.push({
        name: 'into nginx: PUT, no inspection, no hash, no fsync',
        once: agent => put(`${nginx.url}/put-${puts++ % 8}.pdf`, content, agent),
      })
    }
    for (const concurrency of [1, 4]) {
      const load = { concurrency, seconds: 6, turns: 2 }
      show(`40 MB out, ${concurrency} at once`, await measure(out, { ...load, times: 8 * concurrency }))
      show(`40 MB in, ${concurrency} at once`, await measure(into, { ...load, times: 3 * concurrency }))
    }
    if (!nginx) console.log('\nnginx is not installed here, so there is nothing to compare with.')
  } finally {
    await nginx?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns the id of the new document */
async function upload({ url, cookie }: { url: string; cookie: string }, content: Buffer, agent?: Agent) {
  const headers = { cookie, origin: url, 'Tus-Resumable': '1.0.0' }
  const filename = Buffer.from('A file of 40 MB.pdf').toString('base64')
  const announced = await ask(`${url}/uploads`, {
    agent,
    method: 'POST',
    status: 201,
    headers: { ...headers, 'Upload-Length': content.length, 'Upload-Metadata': `filename ${filename}` },
  })
  const sent = await ask(`${url}${announced.headers.location}`, {
    agent,
    method: 'PATCH',
    status: 204,
    headers: { ...headers, 'Upload-Offset': 0, 'Content-Type': 'application/offset+octet-stream' },
    body: content,
  })
  const id = sent.headers['upload-document-id']
  if (!id) throw new Error('the upload response names no document')
  return id as string
}

/** Compares every response's length, and the bytes of the first; hashing all would take longer than sending them. */
function download(name: string, address: string, content: Buffer, cookie = ''): Subject {
  let expected: string | undefined = createHash('sha256').update(content).digest('hex')
  return {
    name,
    async once(agent) {
      const hash = expected ? createHash('sha256') : undefined
      const wanted = expected
      expected = undefined
      const headers = { cookie }
      const { bytes } = await ask(address, { agent, headers, status: 200, onData: chunk => hash?.update(chunk) })
      if (bytes !== content.length) throw new Error(`${address} returned ${bytes} bytes`)
      if (hash && hash.digest('hex') !== wanted) throw new Error(`${address} returned different bytes`)
    },
  }
}

/** A new file gets 201, a replaced one 204 (RFC 9110 section 9.3.4). */
async function put(address: string, content: Buffer, agent: Agent): Promise<void> {
  await ask(address, { agent, method: 'PUT', status: [201, 204], body: content })
}

async function writeDown(path: string, content: Buffer): Promise<void> {
  await using file = await open(`${path}-${Math.random()}`, 'w')
  await file.writeFile(content)
  await file.sync()
}

function show(title: string, measured: Measured[]): void {
  const yardstick = measured.find(({ name }) => name.includes('nginx'))?.perSecond
  table(title, [
    ['', 'MB/s', 'p50 ms', 'slowest ms', 'against nginx'],
    ...measured.map(({ name, perSecond, p50, p99 }) => [
      name,
      figure((perSecond * size) / megabyte),
      figure(p50),
      figure(p99),
      yardstick ? `${figure(perSecond / yardstick)} ×` : '',
    ]),
  ])
}

import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiFor } from '../tests/helpers/api.ts'
import { ask } from './ask.ts'
import { repeatTransfer, type Transfer } from './curl.ts'
import type { Bench, BenchOptions } from './harness.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { figure, type Outcome } from './outcome.ts'
import { ratioOf, spreadOf } from './statistics.ts'
import { inTurns } from './turns.ts'
import type { BareUpload } from './yardsticks/bare-upload.ts'
import { startYardstick } from './yardsticks/start.ts'

const megabytes = 40
const size = megabytes * 1_000_000
const uploadsPerTurn = 3

/**
 * Measures downloading and uploading a file of 40 MB. Out: `/files/{id}`, with session and row-level security, next to
 * nginx, which only sends the same bytes. In: `/uploads`, one request to register the file and one with all bytes,
 * answered once they are checked, hashed and flushed to disk, and the document is in the database; next to writing and
 * flushing the same bytes.
 */
export async function transfer(bench: Bench, { turns }: BenchOptions): Promise<Outcome> {
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])
  const folder = await mkdtemp(join(tmpdir(), 'promissory-bench-'))
  const nginx = await startNginx(folder)
  try {
    const file = { path: join(folder, 'files/file.pdf'), content }
    await writeFile(file.path, content)
    const site = { url: bench.server.url, cookie: (await bench.investor('transfer@example.com')).cookie }
    await upload(site, file)
    const [document] = await apiFor(site.url, { cookie: site.cookie }).documents('newest')
    const address = `${site.url}/files/${document?.id}`
    await assertSame(address, site.cookie, content)
    const out = {
      site: { url: address, headers: { cookie: site.cookie }, status: 200, bytes: size },
      ...(nginx && { nginx: { url: `${nginx.url}/file.pdf`, status: 200, bytes: size } }),
    }
    return {
      findings: [
        await measureOut(out, 1, turns),
        await measureOut(out, 4, turns),
        ...(await measureIn({ site, file, folder, nginx }, turns)),
      ].flat(),
    }
  } finally {
    await nginx?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Downloads with several programs in parallel. */
async function measureOut(from: { site: Transfer; nginx?: Transfer }, atOnce: number, turns: number) {
  const each = atOnce === 1 ? 10 : 5
  const of = (transfer: Transfer) => async () => {
    const seconds = await Promise.all(Array.from({ length: atOnce }, () => repeatTransfer(transfer, each)))
    return (atOnce * each * megabytes) / Math.max(...seconds)
  }
  if (!from.nginx) return []
  const { site, nginx } = await inTurns({ site: of(from.site), nginx: of(from.nginx) }, turns)
  return [finding(`40 MB out, ${atOnce} at once, against nginx`, site, ['nginx', nginx], atOnce === 1 ? 0.7 : 0.9)]
}

interface Upload {
  site: Site
  file: NonNullable<Transfer['file']>
  folder: string
  nginx: Nginx | undefined
}

/** Uploads one after the other. */
async function measureIn({ site, file, folder, nginx }: Upload, turns: number): Promise<Outcome['findings']> {
  const of = (once: () => Promise<number>) => async () => {
    let seconds = 0
    for (let time = 0; time < uploadsPerTurn; time++) seconds += await once()
    return (uploadsPerTurn * megabytes) / seconds
  }
  const input: BareUpload = { path: join(folder, 'received') }
  const bareServer = await startYardstick('bare-upload.ts', input)
  const put = (url: string) => () => repeatTransfer({ url, method: 'PUT', file, status: [201, 204] })
  const subjects: Record<string, () => Promise<number>> = {
    site: of(() => upload(site, file)),
    disk: of(() => writeDown(join(folder, 'written'), file.content)),
    bare: of(put(bareServer.url)),
    ...(nginx && { nginx: of(put(`${nginx.url}/put.pdf`)) }),
  }
  try {
    const { site: own = [], disk = [], bare = [], nginx: other } = await inTurns(subjects, turns)
    const findings = [
      finding('40 MB in, against write and fsync', own, ['write and fsync', disk], 0.7),
      finding('40 MB in, against a bare Node server that writes and flushes', own, ['bare Node', bare]),
    ]
    if (other) findings.push(finding('40 MB in, against nginx, which doesn’t flush', own, ['nginx', other]))
    return findings
  } finally {
    await bareServer.stop()
  }
}

/** @param site megabytes per second in each turn, and its yardstick's with its name */
function finding(
  work: string,
  site: number[],
  [name, yardstick]: [string, number[]],
  atLeast?: number,
): Outcome['findings'][number] {
  const speed = (turns: number[]) => `${figure(spreadOf(turns).median)} MB/s`
  return {
    work,
    value: ratioOf(site, yardstick, value => value),
    unit: '×',
    ...(atLeast !== undefined && { goal: { atLeast } }),
    behind: `${speed(site)}; ${name} ${speed(yardstick)}`,
  }
}

/** A site and the cookie of a signed-in person. */
export interface Site {
  url: string
  cookie: string
}

/** @returns the seconds of both requests */
export async function upload({ url, cookie }: Site, file: Upload['file']): Promise<number> {
  const headers = { cookie, origin: url, 'Tus-Resumable': '1.0.0' }
  const filename = Buffer.from('A file of 40 MB.pdf').toString('base64')
  const began = performance.now()
  const announced = await ask(`${url}/uploads`, {
    method: 'POST',
    status: 201,
    headers: { ...headers, 'Upload-Length': size, 'Upload-Metadata': `filename ${filename}` },
  })
  const announcing = (performance.now() - began) / 1000
  const address = `${url}${announced.headers.location}`
  const sent = { ...headers, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
  const sending = await repeatTransfer({ url: address, method: 'PATCH', headers: sent, file, status: 204 })
  return announcing + sending
}

/** @throws unless a download has the same bytes; speed measurements only compare their number */
async function assertSame(url: string, cookie: string, content: Buffer): Promise<void> {
  const hash = createHash('sha256')
  await ask(url, { headers: { cookie }, status: 200, onData: chunk => hash.update(chunk) })
  if (hash.digest('hex') !== createHash('sha256').update(content).digest('hex')) {
    throw new Error(`${url} returned different bytes`)
  }
}

/** @returns the seconds taken */
async function writeDown(path: string, content: Buffer): Promise<number> {
  const began = performance.now()
  await using file = await open(path, 'w')
  await file.writeFile(content)
  await file.sync()
  const seconds = (performance.now() - began) / 1000
  await rm(path)
  return seconds
}

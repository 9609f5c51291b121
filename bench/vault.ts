import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiFor } from '../tests/helpers/api.ts'
import { repeatTransfer, type Transfer } from './curl.ts'
import { type Bench, type BenchOptions, openBench, table } from './harness.ts'
import { figure } from './outcome.ts'
import { ratioOf, spreadOf } from './statistics.ts'
import { type Site, upload } from './transfer.ts'
import { inTurns } from './turns.ts'

const megabytes = 40

/**
 * Compares a site that encrypts its files with one that doesn't, in turns: files of 40 MB out and in, and ranges of 256
 * KB as read by the viewer.
 */
export async function vault(_: Bench, { turns }: BenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-bench-'))
  await using plain = await openBench()
  await using sealed = await openBench({ VAULT_KEY: randomBytes(32).toString('base64') })
  try {
    const file = { path: join(folder, 'file.pdf'), content: pdf(megabytes * 1_000_000) }
    await writeFile(file.path, file.content)
    const sites = { plain: await givenSite(plain, file), sealed: await givenSite(sealed, file) }
    const rows: string[][] = [['', 'sealed ÷ plain', 'sealed', 'plain']]
    for (const { work, unit, measure } of works(file)) {
      const subjects = { plain: () => measure(sites.plain), sealed: () => measure(sites.sealed) }
      const taken = await inTurns(subjects, turns)
      const ratio = ratioOf(taken.sealed, taken.plain, value => value)
      const speeds = [taken.sealed, taken.plain].map(speed => `${figure(spreadOf(speed).median)} ${unit}`)
      rows.push([work, `${figure(ratio.median)} × (${figure(ratio.least)}–${figure(ratio.most)})`, ...speeds])
    }
    table('vault', rows)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type File = NonNullable<Transfer['file']>
type GivenSite = Site & { address: string }

function works(file: File) {
  const out = (atOnce: number, times: number) => async (site: GivenSite) => {
    const download = { url: site.address, headers: { cookie: site.cookie }, status: 200, bytes: file.content.length }
    const seconds = await Promise.all(Array.from({ length: atOnce }, () => repeatTransfer(download, times)))
    return (atOnce * times * megabytes) / Math.max(...seconds)
  }
  const into = async (site: GivenSite) => {
    let seconds = 0
    for (let time = 0; time < 3; time++) seconds += await upload(site, file)
    return (3 * megabytes) / seconds
  }
  const parts = async ({ address, cookie }: GivenSite) => {
    const headers = { cookie, range: 'bytes=20185088-20447231' }
    return 200 / (await repeatTransfer({ url: address, headers, status: 206, bytes: 262_144 }, 200))
  }
  return [
    { work: '40 MB out', unit: 'MB/s', measure: out(1, 10) },
    { work: '40 MB out, 4 at once', unit: 'MB/s', measure: out(4, 5) },
    { work: '40 MB in', unit: 'MB/s', measure: into },
    { work: 'parts of 256 KB', unit: 'a second', measure: parts },
  ]
}

async function givenSite(bench: Bench, file: File): Promise<GivenSite> {
  const site = { url: bench.server.url, cookie: (await bench.investor('vault@example.com')).cookie }
  await upload(site, file)
  const [document] = await apiFor(site.url, { cookie: site.cookie }).documents('newest')
  return { ...site, address: `${site.url}/files/${document?.id}` }
}

function pdf(size: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])
}

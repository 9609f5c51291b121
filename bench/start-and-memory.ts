import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { ask, type Bench, figure, measure, openBench, table } from './harness.ts'
import { openStreams } from './live-streams.ts'
import { resident } from './resident.ts'

/** How often the site is started each way. */
const starts = 5
/** Targets: milliseconds, and bytes. */
const most = { start: 1200, idle: 140e6, loaded: 260e6 }
/** Milliseconds after which an idle server counts as idle. */
const untilIdle = 10_000

/** What was measured: times in milliseconds, memory in bytes. */
export interface StartAndMemory {
  /** From the start of `npm start` until a page was answered; built, installed, and stopped in order before. */
  afterStop: number[]
  /** The same after the server was killed. */
  afterKill: number[]
  /** The server's memory ten seconds after its start, then after each load. */
  memory: { after: string; bytes: number }[]
}

/** Measures `npm start` until a page is answered, and the memory of the server's process when idle and after loads. */
export async function startAndMemory(): Promise<StartAndMemory> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promissory-start-'))
  try {
    // The first start creates the database, which isn't measured.
    await startOnce(dataDir, 'SIGTERM')
    const afterStop = await repeat(starts, () => startOnce(dataDir, 'SIGTERM'))
    await startOnce(dataDir, 'SIGKILL')
    const afterKill = await repeat(starts, () => startOnce(dataDir, 'SIGKILL'))
    const memory = await memoryOverLoads()
    show({ afterStop, afterKill, memory })
    return { afterStop, afterKill, memory }
  } finally {
    await startOnce(dataDir, 'SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Runs `npm start` until `/login`, a page that is rendered, was answered, and ends it.
 * @returns the milliseconds between the two
 */
async function startOnce(dataDir: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
  const port = 14_000 + Math.floor(Math.random() * 1000)
  // Not the packages' Node, which `npm run` has put first: a start finds that itself.
  const path = process.env.PATH?.split(delimiter).filter(folder => !folder.includes('node_modules'))
  const env = { ...process.env, PATH: path?.join(delimiter), DATA_DIR: dataDir, PORT: String(port) }
  const began = performance.now()
  const npm = spawn('npm', ['start'], { env, stdio: 'ignore' })
  const ended = new Promise(resolve => npm.once('exit', resolve))
  for (;;) {
    const isAnswered = await ask(`http://localhost:${port}/login`, { status: 200 }).then(
      () => true,
      () => false,
    )
    if (isAnswered) break
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`)
    await sleep(5)
  }
  const milliseconds = performance.now() - began
  process.kill(await serverOf(npm), signal)
  await ended
  return milliseconds
}

/** @returns the id of the server's process: the last in the line of children */
async function serverOf({ pid }: ChildProcess): Promise<number> {
  let last = pid ?? 0
  for (;;) {
    const command = await readFile(`/proc/${last}/cmdline`, 'utf8')
    if (command.includes('build/site/main.js')) return last
    const children = await readFile(`/proc/${last}/task/${last}/children`, 'utf8')
    last = Number(children.trim().split(' ')[0])
    if (!last) throw new Error('the server has no process')
  }
}

async function memoryOverLoads(): Promise<StartAndMemory['memory']> {
  await using bench = await openBench()
  const { server } = bench
  const memory: StartAndMemory['memory'] = []
  const note = (after: string) => memory.push({ after, bytes: resident(server.child.pid ?? 0) })
  const idle = await startServer()
  await sleep(untilIdle)
  memory.push({ after: 'start, idle for 10 s', bytes: resident(idle.child.pid ?? 0) })
  await idle.dispose()
  const person = await bench.investor('memory@example.com')
  await loadPages(server)
  note('pages, 64 at once')
  await loadLists(bench, person)
  note('lists, 16 at once')
  await loadFiles(server, person.cookie)
  note('files of 40 MB in and out, 4 at once')
  const pages = await openStreams(server, 2000)
  note('2,000 open pages')
  for (const page of pages) page.close()
  await sleep(untilIdle)
  note('10 s of rest')
  return memory
}

async function loadPages({ url }: TestServer): Promise<void> {
  const subjects = ['/', '/faq', '/login'].map(path => ({
    name: path,
    once: (agent: NonNullable<Parameters<typeof ask>[1]['agent']>) => ask(url + path, { agent, status: 200 }),
  }))
  await measure(subjects, { concurrency: 64, times: 5000, seconds: 4, turns: 1 })
}

async function loadLists({ server, owner }: Bench, { id, cookie }: { id: string; cookie: string }): Promise<void> {
  await owner.query(
    `insert into documents (user_id, uploaded_by, filename, file_path, file_size, mime_type, sha256, file_type)
    select $1::uuid, $1::uuid, 'Statement ' || n || '.pdf', $1::text || '/' || (1700000000000 + n) || '.pdf', 90000,
      'application/pdf', repeat('0', 64), 'pdf' from generate_series(1, 1000) n`,
    [id],
  )
  const subjects = ['/profile.data', '/profile', '/profile?show=all'].map(path => ({
    name: path,
    once: (agent: NonNullable<Parameters<typeof ask>[1]['agent']>) =>
      ask(server.url + path, { agent, status: 200, headers: { cookie, 'accept-encoding': 'gzip' } }),
  }))
  await measure(subjects, { concurrency: 16, times: 1000, seconds: 5, turns: 1 })
}

async function loadFiles({ url }: TestServer, cookie: string): Promise<void> {
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(40e6 - 9)])
  const headers = { cookie, origin: url, 'Tus-Resumable': '1.0.0' }
  const moveOne = async () => {
    const announced = await ask(`${url}/uploads`, {
      method: 'POST',
      status: 201,
      headers: { ...headers, 'Upload-Length': content.length, 'Upload-Metadata': `filename ${btoa('Memory.pdf')}` },
    })
    const sent = await ask(`${url}${announced.headers.location}`, {
      method: 'PATCH',
      status: 204,
      headers: { ...headers, 'Upload-Offset': 0, 'Content-Type': 'application/offset+octet-stream' },
      body: content,
    })
    for (let n = 0; n < 4; n++) {
      await ask(`${url}/files/${sent.headers['upload-document-id']}`, { status: 200, headers: { cookie } })
    }
  }
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let n = 0; n < 3; n++) await moveOne()
    }),
  )
}

function show({ afterStop, afterKill, memory }: StartAndMemory): void {
  const middle = (sample: number[]) => sample.toSorted((a, b) => a - b)[sample.length >> 1] ?? 0
  table(`npm start until a page is answered, median of ${starts}; at most ${most.start} ms`, [
    ['after', 'ms'],
    ['an orderly stop', figure(middle(afterStop))],
    ['the server was killed', figure(middle(afterKill))],
  ])
  table(`The server’s memory; at most ${most.idle / 1e6} MB idle and ${most.loaded / 1e6} MB after all`, [
    ['after', 'MB'],
    ...memory.map(({ after, bytes }) => [after, figure(bytes / 1e6)]),
  ])
}

async function repeat(times: number, once: () => Promise<number>): Promise<number[]> {
  const results: number[] = []
  for (let n = 0; n < times; n++) results.push(await once())
  return results
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { slowOf } from '../helpers/lane.ts'

const slow = slowOf(test)

let folder: string
let dataDir: string
let hosts: Host[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promissory-embedded-'))
  // When the tests run as root, the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o711)
  dataDir = join(folder, 'data')
  hosts = []
})

afterEach(async () => {
  // The last process to leave stops a server that a test left running.
  if (await postmaster()) await (await startHost()).url
  for (const host of hosts) await host.stop()
  await rm(folder, { recursive: true, force: true })
})

test('the first start creates the database, and its contents are there at the next start', async () => {
  const first = await startHost()
  await insertWord(await first.url, 'first')
  expect(await first.stop()).toBe(0)
  expect(await postmaster()).toBeUndefined()
  await appendFile(join(dataDir, 'database/postgresql.conf'), "work_mem = '3 MB'\n")

  const second = await startHost()
  expect(await readWords(await second.url)).toEqual(['first'])
  const [settings] = await ask(
    await second.url,
    `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
      current_setting('jit') as jit, current_setting('archive_timeout') as archived, pg_size_bytes(current_setting('work_mem')) as own,
      current_setting('listen_addresses') as network, datlocprovider as provider, datlocale as locale
      from pg_database where datname = current_database()`,
  )
  const durability = { checksums: 'on', fsync: 'on', commit: 'on', pages: 'on' }
  // Ours, and the operator's, which wins. A segment is finished before it is full only where the site archives it.
  const tuned = { jit: 'off', archived: '0', own: String(3 * 1024 ** 2) }
  expect(settings).toEqual({ ...durability, ...tuned, network: '', provider: 'b', locale: 'C.UTF-8' })
})

slow('two simultaneous first starts share one server, and the last process to leave stops it', async () => {
  const [one, two] = [await startHost(), await startHost()]
  await insertWord(await one.url, 'by one')
  expect(await readWords(await two.url)).toEqual(['by one'])
  const server = await postmaster()

  expect(await one.stop()).toBe(0)
  expect(await postmaster()).toBe(server)
  await insertWord(await two.url, 'after one had left')
  expect(await two.stop()).toBe(0)
  expect(await postmaster()).toBeUndefined()
  expect(await readdir(dataDir)).not.toContainEqual(expect.stringContaining('database.new'))
})

slow('two processes that leave at once leave no server running', async () => {
  const [one, two] = [await startHost(), await startHost()]
  await Promise.all([one.url, two.url])
  expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0])
  expect(await postmaster()).toBeUndefined()
})

slow('the next process adopts a server whose own process was killed', async () => {
  const first = await startHost()
  await insertWord(await first.url, 'before the kill')
  const server = await postmaster()
  await first.kill()

  const second = await startHost()
  expect(await readWords(await second.url)).toEqual(['before the kill'])
  expect(await postmaster()).toBe(server)
  expect(await second.stop()).toBe(0)
  expect(await postmaster()).toBeUndefined()
})

slow('a killed server restarts with everything that was acknowledged, even after it was adopted', async () => {
  const [one, two] = [await startHost(), await startHost()]
  const url = await one.url
  await two.url
  for (const round of ['once', 'twice', 'three times']) {
    await insertWord(url, `killed ${round}`)
    const server = await postmaster()
    process.kill(server ?? 0, 'SIGKILL')
    await expect.poll(() => readWords(url).catch(() => [])).toContain(`killed ${round}`)
    expect(await postmaster()).not.toBe(server)
  }
  expect(await readWords(await two.url)).toEqual(['killed once', 'killed twice', 'killed three times'])
  expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0])
  expect(await postmaster()).toBeUndefined()
})

slow('after both are killed, the next start recovers', async () => {
  const first = await startHost()
  await insertWord(await first.url, 'before the crash')
  const server = await postmaster()
  await first.kill()
  process.kill(server ?? 0, 'SIGKILL')

  const second = await startHost()
  expect(await readWords(await second.url)).toEqual(['before the crash'])
})

slow('a dead server’s lock files do not prevent a start, even if another process now has its process id', async () => {
  const first = await startHost()
  await first.url
  await first.stop()
  const stranger = `${process.pid}\n${dataDir}/database\n1\n5432\n\n\n\nready   \n`
  await writeFile(join(dataDir, 'database/postmaster.pid'), stranger)
  await writeFile(join(dataDir, 'socket/.s.PGSQL.5432.lock'), stranger)

  const second = await startHost()
  await insertWord(await second.url, 'started')
})

slow('a data folder can have any name, even one too long for a socket path', async () => {
  dataDir = join(folder, `it's a "folder", ü %41 $HOME `.repeat(6))
  const host = await startHost()
  await insertWord(await host.url, 'long')
  expect(await host.stop()).toBe(0)
  const again = await startHost()
  expect(await readWords(await again.url)).toEqual(['long'])
})

slow('an unusable folder is rejected with a clear message', async () => {
  await writeFile(dataDir, 'a file')
  const onFile = await startHost()
  expect(await onFile.ended).toBe(1)
  expect(onFile.words()).toMatch(/^DATA_DIR \S+ is not a folder .* Choose another DATA_DIR\.\n$/m)

  await rm(dataDir)
  await mkdir(join(dataDir, 'database'), { recursive: true })
  await appendFile(join(dataDir, 'database/PG_VERSION'), '12\n')
  const onOld = await startHost()
  expect(await onOld.ended).toBe(1)
  expect(onOld.words()).toMatch(
    /^The database in \S+ was created by PostgreSQL 12, and this version of the site includes PostgreSQL 18\. .*\.\n$/m,
  )
  expect(onOld.words()).not.toContain('    at ')
})

interface Host {
  url: Promise<string>
  /** The exit code. */
  ended: Promise<number | null>
  /** Its standard error output. */
  words(): string
  stop(): Promise<number | null>
  kill(): Promise<void>
}

/** Starts a process that uses the server in `dataDir`. */
async function startHost(): Promise<Host> {
  const script = new URL('./embedded-process.ts', import.meta.url).pathname
  const child: ChildProcess = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    words += text
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const printed = once(child.stdout as NodeJS.ReadableStream, 'data').then(([data]) => String(data).trim())
  const url = Promise.race([
    printed,
    ended.then(() => {
      throw new Error(`ended before it answered: ${words}`)
    }),
  ])
  url.catch(() => {})
  const host = {
    url,
    ended,
    words: () => words,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
  hosts.push(host)
  return host
}

/** The process id of the server in `dataDir`, from its lock file. */
async function postmaster(): Promise<number | undefined> {
  const file = await readFile(join(dataDir, 'database/postmaster.pid'), 'utf8').catch(() => undefined)
  return file === undefined ? undefined : Number.parseInt(file, 10)
}

async function ask(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function insertWord(url: string, what: string): Promise<void> {
  await ask(url, 'create table if not exists words (at int generated always as identity, what text)')
  await ask(url, 'insert into words (what) values ($1)', [what])
}

async function readWords(url: string): Promise<unknown[]> {
  return (await ask(url, 'select what from words order by at')).map(row => row.what)
}

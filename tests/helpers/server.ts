import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPostmaster, runningPostmaster } from '../../server/database/embedded/postmaster.ts'
import { ownerUrl, removeSocketFolder, socketFolder } from '../../server/database/embedded/socket.ts'
import type { Place } from '../../server/platform/place.ts'
import { ensureSomeBuild } from './build.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { patience } from './lane.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { copyWithOwners, siteDataVariable } from './site-data.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
/** Path of the file that every test server logs to. */
export const serverLog = join(project, 'test-results', 'server.log')

/** A site for tests from outside, regardless of its number of processes. */
export interface Site {
  /** Origin, such as http://localhost:21234; the same after each start. */
  url: string
  /** A folder with its secret, in `auth-secret`. */
  dataDir: string
  /** Storage of the documents' files. */
  files: Place
  mailbox: Mailbox
  /** Connection string of the database's owner, who bypasses all policies. */
  ownerUrl: string
  /** Stops it and its PostgreSQL, and deletes its data folder unless that was given. */
  dispose(): Promise<void>
}

/** The real program, like `npm start`, as a child process with its own data folder, port and mail server. */
export interface TestServer extends Site {
  /** The current process; `start` replaces it. */
  child: ChildProcess
  /** Starts it again with the same data and port, and waits until it is ready. */
  start(): Promise<void>
  /** Waits until `/readyz` succeeds, for example after its database was killed. */
  ready(): Promise<void>
  /** Sends a signal and waits until the process has ended. Returns its exit code, null if a signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** The log since its start, including sites beside it. */
  logged(): string
  /** Process id of its PostgreSQL, undefined if it is not running. */
  postmaster(): number | undefined
  /** Kills all processes of its PostgreSQL with SIGKILL, like the system when memory runs out. */
  killDatabase(): Promise<void>
}

interface Options {
  args?: string[]
  dataDir?: string
  folder?: string
  firstStart?: boolean
}

/**
 * @param env additional environment variables
 * @param options `args` for the program; `dataDir` to use, which is then not deleted; `folder` of a copy of the
 *   project; `firstStart` if it has to create its database, instead of copying a prepared one (cluster.ts)
 */
export async function startServer(
  env: Record<string, string> = {},
  { args = [], dataDir: given, folder = project, firstStart = Boolean(env.DATABASE_URL) }: Options = {},
): Promise<TestServer> {
  await ensureSomeBuild()
  // Plain JavaScript without types, like the command that starts the site.
  const { siteEnvironment, siteProgram } = await import(new URL('../../scripts/site-program.mjs', import.meta.url).href)
  const dataDir = realpathSync(given ?? (await mkdtemp(join(tmpdir(), 'promissory-server-'))))
  const prepared = process.env[siteDataVariable]
  if (prepared && !given && !firstStart) await copyWithOwners([`${prepared}/.`], dataDir)
  const cluster = join(dataDir, 'database')
  const mailbox = await openMailbox()
  const port = await freePort()
  const url = `http://localhost:${port}`
  mkdirSync(join(project, 'test-results'), { recursive: true })
  let logStart = 0

  const server: TestServer = {
    url,
    dataDir,
    files: { folder: join(dataDir, 'files') },
    mailbox,
    child: undefined as unknown as ChildProcess,
    ownerUrl: ownerUrl(socketFolder(dataDir), 'promissory'),
    async start() {
      // Directly to a file: a pipe would cost this process time, and lose the last output of a killed one.
      const log = openSync(serverLog, 'a')
      logStart = statSync(serverLog).size
      server.child = spawn(process.execPath, [...siteProgram, ...args], {
        cwd: folder,
        env: {
          ...process.env,
          ...siteEnvironment,
          // React's development build renders pages several times slower.
          NODE_ENV: 'production',
          PORT: String(port),
          DATA_DIR: dataDir,
          SMTP_URL: mailbox.url,
          TRUST_PROXY: '1',
          ...env,
        },
        // The IPC channel ends it together with this process.
        stdio: ['ignore', log, log, 'ipc'],
      })
      closeSync(log)
      await server.ready()
    },
    async ready() {
      const { child } = server
      const hasEnded = () => child.exitCode !== null || child.signalCode !== null
      const state = await eventually(
        'the server',
        async () => (hasEnded() ? 'ended' : (await fetch(`${url}/readyz`)).ok && 'ready'),
        2 * patience,
      )
      if (state === 'ended') {
        const output = server.logged().slice(-4000)
        throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}: ${output}`)
      }
    },
    async end(signal) {
      const { child } = server
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise(resolve => child.once('exit', resolve))
        child.kill(signal)
        await ended
      }
      return child.exitCode
    },
    logged: () => readFileSync(serverLog).subarray(logStart).toString(),
    postmaster: () => runningPostmaster(cluster),
    async killDatabase() {
      const pid = runningPostmaster(cluster)
      if (pid === undefined) return
      // Its children would exit by themselves once they notice; in a power failure they end at the same moment.
      for (const id of [pid, ...childrenOf(pid)]) kill(id, 'SIGKILL')
      await eventually('the end of PostgreSQL', () => !isPostmaster(pid, cluster))
    },
    async dispose() {
      await server.end('SIGTERM')
      const left = runningPostmaster(cluster)
      if (left !== undefined) {
        kill(left, 'SIGINT')
        await eventually('the end of PostgreSQL', () => !isPostmaster(left, cluster))
        removeSocketFolder(dataDir)
      }
      await mailbox[Symbol.asyncDispose]()
      if (!given) await rm(dataDir, { recursive: true, force: true })
    },
  }
  try {
    await server.start()
  } catch (error) {
    await server.dispose()
    throw error
  }
  return server
}

/** @returns the ids of a process's children; none if the system has no `/proc` */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

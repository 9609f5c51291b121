import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from './eventually.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

/** The real program, `server/main.ts`, as a child process with a data folder, a port and a mail server of its own. */
export interface TestServer {
  /** Origin, such as http://localhost:40123 */
  url: string
  dataDir: string
  mailbox: Mailbox
  /** The process that runs now; another one after `start`. */
  child: ChildProcess
  /** Starts it again on the same data and port, and waits until it is ready. */
  start(): Promise<void>
  /** Sends a signal and waits until the process has ended. Returns its exit code, null where a signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Process id of its PostgreSQL. */
  postmaster(): Promise<number>
  /** Connection string of the database's owner. */
  ownerUrl: string
  /** Ends it, and removes what it kept. */
  dispose(): Promise<void>
}

/** @param env further environment variables */
export async function startServer(env: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promissory-server-'))
  const mailbox = await openMailbox()
  const port = await freePort()
  const url = `http://localhost:${port}`
  mkdirSync(join(project, 'test-results'), { recursive: true })
  const logFile = createWriteStream(join(project, 'test-results', 'server.log'), { flags: 'a' })
  const server: TestServer = {
    url,
    dataDir,
    mailbox,
    child: undefined as unknown as ChildProcess,
    ownerUrl: `postgresql://promissory@localhost/promissory?host=${encodeURIComponent(join(dataDir, 'socket'))}`,
    async start() {
      const child = spawn(process.execPath, ['server/main.ts'], {
        cwd: project,
        env: {
          ...process.env,
          PORT: String(port),
          DATA_DIR: dataDir,
          SMTP_URL: mailbox.url,
          TRUST_PROXY: '1',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      server.child = child
      let words = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', chunk => {
          words += chunk
          logFile.write(chunk)
        })
      }
      await eventually(
        'the server',
        async () => {
          if (child.exitCode !== null || child.signalCode !== null) return 'ended'
          return (await fetch(`${url}/readyz`)).ok && 'ready'
        },
        60_000,
      ).then(state => {
        if (state === 'ended') throw new Error(`the server ended with ${child.exitCode}: ${words}`)
      })
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
    async postmaster() {
      const text = await readFile(join(dataDir, 'database', 'postmaster.pid'), 'utf8')
      return Number(text.split('\n')[0])
    },
    async dispose() {
      await server.end('SIGTERM')
      await mailbox[Symbol.asyncDispose]()
      logFile.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

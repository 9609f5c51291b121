import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { bareEnvironment } from '../../server/database/embedded/binaries.ts'
import { databaseUser } from '../../server/platform/data-folder.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
/** Debian's folder of PostgreSQL's programs, by major version. */
const debianFolder = '/usr/lib/postgresql'

/** A PostgreSQL that isn't the embedded one, such as Debian's, with its own data in a temporary folder. */
export interface PostgresServer extends AsyncDisposable {
  /** The folder of its data and its socket. */
  folder: string
  /** It listens on 127.0.0.1, and on a socket in `folder`. */
  port: number
  /** Connection string of its superuser, `promissory`, over the socket, without a password. */
  url(database: string): string
  start(): Promise<void>
  /** Ends it, as in a power failure of its machine. */
  kill(): Promise<void>
  /** Promotes a standby to an independent server. */
  promote(): Promise<void>
}

interface Options {
  /** The folder of its programs. */
  programs?: string
  settings?: Record<string, string>
  /** Lines of `pg_hba.conf` for connections over TCP, which need a password by default. */
  overTcp?: string[]
  /** Makes it a standby that replicates this server; it uses that server's settings, too. */
  replicates?: PostgresServer
}

/** @returns the folder of the programs of Debian's PostgreSQL, the oldest one installed unless a version is named */
export function debianPostgres(major?: string): string {
  const installed = existsSync(debianFolder) ? readdirSync(debianFolder).sort() : []
  const found = major ? installed.find(version => version === major) : installed[0]
  if (found) return join(debianFolder, found, 'bin')
  throw new Error('this test needs Debian’s PostgreSQL: npm test installs it')
}

export async function startPostgres({
  programs = debianPostgres(),
  settings = {},
  overTcp = ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 trust'],
  replicates,
}: Options = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-postgres-'))
  const user = databaseUser(folder)
  if (user) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o755)
  const account = user && { uid: user.uid, gid: user.gid }
  const how = { ...account, cwd: folder, env: bareEnvironment }
  const data = join(folder, 'data')
  const port = await freePort()
  const program = (name: string, args: string[]) => run(join(programs, name), args, how)
  let child: ChildProcess | undefined

  const hasEnded = () => !child || child.exitCode !== null || child.signalCode !== null
  const server: PostgresServer = {
    folder,
    port,
    url: database => `postgresql://promissory@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`,
    async start() {
      const given = Object.entries({ ...settings, port: String(port), unix_socket_directories: folder })
      const args = given.map(([name, value]) => `--${name.replaceAll('_', '-')}=${value}`)
      child = spawn(join(programs, 'postgres'), ['-D', data, ...args], { ...how, stdio: 'ignore' })
      await eventually('PostgreSQL', async () => {
        if (hasEnded()) throw new Error(`it ended; its log is in ${folder}`)
        const client = new pg.Client(server.url('postgres'))
        await client.connect()
        await client.end()
        return true
      })
    },
    async kill() {
      if (hasEnded()) return
      const ended = new Promise(resolve => child?.once('exit', resolve))
      // Its children end at once, without notice to their clients.
      child?.kill('SIGQUIT')
      await ended
    },
    async promote() {
      await program('pg_ctl', ['promote', '-D', data, '-w'])
    },
    async [Symbol.asyncDispose]() {
      await server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
  try {
    if (replicates) {
      const source = `host=${replicates.folder} port=${replicates.port} user=promissory`
      await program('pg_basebackup', ['-d', source, '-D', data, '-R', '-X', 'stream', '-c', 'fast'])
    } else {
      const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
      await program('initdb', ['-D', data, '--username=promissory', ...locale, '--auth=trust', '--no-sync'])
      const hba = ['local all all trust', 'local replication all trust', ...overTcp]
      await writeFile(join(data, 'pg_hba.conf'), `${hba.join('\n')}\n`)
      await appendFile(
        join(data, 'postgresql.conf'),
        "listen_addresses = '127.0.0.1'\nlog_destination = stderr\nlogging_collector = on\n",
      )
    }
    await server.start()
    return server
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
}

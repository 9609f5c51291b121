import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareEnvironment } from '../../server/database/embedded/binaries.ts'
import { databaseUser } from '../../server/platform/data-folder.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

/** A real PgBouncer in transaction mode that gets passwords from its server, as an operator would set it up. */
export interface PgBouncer extends AsyncDisposable {
  port: number
  /** Value for DATABASE_URL. Its own login doesn't matter: the site uses those it has created. */
  url(database: string): string
  start(): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL's address for its superuser: the folder of its socket, or a host with a certificate. */
interface Server {
  host: string
  port: number
  /** The superuser's, if required. */
  password?: string
  /** Path of the certificate of the server's authority. */
  authority?: string
}

/**
 * @param server of the connections
 * @param poolSize connections to the server by database and login
 */
export async function startPgBouncer(server: Server, poolSize = 20): Promise<PgBouncer> {
  const program = process.env.PGBOUNCER_PATH || '/usr/sbin/pgbouncer'
  if (!existsSync(program)) {
    throw new Error('this test needs PgBouncer: npm test installs it, or PGBOUNCER_PATH names it')
  }
  const folder = await mkdtemp(join(tmpdir(), 'promissory-pgbouncer-'))
  const user = databaseUser(folder)
  const port = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    pool_mode: 'transaction',
    auth_type: 'scram-sha-256',
    auth_user: 'promissory',
    auth_file: join(folder, 'users'),
    max_client_conn: 1000,
    default_pool_size: poolSize,
    server_login_retry: 1,
    ...(server.authority && { server_tls_sslmode: 'verify-full', server_tls_ca_file: server.authority }),
    logfile: join(folder, 'log'),
  }
  const lines = Object.entries(settings).map(setting => setting.join(' = '))
  const config = join(folder, 'pgbouncer.ini')
  await writeFile(
    config,
    ['[databases]', `* = host=${server.host} port=${server.port}`, '[pgbouncer]', ...lines, ''].join('\n'),
  )
  await writeFile(join(folder, 'users'), `"promissory" "${server.password ?? ''}"\n`)
  if (user) for (const path of [folder, config, join(folder, 'users')]) await chown(path, user.uid, user.gid)
  let child: ChildProcess | undefined
  const bouncer: PgBouncer = {
    port,
    url: database => `postgresql://nobody@127.0.0.1:${port}/${database}`,
    async start() {
      const account = user && { uid: user.uid, gid: user.gid }
      child = spawn(program, [config], { ...account, cwd: folder, env: bareEnvironment, stdio: 'ignore' })
      await eventually('PgBouncer', () => canConnect(port))
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise(resolve => child?.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
    async [Symbol.asyncDispose]() {
      await bouncer.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await bouncer.start()
  return bouncer
}

function canConnect(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false)).once('connect', () => resolve(true))
    socket.once('connect', () => socket.destroy())
  })
}

import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { settingsOf } from '../../server/database/settings.ts'
import { placeWithin, readPlace } from '../../server/platform/place.ts'
import { ensureSomeBuild } from '../helpers/build.ts'
import { freePort } from '../helpers/free-port.ts'
import { openMailbox } from '../helpers/mailbox.ts'
import { type PgBouncer, startPgBouncer } from '../helpers/pgbouncer.ts'
import { type PostgresServer, startPostgres } from '../helpers/postgres-server.ts'
import { type S3Server, startS3Server } from '../helpers/s3-server.ts'
import { type Site, serverLog } from '../helpers/server.ts'
import { startBalancer } from './balancer.ts'
import { type Program, startProgram } from './program.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

/** One site: several processes, as on several machines, behind nginx, on Debian's PostgreSQL behind PgBouncer and an S3 store. */
export interface Cluster extends Site {
  processes: ClusterProcess[]
  database: PostgresServer
  pooler: PgBouncer
  store: S3Server
  balancer: Program
}

/** A process of the site. */
export interface ClusterProcess {
  /** Its own address, behind nginx. */
  url: string
  program: Program
  /** Starts it, where it has ended; with another folder, the version in that copy of the project. */
  start(folder?: string): Promise<void>
}

interface Options {
  /** Of a copy of the project, which is built; this one by default. */
  folder?: string
  processes?: number
}

/**
 * Starts a cluster; its processes start at the same moment, on an empty database.
 * @param env additional environment variables of the processes
 */
export async function startCluster(
  env: Record<string, string> = {},
  { folder = project, processes: count = 3 }: Options = {},
): Promise<Cluster> {
  await ensureSomeBuild()
  await using stack = new AsyncDisposableStack()
  await mkdir(dirname(serverLog), { recursive: true })
  const home = await mkdtemp(join(tmpdir(), 'promissory-cluster-'))
  stack.defer(() => rm(home, { recursive: true, force: true }))
  await chmod(home, 0o755)
  const secret = randomBytes(32).toString('base64url')
  await writeFile(join(home, 'auth-secret'), secret)
  const mailbox = stack.use(await openMailbox())
  const database = stack.use(await startPostgres({ settings: { max_connections: '200', fsync: 'off' } }))
  const directUrl = await createPortal(database)
  const pooler = stack.use(await startPgBouncer({ host: database.folder, port: database.port }))
  const store = stack.use(await startS3Server())
  const storageUrl = await store.newBucket()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const shared = {
    APP_URL: url,
    AUTH_SECRET: secret,
    DATABASE_URL: pooler.url('portal'),
    DATABASE_DIRECT_URL: directUrl,
    STORAGE_URL: storageUrl,
    VAULT_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: mailbox.url,
    // nginx, and the one that tests pretend to be.
    TRUST_PROXY: '2',
    ...env,
  }
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const processes = await Promise.all(
    ports.map(each => startProcess(folder, each, { ...shared, DATA_DIR: join(home, `data-${each}`) })),
  )
  stack.defer(async () => {
    await Promise.all(processes.map(({ program }) => program.end('SIGTERM')))
  })
  const balancer = await startBalancer(join(home, 'nginx'), port, ports)
  stack.defer(() => balancer.end('SIGTERM'))
  const all = stack.move()
  return {
    url,
    dataDir: home,
    mailbox,
    ownerUrl: database.url('portal'),
    processes,
    database,
    pooler,
    store,
    files: placeWithin(readPlace(storageUrl), 'documents'),
    balancer,
    dispose: () => all.disposeAsync(),
  }
}

/** Creates the site's database, which belongs to a role without special rights. @returns its connection string */
async function createPortal(server: PostgresServer): Promise<string> {
  const password = randomBytes(12).toString('hex')
  const client = new pg.Client(settingsOf(server.url('postgres')))
  await client.connect()
  try {
    await client.query(`create role fund login createrole password '${password}'`)
    await client.query('create database portal owner fund')
  } finally {
    await client.end()
  }
  return `postgresql://fund:${password}@127.0.0.1:${server.port}/portal`
}

async function startProcess(folder: string, port: number, settings: Record<string, string>): Promise<ClusterProcess> {
  const { siteEnvironment, siteProgram } = await import(new URL('../../scripts/site-program.mjs', import.meta.url).href)
  const url = `http://localhost:${port}`
  const env = { ...process.env, ...siteEnvironment, NODE_ENV: 'production', PORT: String(port), ...settings }
  await mkdir(settings.DATA_DIR as string)
  const start = (from: string) =>
    startProgram('a process of the site', {
      file: process.execPath,
      args: siteProgram,
      logFile: serverLog,
      answers: async () => (await fetch(`${url}/readyz`)).ok,
      cwd: from,
      env,
    })
  const started: ClusterProcess = {
    url,
    program: await start(folder),
    async start(from = folder) {
      started.program = await start(from)
    },
  }
  return started
}

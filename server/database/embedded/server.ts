import type { ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SystemUser } from '../../platform/data-folder.ts'
import type { Log } from '../../platform/log.ts'
import { StartError } from '../../platform/start-error.ts'
import type { Binaries } from './binaries.ts'
import {
  clearStaleLocks,
  isPostmaster,
  lastLogLines,
  runningPostmaster,
  spawnPostmaster,
  truncateLog,
} from './postmaster.ts'
import { joinServer, type ServerUse } from './server-use.ts'
import { createSocketFolder, removeSocketFolder } from './socket.ts'

/** How long a start waits for the server's first response. */
const startTimeoutMs = 60_000
/** How long it waits while the server is recovering from a crash. */
const recoveryTimeoutMs = 10 * 60_000
/** When the operator gets a message that it is taking long. */
const slowMs = 5000
/** How long a stop waits for the server to write its data. */
const stopTimeoutMs = 30_000

/** One process's use of the server: starts or joins it, restarts it, and stops it when no other process uses it. */
export class EmbeddedServer {
  readonly socket: string
  adopted = true
  private readonly cluster: string
  private readonly logFile: string
  private readonly binaries: Binaries
  private readonly user: SystemUser | undefined
  private readonly log: Log
  private child: ChildProcess | undefined
  private use: ServerUse | undefined
  private starting: Promise<void> | undefined
  private stopping: Promise<void> | undefined
  private readonly logTimer: NodeJS.Timeout

  constructor(folder: string, binaries: Binaries, user: SystemUser | undefined, log: Log) {
    this.cluster = join(folder, 'database')
    this.logFile = join(folder, 'postgres.log')
    this.socket = createSocketFolder(folder, user)
    this.binaries = binaries
    this.user = user
    this.log = log
    this.logTimer = setInterval(() => truncateLog(this.logFile).catch(() => {}), 10 * 60_000).unref()
  }

  async start(): Promise<void> {
    try {
      await this.connect(false)
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  stop(): Promise<void> {
    this.stopping ??= this.leave()
    return this.stopping
  }

  /** Retries until the server responds. With `keepTrying`, only a stop ends this; without, it throws after a while. */
  private async connect(keepTrying: boolean): Promise<void> {
    const started = performance.now()
    let warned = false
    for (let wait = 10; !this.stopping; wait = Math.min(wait * 1.3, keepTrying ? 2000 : 200)) {
      const error = await this.tryConnect()
      if (error === undefined) return
      const waited = performance.now() - started
      if (!keepTrying) this.throwIfUnrecoverable(error, waited)
      if (!warned && waited > slowMs) {
        warned = true
        this.log.warn('the database is not answering yet', { reason: error, postgres: lastLogLines(this.logFile) })
      }
      await sleep(wait)
    }
  }

  /**
   * Connects once, or makes sure that a server is starting.
   * @returns why there is no connection yet; undefined where there is one
   */
  private async tryConnect(): Promise<Error | undefined> {
    try {
      const use = await joinServer(this.socket, this.cluster, startTimeoutMs)
      this.use = use
      use.ended.then(() => this.restart(use))
      return undefined
    } catch (error) {
      try {
        if (!this.child && !this.stopping && runningPostmaster(this.cluster) === undefined) this.spawn()
        return error as Error
      } catch (obstacle) {
        return obstacle as Error
      }
    }
  }

  private spawn(): void {
    clearStaleLocks(this.cluster, this.socket)
    this.adopted = false
    const paths = { cluster: this.cluster, socket: createSocketFolder(dirname(this.cluster), this.user) }
    const child = spawnPostmaster(this.binaries, { ...paths, logFile: this.logFile }, this.user)
    this.child = child
    // It may exit right away: another process was faster, or remains of a killed server are still running.
    const forget = () => {
      if (this.child === child) this.child = undefined
    }
    child.on('exit', forget).on('error', forget)
  }

  private throwIfUnrecoverable(error: Error, waited: number): void {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (error instanceof StartError || (syscall !== undefined && syscall !== 'connect')) throw error
    const recovering = code === '57P03'
    if (waited < (recovering ? recoveryTimeoutMs : startTimeoutMs)) return
    const lines = lastLogLines(this.logFile) || error.message
    throw new StartError(
      `The database has not answered after ${Math.round(waited / 1000)} s. Its log ${this.logFile} ends with: ${lines}`,
    )
  }

  private async restart(ended: ServerUse): Promise<void> {
    if (this.stopping || this.use !== ended) return
    this.use = undefined
    const started = performance.now()
    this.log.warn('the database stopped; restarting it')
    this.starting = this.connect(true)
    await this.starting
    if (!this.stopping) this.log.info('the database is running again', { ms: millisecondsSince(started) })
  }

  private async leave(): Promise<void> {
    clearInterval(this.logTimer)
    await this.starting
    const use = this.use
    // Without a session we can't ask the others. If we started the server we stop it, and they will restart it.
    const mayStop = use ? await use.leave().catch(() => false) : this.child !== undefined
    const pid = runningPostmaster(this.cluster)
    if (mayStop && pid !== undefined) await this.shutDown(pid)
    await use?.end()
  }

  /** Requests a fast shutdown: open transactions are rolled back, everything else is written to disk. */
  private async shutDown(pid: number): Promise<void> {
    const started = performance.now()
    process.kill(pid, 'SIGINT')
    while (isPostmaster(pid, this.cluster)) {
      if (performance.now() - started > stopTimeoutMs) {
        this.log.warn('the database is still writing, so it will stop by itself', { ms: millisecondsSince(started) })
        return
      }
      await sleep(10)
    }
    removeSocketFolder(dirname(this.cluster))
    this.log.info('the database has stopped', { ms: millisecondsSince(started) })
  }
}

/** @param start from `performance.now()` */
export const millisecondsSince = (started: number) => Math.round(performance.now() - started)

import type { ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SystemUser } from '../../platform/data-folder.ts'
import type { Log } from '../../platform/log.ts'
import { StartError } from '../../platform/start-error.ts'
import type { Binaries } from './binaries.ts'
import { boundLog, clearStaleLocks, isPostmaster, lastWords, runningPostmaster, spawnPostmaster } from './postmaster.ts'
import { attend, type Presence } from './presence.ts'
import { makeSocketFolder, removeSocketFolder } from './socket.ts'

/** How long a start waits for the server's first answer. */
const startTimeoutMs = 60_000
/** How long it waits while the server says that it is recovering from a crash. */
const recoveryTimeoutMs = 10 * 60_000
/** How long until an operator is told that it takes long. */
const slowMs = 5000
/** How long a stop waits for the server to write everything down. */
const stopTimeoutMs = 30_000

/** One process's use of the server: it starts it, joins it, brings it back, and stops it when nobody else uses it. */
export class EmbeddedServer {
  readonly socket: string
  adopted = true
  private readonly cluster: string
  private readonly logFile: string
  private readonly binaries: Binaries
  private readonly user: SystemUser | undefined
  private readonly log: Log
  private child: ChildProcess | undefined
  private presence: Presence | undefined
  private starting: Promise<void> | undefined
  private stopping: Promise<void> | undefined
  private readonly chores: NodeJS.Timeout

  constructor(place: string, binaries: Binaries, user: SystemUser | undefined, log: Log) {
    this.cluster = join(place, 'database')
    this.logFile = join(place, 'postgres.log')
    this.socket = makeSocketFolder(place, user)
    this.binaries = binaries
    this.user = user
    this.log = log
    this.chores = setInterval(() => boundLog(this.logFile).catch(() => {}), 10 * 60_000).unref()
  }

  async begin(): Promise<void> {
    try {
      await this.ensure(false)
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  stop(): Promise<void> {
    this.stopping ??= this.leave()
    return this.stopping
  }

  /** Goes on until the server answers. With `patient`, only a stop ends it; without, it gives up in the end. */
  private async ensure(patient: boolean): Promise<void> {
    const began = performance.now()
    let told = false
    for (let wait = 10; !this.stopping; wait = Math.min(wait * 1.3, patient ? 2000 : 200)) {
      const error = await this.attempt()
      if (error === undefined) return
      const waited = performance.now() - began
      if (!patient) this.giveUpIfHopeless(error, waited)
      if (!told && waited > slowMs) {
        told = true
        this.log.warn('the database is not answering yet', { reason: error, postgres: lastWords(this.logFile) })
      }
      await sleep(wait)
    }
  }

  /** One try: connects, or sees to it that a server is on its way. Answers why there is no connection yet. */
  private async attempt(): Promise<Error | undefined> {
    try {
      const presence = await attend(this.socket, this.cluster, startTimeoutMs)
      this.presence = presence
      presence.ended.then(() => this.revive(presence))
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
    const paths = { cluster: this.cluster, socket: makeSocketFolder(dirname(this.cluster), this.user) }
    const child = spawnPostmaster(this.binaries, { ...paths, logFile: this.logFile }, this.user)
    this.child = child
    // It may well end at once: another process was faster, or the remains of a killed server are still about.
    const gone = () => {
      if (this.child === child) this.child = undefined
    }
    child.on('exit', gone).on('error', gone)
  }

  private giveUpIfHopeless(error: Error, waited: number): void {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (error instanceof StartError || (syscall !== undefined && syscall !== 'connect')) throw error
    const recovering = code === '57P03'
    if (waited < (recovering ? recoveryTimeoutMs : startTimeoutMs)) return
    const words = lastWords(this.logFile) || error.message
    throw new StartError(
      `The database has not answered after ${Math.round(waited / 1000)} s. Its log ${this.logFile} ends with: ${words}`,
    )
  }

  private async revive(lost: Presence): Promise<void> {
    if (this.stopping || this.presence !== lost) return
    this.presence = undefined
    const began = performance.now()
    this.log.warn('the database stopped; restarting it')
    this.starting = this.ensure(true)
    await this.starting
    if (!this.stopping) this.log.info('the database is running again', { ms: since(began) })
  }

  private async leave(): Promise<void> {
    clearInterval(this.chores)
    await this.starting
    const presence = this.presence
    // Without a session we cannot ask the others. If we started the server it is ours to stop: they will revive it.
    const ours = presence ? await presence.leave().catch(() => false) : this.child !== undefined
    const pid = runningPostmaster(this.cluster)
    if (ours && pid !== undefined) await this.shutDown(pid)
    await presence?.end()
  }

  /** Ends the server the fast way: open transactions are rolled back, everything else is on disk afterwards. */
  private async shutDown(pid: number): Promise<void> {
    const began = performance.now()
    process.kill(pid, 'SIGINT')
    while (isPostmaster(pid, this.cluster)) {
      if (performance.now() - began > stopTimeoutMs) {
        this.log.warn('the database is still writing, so it will stop by itself', { ms: since(began) })
        return
      }
      await sleep(10)
    }
    removeSocketFolder(dirname(this.cluster))
    this.log.info('the database has stopped', { ms: since(began) })
  }
}

/** @returns milliseconds since then */
export const since = (began: number) => Math.round(performance.now() - began)

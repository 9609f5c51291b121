import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../platform/start-error.ts'
import { inTurn } from './in-turn.ts'
import { settingsOf } from './settings.ts'
import { type Move, processLock, readSiteState, siteStateChannel } from './site-state.ts'

/** How long the site stays paused or held after the last sign of life of a move. */
const leaseSeconds = 30
const renewEveryMs = 5000
/** How long processes may take to pause: their running jobs have ten seconds. */
const pauseTimeoutMs = 25_000
/** The lock that every transaction that writes shares (0031_read_only.sql). */
const writeLock = 7_030_001
/** Those that wait behind us wait no longer than this; then they get their turn before we ask again. */
const writeLockTimeoutMs = 2000
const writeLockAttempts = 10
/** Only one move at a time. */
const moveLock = 7_030_003

/**
 * Makes the site read-only for a move: first every process pauses its jobs and uploads, then the database refuses all
 * changes. Nobody has to end it: it lapses by itself half a minute after the process that asked for it has died.
 */
export class SiteHold implements AsyncDisposable {
  /** The move, which may have begun earlier and been interrupted. */
  readonly move: Move
  readonly #owner: pg.Client
  readonly #query: ReturnType<typeof inTurn>
  #renewing: NodeJS.Timeout | undefined
  #isLost = false

  private constructor(owner: pg.Client, move: Move) {
    this.#owner = owner
    this.#query = inTurn(owner)
    this.move = move
  }

  /**
   * Connects, and notes that this move has begun, or goes on. The site isn't paused yet.
   * @param ownerUrl connection string of the database's owner, not through a pooler
   * @throws StartError where another move is running, or has begun and isn't done
   */
  static async open(ownerUrl: string, { kind, to }: Pick<Move, 'kind' | 'to'>): Promise<SiteHold> {
    const owner = new pg.Client({ ...settingsOf(ownerUrl), application_name: 'promissory move' })
    owner.on('error', () => {})
    await owner.connect()
    try {
      const { rows } = await owner.query('select pg_try_advisory_lock($1) as locked', [moveLock])
      if (!rows[0].locked) throw new StartError('A move is already running. Wait until it ends.')
      const { move: begun } = await readSiteState(owner)
      if (begun && (begun.kind !== kind || begun.to !== to)) {
        throw new StartError(
          `A move of the ${begun.kind} to ${begun.to} has begun and isn’t done. Run it again to finish it, or give it up with \`npm run move -- --cancel\`.`,
        )
      }
      const move = begun ?? { id: randomUUID(), kind, to, started_at: new Date().toISOString() }
      await owner.query('update app.site_state set move = $1', [move])
      return new SiteHold(owner, move)
    } catch (error) {
      await owner.end()
      throw error
    }
  }

  /**
   * Pauses every process, then has the database refuse changes. When this resolves, no transaction that changes
   * anything is left, and none can begin.
   * @throws StartError where a process doesn't pause, or work that is running doesn't end, in time. The site then goes on
   */
  async hold(): Promise<void> {
    await this.#set(`paused_until = clock_timestamp() + interval '${leaseSeconds} seconds', held = false`)
    this.#renewing = setInterval(() => void this.#renew(), renewEveryMs)
    await this.#waitForProcesses()
    for (let attempt = 1; !(await this.#tryHolding()); attempt++) {
      if (attempt === writeLockAttempts) {
        throw new StartError('Something has been writing to the database all the while. Try again at a quieter moment.')
      }
      await sleep(200)
    }
  }

  /** @throws StartError where the hold has lapsed, so that something may have changed */
  assertHeld(): void {
    if (this.#isLost) throw lapsed()
  }

  /**
   * Ends the move, and the pause. The site can be changed again, unless it is told that its contents have moved.
   * @param outcome where the files are now, or where the database's contents have gone
   * @throws StartError where the hold has lapsed
   */
  async finish(outcome: { filesAt: string } | { movedTo: string }): Promise<void> {
    const [column, value] = 'filesAt' in outcome ? ['files_at', outcome.filesAt] : ['moved_to', outcome.movedTo]
    const { rowCount } = await this.#query(
      `update app.site_state set ${column} = $1, move = null, paused_until = null, held = false
      where held and paused_until > clock_timestamp() and move ->> 'id' = $2`,
      [value, this.move.id],
    )
    if (rowCount !== 1) throw lapsed()
    clearInterval(this.#renewing)
    this.#renewing = undefined
    await this.#query(`notify ${siteStateChannel}`)
  }

  /** Lets the site go on where the move isn't finished, and disconnects. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#renewing) {
      clearInterval(this.#renewing)
      await this.#set('paused_until = null, held = false').catch(() => {})
    }
    await this.#owner.end().catch(() => {})
  }

  async #set(assignments: string): Promise<void> {
    await this.#query(`update app.site_state set ${assignments} where moved_to is null`)
    await this.#query(`notify ${siteStateChannel}`)
  }

  async #renew(): Promise<void> {
    const renewed = await this.#query(
      `update app.site_state set paused_until = clock_timestamp() + interval '${leaseSeconds} seconds'
        where paused_until > clock_timestamp() and move ->> 'id' = $1`,
      [this.move.id],
    ).catch(() => undefined)
    if (renewed && renewed.rowCount !== 1) this.#isLost = true
  }

  async #waitForProcesses(): Promise<void> {
    const until = Date.now() + pauseTimeoutMs
    for (;;) {
      const { rows } = await this.#query('select pg_try_advisory_lock($1) as alone', [processLock])
      if (rows[0].alone) return
      if (Date.now() > until) throw new StartError('A process of the site doesn’t pause. Restart it, then try again.')
      await sleep(100)
    }
  }

  /** @returns whether the database refuses changes now; false where a transaction that has changed something goes on */
  async #tryHolding(): Promise<boolean> {
    try {
      await this.#query('begin')
      await this.#query(`set local lock_timeout = ${writeLockTimeoutMs}`)
      await this.#query('select pg_advisory_xact_lock($1)', [writeLock])
      await this.#query('update app.site_state set held = true')
      await this.#query(`notify ${siteStateChannel}`)
      await this.#query('commit')
      return true
    } catch (error) {
      await this.#query('rollback')
      if ((error as { code?: string }).code === lockNotAvailable) return false
      throw error
    }
  }
}

const lockNotAvailable = '55P03'

const lapsed = () =>
  new StartError(
    'The move was interrupted for too long, and the site has gone on meanwhile. Run it again: it continues.',
  )

/**
 * Forgets a move that has begun, or takes one back that is done: this database and the place that the site is set to are
 * the site's again.
 * @returns a sentence for the operator
 * @throws StartError while a move is running
 */
export async function giveUpMove(ownerUrl: string): Promise<string> {
  const owner = new pg.Client(settingsOf(ownerUrl))
  await owner.connect()
  try {
    const { rows } = await owner.query('select pg_try_advisory_lock($1) as locked', [moveLock])
    if (!rows[0].locked) throw new StartError('A move is running. Stop it first.')
    const { move, movedTo, filesAt } = await readSiteState(owner)
    await owner.query(
      `update app.site_state set move = null, moved_to = null, files_at = null, paused_until = null, held = false`,
    )
    await owner.query(`truncate app.moved_files`)
    await owner.query(`notify ${siteStateChannel}`)
    if (movedTo) return `The site goes on with this database. Delete the copy in ${movedTo}: it is no longer followed.`
    if (move) return `The move to ${move.to} is given up. Delete what it has copied.`
    return filesAt ? `The site’s files are no longer said to be in ${filesAt}.` : 'No move has begun.'
  } finally {
    await owner.end()
  }
}

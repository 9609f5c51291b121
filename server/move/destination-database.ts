import pg from 'pg'
import { isDatabaseEmpty } from '../backup/create-tables.ts'
import { settingsOf } from '../database/settings.ts'
import type { Move } from '../database/site-state.ts'
import { StartError } from '../platform/start-error.ts'

/** PostgreSQL's oldest version that the site runs on. */
const oldestVersion = 150_000

/**
 * The database that a move fills. It has a note of that (the schema `move`) as long as it isn't complete, and no site
 * starts on it until then (`assert-usable.ts`).
 */
export class DestinationDatabase implements AsyncDisposable {
  readonly owner: pg.Client

  private constructor(owner: pg.Client) {
    this.owner = owner
  }

  /** @throws errors of the driver where it can't be reached */
  static async connect(url: string): Promise<DestinationDatabase> {
    const owner = new pg.Client({ ...settingsOf(url), application_name: 'promissory move' })
    owner.on('error', () => {})
    await owner.connect()
    return new DestinationDatabase(owner)
  }

  /** @throws StartError unless it is empty, or what this move has made of it */
  async assertFree({ id }: Pick<Move, 'id'>, name: string): Promise<void> {
    const { rows: versions } = await this.owner.query(
      `select current_setting('server_version_num')::integer as version`,
    )
    if (versions[0].version < oldestVersion) {
      throw new StartError(`The database at ${name} is too old. Use PostgreSQL 15 or newer.`)
    }
    if (await this.#hasNote()) {
      const { rows } = await this.owner.query<{ move_id: string }>('select move_id from move.destination')
      if (rows[0]?.move_id === id) return
      throw new StartError(`The database at ${name} holds part of another move. Use an empty one.`)
    }
    if (!(await isDatabaseEmpty(this.owner))) {
      throw new StartError(`The database at ${name} is not empty. Use an empty one: a move never overwrites anything.`)
    }
    await this.owner.query(
      'begin; create schema move; create table move.destination (move_id uuid not null, filled_at timestamptz)',
    )
    await this.owner.query('insert into move.destination (move_id) values ($1)', [id])
    await this.owner.query('commit')
  }

  /** @returns whether it has once been filled as a whole */
  async isFilled(): Promise<boolean> {
    const { rows } = await this.owner.query('select filled_at from move.destination')
    return rows[0]?.filled_at != null
  }

  async markFilled(): Promise<void> {
    await this.owner.query('update move.destination set filled_at = now()')
  }

  /** Removes the note: from now on a site may start on it. */
  async complete(): Promise<void> {
    if (await this.#hasNote()) await this.owner.query('drop schema move cascade')
  }

  async #hasNote(): Promise<boolean> {
    const { rows } = await this.owner.query(`select to_regclass('move.destination') is not null as known`)
    return rows[0].known
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.owner.end().catch(() => {})
  }
}

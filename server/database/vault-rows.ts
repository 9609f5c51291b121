import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { VaultState } from '../vault/key-ring.ts'
import type { WrappedKey } from '../vault/wrapped-keys.ts'
import { actAsJobs } from './act-as.ts'

/* The vault's rows: the keys that encrypt files, each wrapped with VAULT_KEY, and whether every file is encrypted. */

/** Access to the vault's rows. */
export interface VaultRows {
  state(): Promise<VaultState>
  /**
   * Adds the first key, unless another process has done so.
   * @param isAllSealed whether there is no plain file that the vault must read
   */
  addFirst(key: WrappedKey, isAllSealed: boolean): Promise<void>
}

/** For the running site, as the queue. */
export const vaultRows = rowsBy((statement, values) =>
  actAsJobs(async tx => (await tx.executeQuery<StateRow>(CompiledQuery.raw(statement, values))).rows),
)

/** For commands. */
export function vaultRowsOf(owner: pg.Client): VaultRows {
  return rowsBy(async (statement, values) => (await owner.query<StateRow>(statement, values)).rows)
}

function rowsBy(run: (statement: string, values: unknown[]) => Promise<StateRow[]>): VaultRows {
  return {
    state: async () => toState(await run(selectState, [])),
    async addFirst({ id, wrapped, wrapped_by }, isAllSealed) {
      await run(insertFirst, [id, wrapped, wrapped_by, isAllSealed])
    },
  }
}

const selectState = `select
  (select coalesce(json_agg(json_build_object('id', encode(id, 'hex'), 'wrapped', encode(wrapped, 'hex'),
      'wrapped_by', encode(wrapped_by, 'hex')) order by created_at desc, id), '[]')
    from app.vault_keys) as keys,
  exists (select from app.vault) as "isAllSealed"`

const insertFirst = `with added as (
    insert into app.vault_keys (id, wrapped, wrapped_by)
    select $1::bytea, $2::bytea, $3::bytea where not exists (select from app.vault_keys) returning id)
  insert into app.vault (only_one) select true from added where $4::boolean on conflict do nothing`

interface StateRow {
  keys: Record<keyof WrappedKey, string>[]
  isAllSealed: boolean
}

function toState([row]: StateRow[]): VaultState {
  const { keys = [], isAllSealed = false } = row ?? {}
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  return {
    keys: keys.map(({ id, wrapped, wrapped_by }) => ({
      id: bytes(id),
      wrapped: bytes(wrapped),
      wrapped_by: bytes(wrapped_by),
    })),
    isAllSealed,
  }
}

/**
 * Adds keys, and replaces the wrapping of existing ones.
 * @param keys the last becomes the newest
 */
export async function writeVaultKeys(owner: pg.Client, keys: readonly WrappedKey[]): Promise<void> {
  await owner.query('begin')
  for (const { id, wrapped, wrapped_by } of keys) {
    await owner.query(
      `insert into app.vault_keys (id, wrapped, wrapped_by) values ($1, $2, $3)
      on conflict (id) do update set wrapped = excluded.wrapped, wrapped_by = excluded.wrapped_by`,
      [id, wrapped, wrapped_by],
    )
  }
  await owner.query('commit')
}

/** Records that no stored file is plain any more. */
export async function recordAllSealed(owner: pg.Client): Promise<void> {
  await owner.query('insert into app.vault (only_one) values (true) on conflict do nothing')
}

/**
 * Removes keys that encrypt no file. The newest stays, as does one that was the newest less than an hour ago, because a
 * running site may still use it.
 * @param used ids of keys found in files
 * @returns number removed
 */
export async function removeUnusedKeys(owner: pg.Client, used: readonly Buffer[]): Promise<number> {
  const { rowCount } = await owner.query(
    `delete from app.vault_keys k where k.id <> all ($1::bytea[]) and exists (
      select from app.vault_keys newer where newer.created_at > k.created_at
        and newer.created_at < now() - interval '1 hour')`,
    [used],
  )
  return rowCount ?? 0
}

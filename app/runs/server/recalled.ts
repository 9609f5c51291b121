import { sql } from 'kysely'
import { nameOrAddress } from '../../../server/access/name-with-address.ts'

/** Who recalled a run, when and why. */
export interface Recalled {
  by: string
  at: string
  reason: string
}

/**
 * @param run the statement's alias of the run's table
 * @returns a column: null unless the run was recalled
 */
export function recalledOf(run: string) {
  const [at, by, reason] = ['recalled_at', 'recalled_by', 'reason'].map(column => sql.ref(`${run}.${column}`))
  return sql<Recalled | null>`(select json_build_object('by', ${nameOrAddress('recaller')}, 'at', ${at}, 'reason', ${reason})
    from user_profiles recaller where recaller.id = ${by})`
}

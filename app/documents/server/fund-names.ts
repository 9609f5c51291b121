import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { documentsOf } from './readers.ts'

/** @returns sorted names of the funds with documents: all for administrators, otherwise the actor's */
export async function getFundNames(actor: Actor): Promise<string[]> {
  const rows = await (actor.isAdmin ? readAll(actor) : readOwn(actor))
  return rows.map(({ fund_name }) => fund_name)
}

function readOwn(actor: Actor) {
  return actAs(actor, tx =>
    tx.selectFrom(documentsOf(tx, actor.id)).select('fund_name').distinct().orderBy('fund_name').execute(),
  )
}

/** Finds each name after the previous one in the index, since a fund has few names and up to a million documents. */
async function readAll(actor: Actor): Promise<{ fund_name: string }[]> {
  const { rows } = await asAdministrator(actor, tx =>
    sql<{ fund_name: string }>`
      with recursive named as (
        (select fund_name from documents order by fund_name limit 1)
        union all
        select (select d.fund_name from documents d where d.fund_name > named.fund_name order by d.fund_name limit 1)
        from named where named.fund_name is not null)
      select fund_name from named where fund_name is not null`.execute(tx),
  )
  return rows
}

import type pg from 'pg'

/** Runs work while nothing keeps the database's owner from changing the audit log and its chain. */
export async function withoutAuditTriggers(owner: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await owner.query('alter table audit_log disable trigger all; alter table audit.chain disable trigger all')
  try {
    await work()
  } finally {
    for (const name of ['stamp', 'chain', 'refuse_change', 'refuse_truncate']) {
      await owner.query(`alter table audit_log enable always trigger ${name}`)
    }
    await owner.query(`alter table audit.chain enable always trigger refuse_change;
      alter table audit.chain enable always trigger refuse_truncate`)
  }
}

import type pg from 'pg'

/** Runs work with the audit log and its chain unprotected, so that the database's owner can change them. */
export async function withoutAuditTriggers(owner: pg.Client, work: () => Promise<unknown>): Promise<void> {
  const tables = ['audit_log', 'audit.chain', 'audit.redactions']
  for (const table of tables) await owner.query(`alter table ${table} disable trigger all`)
  try {
    await work()
  } finally {
    for (const name of ['stamp', 'chain', 'refuse_change', 'refuse_truncate']) {
      await owner.query(`alter table audit_log enable always trigger ${name}`)
    }
    await owner.query(`alter table audit.chain enable always trigger refuse_change;
      alter table audit.chain enable always trigger refuse_truncate;
      alter table audit.redactions enable always trigger refuse_change`)
  }
}

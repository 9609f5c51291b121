import type pg from 'pg'
import { actAsRole } from '../../../server/database/act-as-role.ts'

/**
 * Records a complete restore in the audit log, and lets the site start.
 * @param owner a connection to the restored database
 * @param moment restored, as ISO 8601
 */
export async function endRestore(owner: pg.Client, moment: string): Promise<void> {
  await actAsRole(owner, 'app_operator', async () => {
    await owner.query("insert into audit_log (action, details) values ('backup.restored', $1)", [{ moment }])
    await owner.query('reset role; drop table public.unfinished_restore')
  })
}

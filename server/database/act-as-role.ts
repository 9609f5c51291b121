import type pg from 'pg'

/**
 * Runs an operator's command in one transaction, as a role that only the database's owner takes.
 * @param owner a connection of the database's owner
 * @returns the result of `work`
 * @throws errors of `work`, after rolling back
 */
export async function actAsRole<T>(
  owner: pg.Client,
  role: 'app_operator' | 'app_backup' | 'app_vault' | 'app_audit',
  work: () => Promise<T>,
): Promise<T> {
  await owner.query('begin')
  try {
    await owner.query(`set local role ${role}`)
    const result = await work()
    await owner.query('commit')
    return result
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    throw error
  }
}

import type pg from 'pg'

/**
 * Runs work of an operator's command in one transaction, as a role that only the database's owner takes.
 * @param owner a connection of the database's owner
 * @returns what `work` returns
 * @throws what `work` throws, after rolling back
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

import pg from 'pg'
import { startEmbedded } from '../../server/database/embedded/start-embedded.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { createLog } from '../../server/platform/log.ts'

/** @returns the ids of the documents in a data folder's database, and of those deleted there */
export async function idsOfDocuments(dataDir: string): Promise<{ documents: Set<string>; deleted: Set<string> }> {
  const database = await startEmbedded({ dataDir, log: createLog({ write: () => {} }) })
  const owner = new pg.Client(settingsOf(database.url))
  await owner.connect()
  try {
    const idsIn = async (statement: string) =>
      new Set((await owner.query(statement)).rows.map(({ id }) => id as string))
    return {
      documents: await idsIn('select id from documents'),
      deleted: await idsIn(
        "select subject_id as id from audit_log where action in ('document.deleted', 'document.delete_approved')",
      ),
    }
  } finally {
    await owner.end()
    await database.stop()
  }
}

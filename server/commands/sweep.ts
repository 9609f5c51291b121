import type pg from 'pg'
import { removeOrphans, sweepFiles } from '../../app/upkeep/server/sweep.ts'
import { grouped } from '../../rules/number.ts'
import { actAsRole } from '../database/act-as-role.ts'
import { connect, type DatabaseAccess, disconnect } from '../database/connection.ts'
import type { Closers } from '../platform/closers.ts'
import type { Config } from '../platform/config.ts'
import { closeStorage, openStorage } from '../storage/storage.ts'

interface Opened {
  config: Config
  access: DatabaseAccess
  owner: pg.Client
  closers: Closers
}

/** How many of a kind are named. */
const named = 20

/**
 * Compares the documents with the stored files, records the outcome for administrators, and prints it.
 * @param isDeleting whether files without a document are deleted
 */
export async function sweep({ config, access, owner, closers }: Opened, isDeleting: boolean): Promise<void> {
  connect(access)
  closers.add('the database connections', disconnect)
  await openStorage(config)
  closers.add('the storage', closeStorage)
  const { documents, files, missing, orphans } = await sweepFiles()
  console.log(`Compared ${count(documents, 'document')} with ${count(files, 'stored file')}.`)
  console.log(
    missing.length === 0 ? 'Every document has its file.' : `Without their file: ${count(missing.length, 'document')}`,
  )
  for (const { document_id, stored_size } of missing.slice(0, named)) {
    console.log(`  ${document_id}${stored_size === null ? '' : `, of which ${grouped(stored_size)} bytes are stored`}`)
  }
  const size = grouped(Math.ceil(orphans.reduce((sum, { size }) => sum + size, 0) / 1024))
  console.log(
    orphans.length === 0
      ? 'No file older than a day is without a document.'
      : `Without a document, and older than a day: ${count(orphans.length, 'file')}, ${size} KB`,
  )
  for (const { key } of orphans.slice(0, named)) console.log(`  ${key}`)
  if (orphans.length === 0) return
  if (!isDeleting) {
    console.log('To delete these files: npm run admin -- sweep --delete')
    return
  }
  const removed = await removeOrphans(orphans)
  await noteRemoval(owner, removed)
  console.log(`Deleted ${count(removed.files, 'file')}.`)
}

/** Records in the audit log that files were deleted. */
async function noteRemoval(owner: pg.Client, removed: { files: number; bytes: number }): Promise<void> {
  const details = JSON.stringify({ ...removed, by: 'an operator, on the server' })
  const entry = "insert into audit_log (action, details) values ('files.orphans_deleted', $1)"
  await actAsRole(owner, 'app_operator', () => owner.query(entry, [details]))
}

function count(number: number, what: string): string {
  return `${grouped(number)} ${what}${number === 1 ? '' : 's'}`
}

import { administrators, everyone, type Gets, ownerOnly } from './actors.ts'
import { newMailFailure } from './office-doors.ts'
import type { World } from './world.ts'

const denied = everyone('denied')

/** The office's tables, see `tableDoors`. */
export const officeTableDoors = {
  // Notes of backups, which name no one.
  'app.backups': {
    owners: 'true',
    read: administrators('rows', 'none'),
    change: ["target = 'elsewhere'", denied] as [string, Gets],
    remove: denied,
    add: ["(target) values ('elsewhere')", denied] as [string, Gets],
  },
  'app.archive_state': {
    owners: 'true',
    read: administrators('rows', 'none'),
    change: ["target = 'elsewhere'", denied] as [string, Gets],
    remove: denied,
    add: ["(target) values ('elsewhere')", denied] as [string, Gets],
  },
  mail_failures: {
    owners: "person_id = '$owner'",
    read: administrators('rows', 'none'),
    change: ['dismissed_at = now()', administrators('rows', 'none')] as [string, Gets],
    remove: denied,
    add: ["(id, recipient, reason, refused) values (gen_random_uuid(), 'a@b.cc', 'x', true)", denied] as [string, Gets],
  },
  sweeps: {
    // The same for everyone.
    owners: 'true',
    read: administrators('rows', 'none'),
    change: ['orphans = 0', denied] as [string, Gets],
    remove: denied,
    add: ['(started_at, documents, files, orphans, orphan_bytes) values (now(), 0, 0, 0, 0)', denied] as [string, Gets],
  },
  missing_files: {
    owners: "document_id = '$document'",
    read: administrators('rows', 'none'),
    change: ['stored_size = 0', denied] as [string, Gets],
    remove: denied,
    add: ["(document_id) values ('$document')", denied] as [string, Gets],
  },
  list_columns: {
    owners: "user_id = '$owner'",
    read: ownerOnly('rows', 'none'),
    change: ["columns = '{}'", ownerOnly('rows', 'none')] as [string, Gets],
    remove: denied,
    add: [
      "(user_id, list, columns) values ('$owner', 'people', '{}') on conflict (user_id, list) do update set columns = '{}'",
      ownerOnly('rows', 'denied'),
    ] as [string, Gets],
  },
}

/** The office's functions, see `functionDoors`. */
export const officeFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.count_stored_files': { call: 'app.count_stored_files()', gets: administrators('ok', 'denied') },
  'app.find_for_office': {
    call: "(select array_agg(f.id) from app.find_for_office(array['doors'], null, 7) f)",
    gets: administrators('ok', 'denied'),
  },
  // A set of queues, which may be empty.
  'app.queue_figures': {
    call: '(select array_agg(q) from app.queue_figures() q)',
    gets: administrators('ok', 'denied'),
  },
  'app.newest_migration': { call: 'app.newest_migration()', gets: administrators('ok', 'denied') },
  'app.mark_seen': { call: 'app.mark_seen(null)', gets: administrators('ok', 'denied') },
  // About documents of the one who calls it.
  'app.tell_administrators_of_documents': {
    call: "app.tell_administrators_of_documents('file-received', array['$document'::uuid])",
    gets: ownerOnly('ok', 'denied'),
  },
}

/**
 * Makes a row of the owner's in each of these tables.
 * @param document of the owner
 */
export async function officeRows(world: World, document: string): Promise<void> {
  await newMailFailure(world)
  await world.portal.owner.query("insert into app.backups (target) values ('/backups')")
  await world.portal.owner.query("insert into app.archive_state (target) values ('/backups') on conflict do nothing")
  await world.portal.owner.query(
    "insert into list_columns (user_id, list, columns) values ($1, 'people', '{}') on conflict do nothing",
    [world.owner.id],
  )
  await world.portal.owner.query(
    'insert into sweeps (started_at, documents, files, orphans, orphan_bytes) values (now(), 1, 0, 0, 0)',
  )
  await world.portal.owner.query('insert into missing_files (document_id) values ($1) on conflict do nothing', [
    document,
  ])
}

import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import { storage } from '../../../server/storage/storage.ts'
import { administrators, everyone, type Gets } from '../../../tests/attacks/doors/actors.ts'
import { exportedRows } from '../../../tests/attacks/doors/exported-rows.ts'
import { about, address, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newStagedFile } from '../../deliveries/tests/delivery-doors.ts'
import { newHolder } from '../../register/tests/register-doors.ts'
import { servePart } from '../server/serve-part.ts'

const review = (world: World) => newBatch(world)
const released = (world: World) => newBatch(world, 'released')
const requested = (world: World) => newBatch(world, 'asked')
const split = { mode: 'whole', pages: '1' }

/** Bulk deliveries: only the office sees them; no one of an investor's, before they are released or after. */
export const bulkDoors = {
  getBatch: about(review, ({ actor }, { batch }) => op.getBatch(actor, batch), administrators('sees', 'FORBIDDEN')),
  getBatchItem: about(
    released,
    ({ actor }, { item }) => op.getBatchItem(actor, item),
    administrators('sees', 'FORBIDDEN'),
  ),
  getItemsToOpen: about(
    requested,
    ({ actor }, { batch }) => op.getItemsToOpen(actor, batch),
    administrators('sees', 'FORBIDDEN'),
  ),
  startBatch: about(
    newStagedFile,
    ({ actor }, upload) =>
      op.startBatch(actor, { id: randomUUID(), files: [upload], split, category: 'Tax', word: mark, period: '2025' }),
    // Of its own uploader alone; the file itself isn't there.
    administrators('BULK_FILE_GONE', 'FORBIDDEN'),
  ),
  continueRelease: about(
    review,
    ({ actor }, { batch }) => op.continueRelease(actor, batch),
    administrators('BULK_STATE', 'FORBIDDEN'),
  ),
  resetMatch: about(
    review,
    ({ actor }, { item }) => op.resetMatch(actor, item),
    // No one has decided anything about it.
    administrators('BULK_STATE', 'FORBIDDEN'),
  ),
  // The register has changed since.
  requestBatchRelease: about(
    review,
    ({ actor }, { batch }) => op.requestBatchRelease(actor, batch),
    administrators('BULK_STALE', 'FORBIDDEN'),
  ),
  recallBatch: about(
    released,
    ({ actor }, { batch }) => op.recallBatch(actor, batch, { reason: mark }),
    administrators('changes', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  ),
  exportBatchAccesses: about(
    released,
    ({ actor }, { batch }) => exportedRows(op.exportBatchAccesses(actor, batch)),
    administrators('sees', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

/** What the routes call themselves. */
export const bulkDirectDoors: Record<string, OperationDoor> = {
  servePart: about(
    review,
    async ({ actor }, { item }) => {
      const answer = await servePart(new Request(`${address}files/papers/${item}`), actor, item)
      if ('close' in answer) await answer.close?.()
    },
    // They have opened it once its last byte has left.
    administrators('ok', 'FORBIDDEN'),
  ),
}

const denied = everyone('denied')

/** The tables of bulk deliveries, see `tableDoors`. */
export const bulkTableDoors = {
  paper_batches: {
    owners: "id = '$batch'",
    read: administrators('rows', 'none'),
    // Two people release it.
    change: ["state = 'approved'", administrators('denied', 'none')] as [string, Gets],
    remove: denied,
    add: [
      `(id, category, fund_name, word, period, split_mode, split_pages, created_by)
      values (gen_random_uuid(), 'Tax', 'General', '', '', 'whole', 1, '$owner')`,
      denied,
    ] as [string, Gets],
  },
  paper_sources: {
    owners: "batch_id = '$batch'",
    read: administrators('rows', 'none'),
    change: ["filename = 'other.pdf'", denied] as [string, Gets],
    remove: denied,
    add: ["(batch_id, n, filename, file_size, sha256) values ('$batch', 9, 'a.pdf', 1, repeat('a', 64))", denied] as [
      string,
      Gets,
    ],
  },
  paper_batch_items: {
    owners: "batch_id = '$batch' and n = 2",
    read: administrators('rows', 'none'),
    // On its pages is a number of another person.
    change: ["state = 'matched', holder_id = '$paperholder'", administrators('23514', 'none')] as [string, Gets],
    remove: denied,
    add: [
      `(batch_id, n, source_n, first_page, last_page, filename, state, read_state)
      values ('$batch', 9, 1, 1, 1, 'a.pdf', 'unmatched', 'unmatched')`,
      denied,
    ] as [string, Gets],
  },
  paper_item_looks: {
    owners: "user_id = '$owner'",
    read: administrators('rows', 'none'),
    change: ["looked_at = '2020-01-01'", everyone('none')] as [string, Gets],
    remove: denied,
    // In another person's name.
    add: ["(item_id, user_id) values ('$paperitem', '$guest')", denied] as [string, Gets],
  },
}

/** The functions of bulk deliveries, see `functionDoors`. */
export const bulkFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.paper_register': {
    call: '(select count(*) from app.paper_register())',
    gets: administrators('ok', 'denied'),
  },
  'app.draw_papers': { call: "app.draw_papers('$batch', 5)", gets: administrators('ok', 'denied') },
  'app.has_opened_papers': { call: "app.has_opened_papers('$batch')", gets: everyone('nothing') },
  'app.waiting_content': {
    call: "app.waiting_content('papers.release', '$askedbatch') is not null",
    gets: administrators('ok', 'nothing'),
  },
  'app.drawn_papers': {
    call: "(select count(*) from app.drawn_papers('$askedbatch'))",
    gets: administrators('ok', 'denied'),
  },
  'app.more_for_holder': {
    call: "(select app.more_for_holder('$batch', '$paperholder', '$paperitem') = '{}')",
    gets: everyone('ok'),
  },
  'app.is_tax_item': { call: "app.is_tax_item('$paperitem')", gets: administrators('ok', 'nothing') },
  'app.read_as_recipient': {
    call: "app.read_as_recipient(gen_random_uuid(), gen_random_uuid(), '$paperholder', now())",
    gets: everyone('nothing'),
  },
  'app.hide_papers': { call: "app.hide_papers('$releasedbatch', 7)", gets: administrators('ok', 'denied') },
  'app.paper_accesses': {
    call: "(select count(*) from app.paper_accesses('$releasedbatch'))",
    gets: administrators('ok', 'denied'),
  },
}

/** What the doors of the tables are about. */
export async function bulkRows(world: World): Promise<Record<string, string>> {
  const { batch, item, holder } = await newBatch(world)
  const { owner } = world.portal
  await owner.query("update paper_batch_items set drawn = 'by_hand' where batch_id = $1", [batch])
  await owner.query('insert into paper_item_looks (item_id, user_id) values ($1, $2)', [item, world.owner.id])
  return {
    $batch: batch,
    $paperitem: item,
    $paperholder: holder,
    $askedbatch: (await newBatch(world, 'asked')).batch,
    $releasedbatch: (await newBatch(world, 'released')).batch,
  }
}

let stamp = 1_700_000_000_100_000

/**
 * A batch with a document that is the owner's, and one with a number of another person's.
 * @returns its id, that of the first document, and the owner's holder
 */
export async function newBatch(
  world: World,
  state: 'review' | 'asked' | 'released' = 'review',
): Promise<{ batch: string; item: string; holder: string }> {
  const { owner } = world.portal
  const [batch, item] = [randomUUID(), randomUUID()]
  const holder = await newHolder(world)
  const { id: administrator } = world.people.administrator
  const path = `${administrator}/${stamp++}.pdf`
  const content = Buffer.from(mark)
  await storage().put(path, new Blob([content]).stream())
  await owner.query(
    `insert into paper_batches (id, category, fund_name, word, period, split_mode, split_pages, created_by)
    values ($1, 'Tax', 'General', $2, '2025', 'whole', 1, $3)`,
    [batch, mark, administrator],
  )
  await owner.query(
    `insert into paper_sources (batch_id, n, filename, file_size, sha256, pages, file_path)
    values ($1, 1, $2 || '.pdf', $3, repeat('a', 64), 2, $4)`,
    [batch, mark, content.length, path],
  )
  await owner.query(
    `insert into paper_batch_items (id, batch_id, n, source_n, first_page, last_page, filename, state, read_state, strong,
      part_path, part_size, part_sha256)
    values ($1, $2, 1, 1, 1, 1, $3 || '.pdf', 'ambiguous', 'ambiguous', '[]', $4, $5, repeat('a', 64)),
      (gen_random_uuid(), $2, 2, 1, 2, 2, $3 || '.pdf', 'ambiguous', 'ambiguous', $6, null, $5, repeat('b', 64))`,
    [
      item,
      batch,
      mark,
      path,
      content.length,
      JSON.stringify([{ kind: 'holder', number: 'H-0', holders: [randomUUID()] }]),
    ],
  )
  await owner.query(
    `update paper_batches set state = 'review', matched_at = now(), register_sha256 = sha256('before') where id = $1`,
    [batch],
  )
  if (state === 'asked') await ask(world, { batch, item, holder })
  if (state === 'released') await release(world, { batch, item, holder })
  return { batch, item, holder }
}

/** As someone has asked for its release, with its first document drawn. */
async function ask(world: World, { batch, item, holder }: { batch: string; item: string; holder: string }) {
  const { owner } = world.portal
  const asker = await world.newPerson({ isAdmin: true })
  await owner.query("update paper_batch_items set state = 'matched', holder_id = $2, drawn = 'first' where id = $1", [
    item,
    holder,
  ])
  await owner.query(
    "insert into approvals (kind, subject_id, content, summary, asked_by) values ('papers.release', $1, $2, $3, $4)",
    [batch, { title: mark }, mark, asker.id],
  )
}

/** As two people have released it: with a document that its holder sees. */
async function release(world: World, { batch, item, holder }: { batch: string; item: string; holder: string }) {
  const { owner } = world.portal
  const document = await world.newDocument()
  const [asker, decider] = [await world.newPerson({ isAdmin: true }), await world.newPerson({ isAdmin: true })]
  const { rows } = await owner.query(
    `insert into approvals (kind, subject_id, content, summary, asked_by, decided_by, decided_at, decision)
    values ('papers.release', $1, '{}', $2, $3, $4, now(), 'approved') returning id`,
    [batch, mark, asker.id, decider.id],
  )
  await owner.query('update documents set holder_id = $2 where id = $1', [document, holder])
  await owner.query(
    `update paper_batch_items set state = 'matched', holder_id = $2, user_id = $3::uuid, file_path = $3::uuid::text || '/' || $4::text || '.pdf',
      filed_at = now(), document_id = $5 where id = $1`,
    [item, holder, world.owner.id, stamp++, document],
  )
  await owner.query(
    "update paper_batches set state = 'released', released_at = now(), approval_id = $2, filed_by = $3 where id = $1",
    [batch, rows[0].id, asker.id],
  )
}

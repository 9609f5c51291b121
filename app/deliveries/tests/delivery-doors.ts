import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import { uploadRow } from '../../../server/sample/documents.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { storage } from '../../../server/storage/storage.ts'
import { administrators, everyone, type Gets } from '../../../tests/attacks/doors/actors.ts'
import { exportedRows } from '../../../tests/attacks/doors/exported-rows.ts'
import { about, address, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { serveDeliveryFile } from '../server/serve-delivery-file.ts'

/** Deliveries: the office sends the same files to several people. */
export const deliveryDoors = {
  getDeliveryRecipients: {
    call: ({ actor }) => op.getDeliveryRecipients(actor),
    gets: administrators('sees', 'FORBIDDEN'),
  },
  getRuns: about(newDelivery, ({ actor }) => op.getRuns(actor), administrators('sees', 'FORBIDDEN')),
  getDelivery: about(newDelivery, ({ actor }, id) => op.getDelivery(actor, id), administrators('sees', 'FORBIDDEN')),
  sendDelivery: about(
    newStagedFile,
    ({ actor, world }, upload) =>
      op.sendDelivery(actor, {
        id: randomUUID(),
        category: 'Notices',
        files: [{ upload, name: mark }],
        to: [`person:${world.owner.id}`],
      }),
    // Of its own uploader alone; the file itself isn't there.
    administrators('DELIVERY_FILE_GONE', 'FORBIDDEN'),
  ),
  getDeliveryToOpen: about(
    newRequestedDelivery,
    ({ actor }, id) => op.getDeliveryToOpen(actor, id),
    administrators('sees', 'FORBIDDEN'),
  ),
  exportDeliveryAccesses: about(
    newDelivery,
    ({ actor }, id) => exportedRows(op.exportDeliveryAccesses(actor, id)),
    administrators('sees', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

/** What the routes call themselves. */
export const deliveryDirectDoors: Record<string, OperationDoor> = {
  serveDeliveryFile: about(
    newRequestedDelivery,
    async ({ actor }, delivery) => {
      const request = new Request(`${address}files/deliveries/${delivery}/1`)
      const answer = await serveDeliveryFile(request, actor, { delivery, n: '1' })
      if ('close' in answer) await answer.close?.()
    },
    // That they have begun to read it is in the log, which isn't compared.
    administrators('ok', 'FORBIDDEN'),
  ),
}

const denied = everyone('denied')

/** The tables of deliveries, see `tableDoors`. Who sent one ends it, and no one else. */
export const deliveryTableDoors = {
  document_deliveries: {
    owners: "id = '$delivery'",
    read: administrators('rows', 'none'),
    change: ["state = 'sent', sent_at = now()", administrators('denied', 'none')] as [string, Gets],
    remove: denied,
    add: [
      "(id, title, category, fund_name, sent_by) values (gen_random_uuid(), 'x', 'Notices', 'General', '$owner')",
      denied,
    ] as [string, Gets],
  },
  delivery_files: {
    owners: "delivery_id = '$delivery'",
    read: administrators('rows', 'none'),
    change: ['file_path = null', everyone('none')] as [string, Gets],
    remove: denied,
    add: [
      `(delivery_id, n, filename, file_type, file_size, mime_type, sha256)
      values ('$delivery', 7, 'a.txt', 'txt', 1, 'text/plain', repeat('a', 64))`,
      denied,
    ] as [string, Gets],
  },
  delivery_documents: {
    owners: "delivery_id = '$delivery'",
    read: administrators('rows', 'none'),
    change: ["file_path = ''", denied] as [string, Gets],
    remove: denied,
    add: [
      "(delivery_id, n, user_id, file_path) values ('$delivery', 1, '$guest', '$guest/1700000000000001.txt')",
      denied,
    ] as [string, Gets],
  },
}

/** Who has opened what waits, see `tableDoors`. */
export const deliveryViewDoors = {
  delivery_file_looks: {
    owners: "delivery_id = '$askeddelivery'",
    read: administrators('rows', 'none'),
    change: ["looked_at = '2020-01-01'", everyone('none')] as [string, Gets],
    remove: denied,
    // In another person's name.
    add: ["(delivery_id, n, user_id) values ('$askeddelivery', 1, '$guest')", denied] as [string, Gets],
  },
}

/** The functions of deliveries, see `functionDoors`. */
export const deliveryFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  // Of another person's delivery.
  'app.is_sending': { call: "app.is_sending('$delivery')", gets: everyone('nothing') },
  'app.ends_delivery_files': { call: "app.ends_delivery_files('$delivery')", gets: everyone('nothing') },
  // Of an approver, who sees what is pending like them.
  'app.approves_delivery': { call: "app.approves_delivery('$askeddelivery')", gets: everyone('nothing') },
  'app.is_being_delivered': { call: "app.is_being_delivered('$document')", gets: everyone('nothing') },
  'app.has_opened_delivery': {
    // The owner is who has opened it.
    call: "app.has_opened_delivery('$askeddelivery')",
    gets: everyone('nothing', { owner: 'ok' }),
  },
  'app.reached_alone': {
    call: "(select count(*) from app.reached_alone('{x}', '$delivery'))",
    gets: administrators('ok', 'denied'),
  },
  'app.delivery_recipients': {
    call: "(select count(*) from app.delivery_recipients('$askeddelivery'))",
    gets: administrators('ok', 'denied'),
  },
  'app.unreachable_recipients': {
    call: "app.unreachable_recipients('$askeddelivery') = 0",
    gets: administrators('ok', 'denied'),
  },
  'app.hide_run': { call: "app.hide_run('$delivery', 7)", gets: administrators('ok', 'denied') },
  'app.hide_delivered': { call: "app.hide_delivered('$delivery', 7)", gets: administrators('ok', 'denied') },
  'app.told_of_delivered': {
    call: "(select count(*) from app.told_of_delivered('$delivery'))",
    gets: administrators('ok', 'denied'),
  },
  'app.delivered_documents': {
    call: "(select array_agg(d.document_id) from app.delivered_documents('$delivery') d)",
    gets: administrators('ok', 'denied'),
  },
  'app.mail_about_documents': {
    call: "(select array_agg(m.outcome) from app.mail_about_documents(array['$document'::uuid]) m)",
    gets: administrators('ok', 'denied'),
  },
}

/** What the doors of the tables are about. */
export async function deliveryRows(world: World): Promise<Record<string, string>> {
  const requested = await newRequestedDelivery(world)
  await world.portal.owner.query('insert into delivery_file_looks (delivery_id, n, user_id) values ($1, 1, $2)', [
    requested,
    world.owner.id,
  ])
  return { $delivery: await newDelivery(world, await world.newDocument()), $askeddelivery: requested }
}

let stamp = 1_700_000_000_000_100

/**
 * A delivery of a colleague's that the owner gets.
 * @param document of the owner, which was made of it
 * @returns its id
 */
export async function newDelivery(world: World, document: string = randomUUID()): Promise<string> {
  const { owner } = world.portal
  const { id: sender } = await world.newPerson({ isAdmin: true })
  const id = randomUUID()
  await owner.query(
    `insert into document_deliveries (id, title, category, fund_name, sent_by) values ($1, $2, 'Notices', 'General', $3)`,
    [id, mark, sender],
  )
  await owner.query(
    `insert into delivery_files (delivery_id, n, filename, file_type, file_size, mime_type, sha256)
    values ($1, 1, $2 || '.txt', 'txt', 1, 'text/plain', repeat('a', 64))`,
    [id, mark],
  )
  await owner.query(
    'insert into delivery_documents (document_id, delivery_id, n, user_id, file_path) values ($1, $2, 1, $3, $4)',
    [document, id, world.owner.id, `${world.owner.id}/${stamp++}.txt`],
  )
  return id
}

/** A delivery that waits for a second person, with its file. @returns its id */
export async function newRequestedDelivery(world: World): Promise<string> {
  const { owner } = world.portal
  const id = await newDelivery(world)
  const path = `${world.owner.id}/${stamp++}.txt`
  await storage().put(path, new Blob([mark]).stream())
  await owner.query("update document_deliveries set state = 'requested' where id = $1", [id])
  await owner.query('update delivery_files set file_path = $2, file_size = $3 where delivery_id = $1', [
    id,
    path,
    mark.length,
  ])
  await owner.query(
    `insert into approvals (kind, subject_id, content, summary, asked_by)
    select 'delivery.send', id, $2, $3, sent_by from document_deliveries where id = $1`,
    [id, { title: mark, files: [], recipients: [] }, mark],
  )
  return id
}

/** A delivery that was sent, with the owner's document. @returns its id */
export async function sentDelivery(world: World): Promise<string> {
  const id = await newDelivery(world, await world.newDocument())
  await world.portal.owner.query("update document_deliveries set state = 'sent', sent_at = now() where id = $1", [id])
  return id
}

/** A file that the administrator has uploaded, and that has been lost since. @returns its upload */
export async function newStagedFile(world: World): Promise<string> {
  const id = randomUUID()
  const upload = uploadRow({ id, user_id: world.people.administrator.id, filename: 'a.txt' })
  await world.portal.owner.query(insertOf('uploads', upload))
  return id
}

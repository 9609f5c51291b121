import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import { administrators, everyone, type Gets } from './actors.ts'
import { about, type OperationDoor } from './operation-door.ts'
import { mark, type World } from './world.ts'

/** Deliveries: the office sends the same files to several people. */
export const deliveryDoors = {
  getDeliveryRecipients: {
    call: ({ actor }) => op.getDeliveryRecipients(actor),
    gets: administrators('sees', 'FORBIDDEN'),
  },
  getDeliveries: about(newDelivery, ({ actor }) => op.getDeliveries(actor), administrators('sees', 'FORBIDDEN')),
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
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

const denied = everyone('denied')

/** The tables of deliveries, see `tableDoors`. Who sent one ends it, and nobody else. */
export const deliveryTableDoors = {
  document_deliveries: {
    owners: "id = '$delivery'",
    read: administrators('rows', 'none'),
    change: ["state = 'sent', sent_at = now()", everyone('none')] as [string, Gets],
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

/** The functions of deliveries, see `functionDoors`. */
export const deliveryFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  // Of another person's delivery.
  'app.is_sending': { call: "app.is_sending('$delivery')", gets: everyone('nothing') },
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
  return { $delivery: await newDelivery(world, await world.newDocument()) }
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

/** A file that the administrator has uploaded, and that has been lost since. @returns its upload */
export async function newStagedFile(world: World): Promise<string> {
  const id = randomUUID()
  const { id: administrator } = world.people.administrator
  await world.portal.owner.query(
    `insert into uploads (id, user_id, uploaded_by, filename, file_type, file_size, fund_name, category, file_path, mime_type,
      sha256, for_delivery, expires_at)
    values ($1, $2, $2, 'a.txt', 'txt', 1, 'General', 'Notices', $3, 'text/plain', repeat('a', 64), true,
      now() + interval '1 day')`,
    [id, administrator, `${administrator}/${stamp++}.txt`],
  )
  return id
}

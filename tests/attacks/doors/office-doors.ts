import { sealMail } from '../../../server/mail/mailer.ts'
import * as op from '../../../server/operations.ts'
import { administrators } from './actors.ts'
import { exportedRows } from './exported-rows.ts'
import { about, type OperationDoor } from './operation-door.ts'
import { mark, type World } from './world.ts'

const document = (world: World) => world.newDocument()
/** Exports ask for fresh proof first. */
const disabled = { disabled: 'NO_SESSION' }
/** What administrators see of what is waiting, and of their lists. */
export const officeDoors = {
  getSystemState: { call: ({ actor }) => op.getSystemState(actor), gets: administrators('ok', 'FORBIDDEN') },
  // By a part of the name: what was searched for goes into the log, and so into the archive of the one who searched.
  findForOffice: about(
    document,
    ({ actor }) => op.findForOffice(actor, mark.slice(0, 4)),
    administrators('sees', 'FORBIDDEN'),
  ),
  getToday: about(document, ({ actor }) => op.getToday(actor), administrators('sees', 'FORBIDDEN')),
  getMailFailures: about(newMailFailure, ({ actor }) => op.getMailFailures(actor), administrators('sees', 'FORBIDDEN')),
  // What it changes is what reading changes.
  markFilesSeen: about(document, ({ actor }) => op.markFilesSeen(actor), administrators('ok', 'FORBIDDEN')),
  exportDocuments: about(
    document,
    ({ actor }) => exportedRows(op.exportDocuments(actor, { search: '', sort: 'newest' })),
    administrators('sees', 'FORBIDDEN', disabled),
  ),
  exportPeople: {
    call: ({ actor }) => exportedRows(op.exportPeople(actor)),
    gets: administrators('sees', 'FORBIDDEN', disabled),
  },
  exportInbox: {
    call: ({ actor }) => exportedRows(op.exportInbox(actor)),
    gets: administrators('sees', 'FORBIDDEN', disabled),
  },
  getPeopleFigures: {
    call: ({ actor, world }) => op.getPeopleFigures(actor, [world.owner.id]),
    gets: administrators('ok', 'FORBIDDEN'),
  },
  getHeldByPeople: {
    call: ({ actor, world }) => op.getHeldByPeople(actor, [world.owner.id]),
    gets: administrators('ok', 'FORBIDDEN'),
  },
  // A person's own choices, of lists that only administrators see.
  getListColumns: {
    call: ({ actor }) => op.getListColumns(actor, 'people'),
    gets: administrators('ok', 'FORBIDDEN'),
  },
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

/** An e-mail to the owner that was refused. @returns its id */
export async function newMailFailure({ portal, owner }: World): Promise<string> {
  const { rows } = await portal.owner.query(
    `insert into mail_failures (id, person_id, recipient, reason, refused, sealed)
    values (gen_random_uuid(), $1, $2, 'No such mailbox', true, $3) returning id`,
    [owner.id, owner.email, sealMail({ to: owner.email, subject: 'A test', text: '', html: '' }).sealed],
  )
  return rows[0].id
}

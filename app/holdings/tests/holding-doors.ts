import { addDays, addMonths } from '../../../rules/days.ts'
import * as op from '../../../server/operations.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import {
  administrators,
  everyone,
  ownerAndAdministrators,
  ownerOnly,
  signedIn,
} from '../../../tests/attacks/doors/actors.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { type InsertedNote, insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'

/** What members see of their notes, and their calendar. */
export const holdingDoors = {
  getHoldings: about(newNote, ({ actor }) => op.getHoldings(actor), ownerOnly('sees', 'ok')),
  getHoldingsOf: about(
    newNote,
    ({ actor, world }) => op.getHoldingsOf(actor, world.owner.id),
    ownerAndAdministrators('sees', 'FORBIDDEN', { exAdministrator: 'ok' }),
  ),
  getAccounts: about(
    async world => {
      await newHeldBy(world)
      return newHeldBy(world)
    },
    ({ actor }, id) => op.getAccounts(actor, id),
    ownerOnly('sees', 'ok'),
  ),
  getHolderVerifications: about(
    newHeldBy,
    ({ actor }, id) => op.getHolderVerifications(actor, [id]),
    administrators('ok', 'FORBIDDEN'),
  ),
  getDocumentsSummary: {
    call: ({ actor, world }) => op.getDocumentsSummary(actor, world.owner.id),
    gets: administrators('ok', 'FORBIDDEN'),
  },
  getOwnNote: about(newNote, ({ actor }, id) => op.getOwnNote(actor, id), ownerOnly('sees', 'NOT_FOUND')),
  exportOwnPayments: about(newNote, ({ actor }) => op.exportOwnPayments(actor), ownerOnly('sees', 'ok')),
  chooseStatementRhythm: about(
    newHeldBy,
    ({ actor }, id) => op.chooseStatementRhythm(actor, id, { rhythm: 'monthly' }),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  getCalendarAddress: about(newAddress, ({ actor }) => op.getCalendarAddress(actor), everyone('ok')),
  createCalendarAddress: {
    call: ({ actor }) => op.createCalendarAddress(actor),
    gets: signedIn('changes', 'PROOF_NEEDED', { disabled: 'NO_SESSION' }),
  },
  revokeCalendarAddress: about(newAddress, ({ actor }) => op.revokeCalendarAddress(actor), ownerOnly('changes', 'ok')),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

/** A note of a holder that the owner acts for, alone. @returns its id */
export function newNote(world: World): Promise<string> {
  return newNoteOf(world, { issueDate: '2025-12-15', until: '2026-07-20', paid: [1] })
}

/** Such a note that matures in a month. */
export function newMaturingNote(world: World): Promise<string> {
  return newNoteOf(world, { issueDate: addMonths(addDays(fundDay(), 30), -12), until: '2000-01-01' })
}

/** A holder that the owner acts for, alone. @returns its id */
export function newHeldBy({ portal, owner }: World): Promise<string> {
  const query = (text: string, values?: unknown[]) =>
    values ? portal.owner.query(text, values) : portal.owner.query(text)
  return insertHolder(query, [owner], { name: `${mark} holder` })
}

async function newNoteOf({ portal, owner }: World, note: InsertedNote): Promise<string> {
  const query = (text: string, values?: unknown[]) =>
    values ? portal.owner.query(text, values) : portal.owner.query(text)
  const holder = await insertHolder(query, [owner], { name: `${mark} holder` })
  return (await insertNote(query, holder, note)).id
}

/** The owner's calendar address, the only one there is. @returns its id */
export async function newAddress({ portal, owner }: World): Promise<string> {
  await portal.owner.query('update calendar_addresses set revoked_at = now() where revoked_at is null')
  const { rows } = await portal.owner.query(
    `insert into calendar_addresses (user_id, token_hmac)
    values ($1, sha256(convert_to(gen_random_uuid()::text, 'UTF8'))) returning id`,
    [owner.id],
  )
  return rows[0].id
}

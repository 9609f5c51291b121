import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { createNote } from '../../app/notes/server/drafts.ts'
import { requestFunding } from '../../app/notes/server/funding.ts'
import type { NoteDetails } from '../../app/notes/server/note-details.ts'
import { requestPayment } from '../../app/notes/server/payments.ts'
import { representations } from '../../content/representations.ts'
import type { Actor } from '../../server/access/actor.ts'
import { derivedSecret } from '../../server/platform/seal.ts'
import { accreditationRow } from '../../server/sample/accreditations.ts'
import { signByAll } from '../../server/sample/lives.ts'
import * as sample from '../../server/sample/notes.ts'
import { insertOf } from '../../server/sample/rows.ts'
import { givenHolder } from './holders.ts'
import { newSession } from './sessions.ts'
import type { SharedPortal } from './shared-portal.ts'

/** An administrator, a second one who approves, and the holder's member. */
export interface NotePeople {
  admin: Actor
  colleague: Actor
  investor: Actor
}

/** Row 1 of the oracle: $200,000 at 11% for a year, paid monthly. */
export const plainTerms: Omit<NoteDetails, 'holderId'> = {
  offering: 'Promissory Notes',
  ...sample.plainTerms,
}

/** A verification that the holder is accredited for any sale, as reviewers would have left it. */
export async function givenAccreditation({ owner }: SharedPortal, holderId: string, by: Actor): Promise<void> {
  await owner.query(insertOf('accreditations', accreditationRow({ holder_id: holderId, started_by: by.id })))
}

/** The same for a holder who has signed the statement of a transferee. */
export async function givenBuyer(portal: SharedPortal, holderId: string, by: Actor): Promise<void> {
  await givenAccreditation(portal, holderId, by)
  await portal.owner.query(
    `insert into representations (accreditation_id, holder_id, user_id, version, text, typed_name)
    select id, holder_id, started_by, $2, $3, 'Iris Vestor' from accreditations where holder_id = $1`,
    [holderId, representations.version, representations.noResale],
  )
}

/** @returns a holder with the investor as member, verified as accredited */
export async function givenAccreditedHolder(
  portal: SharedPortal,
  { admin, investor }: NotePeople,
  legalName = 'Iris Vestor',
): Promise<string> {
  const { id } = await givenHolder(admin, investor, { legalName, state: 'TX' })
  await givenAccreditation(portal, id, investor)
  return id
}

/** A draft signed by everyone, with frozen terms. */
export async function givenSignedNote(
  portal: SharedPortal,
  people: NotePeople,
  { signedOn = '2024-01-02', ...terms }: Partial<NoteDetails> & { signedOn?: string } = {},
): Promise<{ id: string; number: string; holderId: string }> {
  const { admin, investor } = people
  const holderId = terms.holderId ?? (await givenAccreditedHolder(portal, people))
  const note = await createNote(admin, { ...plainTerms, ...terms, holderId })
  await signByAll(admin, note.id, investor, signedOn)
  return { ...note, holderId }
}

/** A note funded on a day in the past. */
export async function givenNote(
  portal: SharedPortal,
  people: NotePeople,
  issued: string,
  terms: Partial<NoteDetails> = {},
): Promise<{ id: string; number: string; holderId: string }> {
  const note = await givenSignedNote(portal, people, terms)
  const amount = terms.principalCents ?? plainTerms.principalCents
  // An IRA's money comes from its custodian.
  const from = "select coalesce(custodian_name || ' FBO ', '') || legal_name as account from holders where id = $1"
  const { rows } = await portal.owner.query(from, [note.holderId])
  const wire = { amount, reference: `WIRE ${note.number}`, originator: rows[0].account }
  const funds = { day: issued, confirmedDay: issued, ...wire }
  await decideApproval(people.colleague, await requestFunding(people.admin, note.id, funds), 'approved')
  return note
}

/** Records a payment by two people. @returns the approval's id */
export async function givenPayment(
  { admin, colleague }: NotePeople,
  noteId: string,
  payment: { day: string; amount: bigint; reference?: string; withheld?: bigint },
): Promise<string> {
  const id = await requestPayment(admin, noteId, { reference: 'ACH', confirmedDay: payment.day, ...payment })
  await decideApproval(colleague, id, 'approved')
  return id
}

/** @returns the person with a new session, which counts as fresh proof */
export async function withFreshProof({ owner }: SharedPortal, person: Actor): Promise<Actor> {
  const { id } = await newSession(owner, derivedSecret('sessions'), person.id)
  return { ...person, sessionId: id }
}

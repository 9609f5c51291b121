import type { Actor } from '../../../server/access/actor.ts'
import { readAsAdministrator } from '../../../server/access/roles.ts'
import { inOneRow } from '../../../server/database/prepared.ts'
import { toReviewByActor } from '../../accreditation/server/review-list.ts'
import { countOpen, openToDecide } from '../../approvals/server/approvals-list.ts'
import { pendingFiles } from '../../documents/server/check-states.ts'
import { openDeleteRequests } from '../../documents/server/deletion.ts'
import { signaturesToConfirm } from '../../documents/server/signing-list.ts'
import { anyHolder } from '../../holders/server/holders-list.ts'
import { some } from '../../lists/server/first-rows.ts'
import { mailFailures } from '../../notifications/server/failed-mail.ts'
import { pendingPeople } from '../../people/server/people-list.ts'
import { sanctionsToDo } from '../../sanctions/server/sanctions-work.ts'
import { envelopesToCountersign } from '../../signing/server/envelopes-list.ts'
import { subscriptionsForOffice } from '../../subscriptions/server/office-subscriptions.ts'
import { copiesToMail } from '../../tax/server/print-queue.ts'
import { taxFormsToReview } from '../../tax/server/tax-queue.ts'

/** The amount of an administrator's pending work. */
export interface PendingWork {
  /** Others' requests that the actor may approve. */
  approvals: number
  /** Accreditations that the actor may review. */
  accreditations: number
  /** Forms W-9 and W-8 to review. */
  taxForms: number
  /** Subscriptions that wait for a new holder. */
  subscriptions: number
  /** Copies of tax forms to mail. */
  copiesToMail: number
  /** Whether there are holders. Where there are none, no document is filed under one. */
  usesRegister: boolean
  deleteRequests: number
  /** Signatures to confirm. */
  outstanding: number
  /** Envelopes that wait for the fund's signature. */
  toCountersign: number
  /** Guests to be accepted, and people who asked to have their account erased. */
  people: number
  /** Names close to an entry of a sanctions list, undecided. */
  sanctionsHits: number
  /** E-mails that could not be delivered. */
  failedMail: number
  /** Uploaded files that have waited for their malware check for more than a minute, and since when. */
  pendingFiles: { files: number; since: Date | null }
}

const counts = inOneRow('pending_work', {
  forms: taxFormsToReview,
  subscriptions: subscriptionsForOffice,
  copies: copiesToMail,
  holders: anyHolder,
  envelopes: envelopesToCountersign,
  people: pendingPeople,
  mail: mailFailures,
  sanctions: sanctionsToDo,
})

export async function getPendingWork(actor: Actor): Promise<PendingWork> {
  const [open, toReview, deletes, toConfirm, [files], [counted]] = await readAsAdministrator(
    actor,
    openToDecide(actor.id),
    toReviewByActor(actor.id, 1),
    openDeleteRequests(1),
    signaturesToConfirm(1),
    pendingFiles(),
    counts(),
  )
  return {
    approvals: countOpen(open),
    accreditations: some(toReview).total,
    taxForms: counted?.forms?.total ?? 0,
    subscriptions: counted?.subscriptions?.total ?? 0,
    copiesToMail: counted?.copies?.total ?? 0,
    usesRegister: Boolean(counted?.holders),
    deleteRequests: some(deletes).total,
    outstanding: some(toConfirm).total,
    toCountersign: counted?.envelopes?.total ?? 0,
    people: (counted?.people?.guests ?? 0) + (counted?.people?.erasures ?? 0),
    sanctionsHits: counted?.sanctions?.hits ?? 0,
    failedMail: counted?.mail?.total ?? 0,
    pendingFiles: files ?? { files: 0, since: null },
  }
}

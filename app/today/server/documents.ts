import { partsOf } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { readAsAdministrator } from '../../../server/access/roles.ts'
import { inOneRow } from '../../../server/database/prepared.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { type FollowedRequest, openRequests } from '../../document-requests/server/requests-list.ts'
import { type DeleteRequest, openDeleteRequests } from '../../documents/server/deletion.ts'
import { type NewFile, newFiles } from '../../documents/server/new-files.ts'
import { type FollowedLink, signaturesToConfirm, signaturesWaitedFor } from '../../documents/server/signing-list.ts'
import { named, type Some, some } from '../../lists/server/first-rows.ts'
import { mailFailures } from '../../notifications/server/failed-mail.ts'
import { sanctionsToDo } from '../../sanctions/server/sanctions-work.ts'
import { unsealedFiles } from '../../sealing/server/seals-page.ts'
import { envelopesToCountersign } from '../../signing/server/envelopes-list.ts'
import { subscriptionsForOffice } from '../../subscriptions/server/office-subscriptions.ts'
import { upcomingDates } from '../../tax/compliance-dates.ts'
import { complianceYears, type ListedDate, toComplianceDates, unfiledForms } from '../../tax/server/compliance-years.ts'
import { changedTaxFigures, type MismatchedYear, toMismatchedYears } from '../../tax/server/form-mismatches.ts'
import { copiesToMail } from '../../tax/server/print-queue.ts'
import { taxFormsToReview } from '../../tax/server/tax-queue.ts'
import { missingFiles } from '../../upkeep/server/sweep-record.ts'

/** Pending work about documents, uploads and e-mail. Times are UTC. */
export interface TodayDocuments {
  /** The oldest first. */
  deleteRequests: Some<DeleteRequest>
  /** Files that investors uploaded and no administrator has opened, the newest first. */
  newFiles: Some<NewFile>
  /** Signing links said to be signed, and those not signed yet, the oldest first. */
  toConfirm: Some<FollowedLink>
  signatures: Some<FollowedLink>
  /** The number of envelopes that wait for the fund's signature. */
  toCountersign: number
  /** Subscriptions that wait for a new holder. */
  subscriptions: number
  /** Requested documents that aren't uploaded yet, those needed first. */
  requested: Some<FollowedRequest>
  /** The number of forms W-9 and W-8 to review, and of tax forms to mail. */
  taxForms: number
  copiesToMail: number
  /** Years with a furnished form that differs from the ledger. */
  mismatched: MismatchedYear[]
  /** What the law asks about tax forms within a month, or has asked before today. */
  taxDates: ListedDate[]
  /** 'YYYY-MM-DD' of the fund. */
  today: string
  mail: { total: number; refused: number }
  /** Names close to an entry of a sanctions list, and the age of the oldest list in force in days; null without any. */
  sanctions: { hits: number; names: string[]; age: number | null }
  /** Documents without their file in the storage. */
  missingFiles: number
  /** Signed files without their seal: those that failed, and those that have waited for ten minutes. */
  unsealed: { failed: number; waiting: number }
}

const counts = inOneRow('today_counts', {
  envelopes: envelopesToCountersign,
  subscriptions: subscriptionsForOffice,
  forms: taxFormsToReview,
  copies: copiesToMail,
  mail: mailFailures,
  missing: missingFiles,
  unsealed: unsealedFiles,
  sanctions: sanctionsToDo,
})

export async function readDocuments(actor: Actor): Promise<TodayDocuments> {
  const today = fundDay()
  const [deletes, files, toConfirm, signatures, requested, changed, years, unfiled, [counted]] =
    await readAsAdministrator(
      actor,
      openDeleteRequests(named),
      newFiles(named),
      signaturesToConfirm(named),
      signaturesWaitedFor(named),
      openRequests(named),
      changedTaxFigures(),
      complianceYears(partsOf(today).year),
      unfiledForms(),
      counts(),
    )
  return {
    deleteRequests: some(deletes),
    newFiles: some(files),
    toConfirm: some(toConfirm),
    signatures: some(signatures),
    toCountersign: counted?.envelopes?.total ?? 0,
    subscriptions: counted?.subscriptions?.total ?? 0,
    requested: some(requested),
    taxForms: counted?.forms?.total ?? 0,
    copiesToMail: counted?.copies?.total ?? 0,
    mismatched: toMismatchedYears(changed),
    taxDates: upcomingDates(toComplianceDates(years, unfiled, today), today),
    today,
    mail: counted?.mail ?? { total: 0, refused: 0 },
    missingFiles: counted?.missing?.total ?? 0,
    unsealed: counted?.unsealed ?? { failed: 0, waiting: 0 },
    sanctions: counted?.sanctions ?? { hits: 0, names: [], age: null },
  }
}

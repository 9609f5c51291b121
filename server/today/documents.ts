import { partsOf } from '../../rules/notes/days.ts'
import { upcomingDates } from '../../rules/tax/compliance-dates.ts'
import type { Actor } from '../access/actor.ts'
import { readAsAdministrator } from '../access/roles.ts'
import { type FollowedRequest, openRequests } from '../document-requests/requests-list.ts'
import { type DeleteRequest, openDeleteRequests } from '../documents/deletion.ts'
import { type NewFile, newFiles } from '../documents/new-files.ts'
import { type FollowedLink, signaturesToConfirm, signaturesWaitedFor } from '../documents/signing-list.ts'
import { named, type Some, some } from '../lists/first-rows.ts'
import { fundDay } from '../platform/fund-day.ts'
import { complianceYears, type ListedDate, toComplianceDates, unfiledForms } from '../tax/compliance-years.ts'
import { changedTaxFigures, type MismatchedYear, toMismatchedYears } from '../tax/form-mismatches.ts'
import { copiesToMail } from '../tax/print-queue.ts'
import { taxFormsToReview } from '../tax/tax-queue.ts'
import { missingFiles } from '../upkeep/sweep-record.ts'
import { mailFailures } from './mail-failures.ts'

/** Pending work about documents, uploads and e-mail. Times are UTC. */
export interface TodayDocuments {
  /** The oldest first. */
  deleteRequests: Some<DeleteRequest>
  /** Files that investors uploaded and no administrator has opened, the newest first. */
  newFiles: Some<NewFile>
  /** Signing links said to be signed, and those not signed yet, the oldest first. */
  toConfirm: Some<FollowedLink>
  signatures: Some<FollowedLink>
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
  /** Documents without their file in the storage. */
  missingFiles: number
}

export async function readDocuments(actor: Actor): Promise<TodayDocuments> {
  const today = fundDay()
  const [
    deletes,
    files,
    toConfirm,
    signatures,
    requested,
    [forms],
    [copies],
    changed,
    years,
    unfiled,
    [mail],
    [missing],
  ] = await readAsAdministrator(
    actor,
    openDeleteRequests(named),
    newFiles(named),
    signaturesToConfirm(named),
    signaturesWaitedFor(named),
    openRequests(named),
    taxFormsToReview(),
    copiesToMail(),
    changedTaxFigures(),
    complianceYears(partsOf(today).year),
    unfiledForms(),
    mailFailures(),
    missingFiles(),
  )
  return {
    deleteRequests: some(deletes),
    newFiles: some(files),
    toConfirm: some(toConfirm),
    signatures: some(signatures),
    requested: some(requested),
    taxForms: forms?.total ?? 0,
    copiesToMail: copies?.total ?? 0,
    mismatched: toMismatchedYears(changed),
    taxDates: upcomingDates(toComplianceDates(years, unfiled, today), today),
    today,
    mail: mail ?? { total: 0, refused: 0 },
    missingFiles: missing?.total ?? 0,
  }
}

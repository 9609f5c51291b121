import { partsOf } from '../../rules/notes/days.ts'
import { upcomingDates } from '../../rules/tax/compliance-dates.ts'
import type { Actor } from '../access/actor.ts'
import { readAsAdministrator } from '../access/roles.ts'
import { type OpenRequest, openRequests } from '../document-requests/requests-list.ts'
import { type OpenDeleteRequest, openDeleteRequests } from '../documents/deletion.ts'
import { type NewFile, newFiles } from '../documents/new-files.ts'
import { type PendingSignature, signaturesToConfirm, signaturesWaitedFor } from '../documents/signing-list.ts'
import { fundDay } from '../platform/fund-day.ts'
import { complianceYears, type ListedDate, toComplianceDates, unfiledForms } from '../tax/compliance-years.ts'
import { changedTaxFigures, type MismatchedYear, toMismatchedYears } from '../tax/form-mismatches.ts'
import { copiesToMail } from '../tax/print-queue.ts'
import { taxFormsToReview } from '../tax/tax-queue.ts'
import { missingFiles } from '../upkeep/sweep-record.ts'
import { named, type Some, some } from './first-rows.ts'
import { mailFailures } from './mail-failures.ts'

/** What waits of documents, and of what carries them. Times are UTC. */
export interface TodayDocuments {
  /** The oldest first. */
  deleteRequests: Some<OpenDeleteRequest>
  /** Files that investors uploaded and no administrator has opened, the newest first. */
  newFiles: Some<NewFile>
  /** Signing links said to be signed, and those not signed yet, the oldest first. */
  toConfirm: Some<PendingSignature>
  signatures: Some<PendingSignature>
  /** Documents that people were asked for and haven't uploaded, those needed first. */
  requested: Some<OpenRequest>
  /** How many forms W-9 and W-8 wait for a review, and how many copies of tax forms for the post. */
  taxForms: number
  copiesToMail: number
  /** Years in which a form that was furnished and the ledger differ. */
  mismatched: MismatchedYear[]
  /** What the law asks about tax forms within a month, or has asked before today. */
  taxDates: ListedDate[]
  /** 'YYYY-MM-DD' of the fund. */
  today: string
  mail: { total: number; refused: number }
  /** Documents whose file isn't in the storage. */
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

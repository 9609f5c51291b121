import type { Actor } from './access/actor.ts'
import { type BinderOf, exportBinder } from './accreditation/binder.ts'
import { requestClearance, revokeAccreditation } from './accreditation/contrary-knowledge.ts'
import { addEvidence, removeEvidence, sendEvidenceAnyway } from './accreditation/evidence.ts'
import { getOwnAccreditation } from './accreditation/own-accreditation.ts'
import { approveAccreditation, declineAccreditation } from './accreditation/review.ts'
import { getAccreditationForReview, getAccreditations } from './accreditation/review-list.ts'
import { signAccreditation } from './accreditation/sign.ts'
import { saveAccreditation } from './accreditation/start.ts'
import { countApprovals, getApprovals } from './approvals/approvals-list.ts'
import { decideApproval, withdrawApproval } from './approvals/decide-approval.ts'
import { createCalendarAddress, getCalendarAddress, revokeCalendarAddress } from './calendar/addresses.ts'
import { fileDocuments, getHolderDocuments } from './documents/holder-documents.ts'
import { requestFreeze } from './holders/freeze-holder.ts'
import { createHolder, updateHolder } from './holders/holders.ts'
import { getHolder, getHolders, getHoldersOf } from './holders/holders-list.ts'
import { requestMemberChange } from './holders/member-changes.ts'
import { canKeepNumbers, revealNumber } from './holders/number-vault.ts'
import { chooseStatementRhythm } from './holders/statement-rhythm.ts'
import { getHoldings, holdsNotes } from './holdings/holdings.ts'
import { getOwnNote } from './holdings/note-page.ts'
import { exportOwnPayments } from './holdings/payments-file.ts'
import { findSales } from './notes/accreditation-facts.ts'
import { setApprover } from './people/approver-right.ts'
import { getRegisterChanges } from './register/changes.ts'
import { getDuePayments } from './register/due-list.ts'
import { getImportFile } from './register/import/import-files.ts'
import { checkImport, requestImport } from './register/import/register-import.ts'
import { getMaturities } from './register/maturities.ts'
import { createNoteFor } from './register/new-note.ts'
import { findHolderByNumber, findNoteCandidates, getNoteCandidate } from './register/note-candidates.ts'
import { getNoteStory } from './register/note-story.ts'
import { exportRegister } from './register/register-export.ts'
import { getRegister, getRegisterGroups } from './register/register-list.ts'
import { getSales } from './register/sales.ts'
import { correctStatement } from './statements/correct-statement.ts'
import { requestRelease } from './statements/release-run.ts'
import { prepareAgain, requestRun } from './statements/start-runs.ts'
import {
  getHolderStatements,
  getOwnStatements,
  getStatementRun,
  getStatementRuns,
} from './statements/statements-list.ts'

/** What pages may ask about the register of notes. */
export const registerOperations = {
  setApprover,
  getApprovals,
  countApprovals,
  decideApproval,
  withdrawApproval,
  createHolder,
  updateHolder,
  getHolders,
  getHolder,
  getHoldersOf,
  chooseStatementRhythm,
  requestMemberChange,
  requestFreeze,
  getHolderDocuments,
  fileDocuments,
  canKeepNumbers,
  revealNumber,
  holdsNotes,
  getHoldings,
  getOwnNote,
  exportOwnPayments,
  getCalendarAddress,
  createCalendarAddress,
  revokeCalendarAddress,
  exportBinder: async (actor: Actor, of: BinderOf) => exportBinder(actor, of, findSales),
  getOwnAccreditation,
  saveAccreditation,
  signAccreditation,
  addEvidence,
  removeEvidence,
  sendEvidenceAnyway,
  getAccreditations,
  getAccreditationForReview,
  approveAccreditation,
  declineAccreditation,
  revokeAccreditation,
  requestClearance,
  getStatementRuns,
  getStatementRun,
  getOwnStatements,
  getHolderStatements,
  requestRun,
  prepareAgain,
  requestRelease,
  correctStatement,
  getRegister,
  getRegisterGroups,
  getRegisterChanges,
  getDuePayments,
  getMaturities,
  getSales,
  exportRegister,
  findNoteCandidates,
  getNoteCandidate,
  findHolderByNumber,
  createNoteFor,
  getNoteStory,
  getImportFile,
  checkImport,
  requestImport,
}

import { getLedger, trialBalance } from './ledger/get-ledger.ts'
import { cancelNote } from './notes/cancel-note.ts'
import { requestCure, requestDefault } from './notes/default-and-cure.ts'
import { createNote, readBackTerms, updateDraft } from './notes/drafts.ts'
import { electAtMaturity, getMaturityWindow, requestLateElection } from './notes/elections.ts'
import { requestFunding } from './notes/funding.ts'
import { matchBankList, requestPayments } from './notes/match-bank-list.ts'
import { filePaper, takeOutPaper } from './notes/papers.ts'
import { requestPartRepayment } from './notes/part-repayment.ts'
import { requestPayment } from './notes/payments.ts'
import { requestPayoff } from './notes/payoff.ts'
import { requestRenewal } from './notes/renewal.ts'
import { requestReversal } from './notes/reversals.ts'
import { recordSignature, signNote } from './notes/sign-note.ts'
import { requestTransfer } from './notes/transfer.ts'

/** What pages may ask about notes and the ledger. */
export const noteOperations = {
  createNote,
  updateDraft,
  readBackTerms,
  recordSignature,
  signNote,
  filePaper,
  takeOutPaper,
  requestFunding,
  cancelNote,
  requestPayment,
  requestPayments,
  matchBankList,
  requestReversal,
  requestPayoff,
  requestPartRepayment,
  requestTransfer,
  requestDefault,
  requestCure,
  requestRenewal,
  electAtMaturity,
  getMaturityWindow,
  requestLateElection,
  getLedger,
  trialBalance,
}

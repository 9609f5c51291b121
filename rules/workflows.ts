/**
 * Every workflow as a table of steps: from which states to which, who takes the step, and its requirements. Operations
 * and pages use these tables, and the database's one guard (`app.guard_step`) uses the same rows: `npm run schema`
 * writes them into `server/database/schema/workflows.sql`. Transitions are defined only here.
 */

import type { AccreditationState } from '../app/accreditation/states.ts'
import type { BatchState, ItemState } from '../app/bulk-delivery/words.ts'
import type { DeliveryState } from '../app/deliveries/deliveries.ts'
import type { SigningState } from '../app/documents/signing-links.ts'
import type { ApprovalDecision } from '../app/holders/holders.ts'
import type { LetterState } from '../app/letters/letters.commands.ts'
import type { NoteState } from '../app/notes/standing.ts'
import type { HitState } from '../app/sanctions/sanctions.ts'
import type { SealState } from '../app/sealing/sealing.ts'
import type { EnvelopeState } from '../app/signing/envelopes.ts'
import type { RunState } from '../app/statements/statements.ts'
import { offeringSteps, subscriptionSteps } from '../app/subscriptions/subscription-steps.ts'
import type { TaxRunState } from '../app/tax/form-1099-int.ts'
import type { CertificationState, TaxState } from '../app/tax/profile.ts'
import type { Step } from './steps.ts'

/** @returns whether a step starts from a state; null is a missing state */
export function canTake<State extends string>(step: Step<State>, state: string | null): boolean {
  return (step.from as readonly string[]).includes(state ?? 'none')
}

/** A delete request (specification section 4). */
export type DeleteRequestState = 'none' | 'pending' | 'approved' | 'rejected'
export const deleteRequestSteps = {
  request: { from: ['none', 'rejected'], to: 'pending', by: ['owner', 'administrator'], needs: ['asked_now'] },
  withdraw: { from: ['pending'], to: 'none', by: ['requester'] },
  approve: { from: ['pending'], to: 'approved', by: ['administrator'], needs: ['requester_kept'] },
  reject: { from: ['pending'], to: 'rejected', by: ['administrator'] },
} as const satisfies Record<string, Step<DeleteRequestState>>

/** A signing link. Older ones have no state. */
export const signingSteps = {
  open: { from: ['sent'], to: 'opened', by: ['reader'] },
  sign: { from: ['sent', 'opened'], to: 'said_signed', by: ['owner'] },
  unsign: { from: ['said_signed'], to: 'opened', by: ['owner'] },
  confirm: { from: ['none', 'sent', 'opened', 'said_signed'], to: 'confirmed', by: ['administrator'] },
  askAgain: { from: ['none', 'opened', 'said_signed', 'confirmed'], to: 'sent', by: ['administrator'] },
} as const satisfies Record<string, Step<SigningState | 'none'>>

/** The states of a signing link that still has to be signed. */
export const unsignedStates = signingSteps.sign.from

/** A document request. */
export type DocumentRequestState = 'open' | 'fulfilled' | 'withdrawn'
export const documentRequestSteps = {
  fulfill: { from: ['open'], to: 'fulfilled', by: ['owner', 'administrator'], needs: ['document_of_person'] },
  receive: { from: ['open'], to: 'fulfilled', by: ['administrator'], needs: ['no_document'] },
  withdraw: { from: ['open'], to: 'withdrawn', by: ['administrator'] },
  // Its file turned out to be infected, or the person withdrew it.
  reopen: { from: ['fulfilled'], to: 'open', by: ['system'] },
} as const satisfies Record<string, Step<DocumentRequestState>>

/** A piece of evidence: it can be withdrawn until its verification is sent, and is destroyed on schedule. */
export type EvidenceState = 'none' | 'kept' | 'removed' | 'destroyed'
export const evidenceSteps = {
  add: { from: ['none'], to: 'kept', by: ['owner'], needs: ['verification_open'] },
  remove: { from: ['kept'], to: 'removed', by: ['owner'], needs: ['verification_open'] },
  destroy: { from: ['kept'], to: 'destroyed', by: ['system'] },
} as const satisfies Record<string, Step<EvidenceState>>

/** The verification of a holder's accreditation. A second reviewer approves under Approvals. */
export const accreditationSteps = {
  submit: { from: ['started', 'returned'], to: 'submitted', by: ['owner'], needs: ['representation_signed'] },
  review: { from: ['submitted'], to: 'in_review', by: ['administrator'] },
  return: { from: ['submitted', 'in_review'], to: 'returned', by: ['administrator'], needs: ['reason_given'] },
  reject: { from: ['submitted', 'in_review'], to: 'rejected', by: ['administrator'] },
  approve: { from: ['submitted', 'in_review'], to: 'approved', by: ['office'], needs: ['enough_reviews'] },
  expire: { from: ['approved'], to: 'expired', by: ['system'] },
  revoke: { from: ['approved', 'expired'], to: 'revoked', by: ['administrator'], needs: ['reason_given'] },
  clear: { from: ['revoked'], to: 'cleared', by: ['office'], approval: 'accreditation.clear' },
} as const satisfies Record<string, Step<AccreditationState | 'cleared'>>

/** The states in which the holder can change a verification, and in which reviewers decide. */
export const changeableStates = accreditationSteps.submit.from
export const reviewableStates = accreditationSteps.approve.from
/** Undecided states. */
export const undecidedStates = [...changeableStates, ...reviewableStates] as const

export function isUndecided(state: AccreditationState): boolean {
  return (undecidedStates as readonly string[]).includes(state)
}

const reversal = {
  by: ['office'],
  approval: 'ledger.reverse',
  isApprovedElsewhere: true,
  needs: ['unsettled'],
} as const

const transferReversal = { by: ['office'], approval: 'note.untransfer', needs: ['principal_owed'] } as const

/** A note. Its debts are in the ledger. */
export const noteSteps = {
  sign: { from: ['draft'], to: 'signed', by: ['office'], needs: ['everyone_signed', 'register_current'] },
  cancel: { from: ['draft'], to: 'cancelled', by: ['office'], needs: ['no_principal_owed'] },
  // Its holder is bound by it, and may have sent the funds.
  cancelSigned: {
    from: ['signed'],
    to: 'cancelled',
    by: ['office'],
    approval: 'note.cancel',
    needs: ['no_principal_owed'],
  },
  cancelUnfunded: { from: ['signed'], to: 'cancelled', by: ['system'], needs: ['no_principal_owed'] },
  fund: {
    from: ['signed'],
    to: 'funded',
    by: ['office'],
    approval: 'note.fund',
    // Otherwise the approval of its funds contains a reason.
    needs: ['fully_funded', 'verified_in_time'],
  },
  // Its funds were recorded by mistake: every entry is mirrored, and nothing was paid on it.
  unfund: {
    from: ['funded', 'current', 'matured', 'defaulted'],
    to: 'signed',
    by: ['office'],
    approval: 'note.unfund',
    needs: ['no_principal_owed', 'undone'],
  },
  issue: { from: ['funded'], to: 'current', by: ['office', 'system'], needs: ['issue_date_reached'] },
  mature: { from: ['current'], to: 'matured', by: ['office', 'system'], needs: ['maturity_reached'] },
  payOff: { from: ['current', 'matured', 'defaulted'], to: 'paid', by: ['office'], needs: ['settled'] },
  renew: {
    from: ['matured'],
    to: 'renewed',
    by: ['office'],
    approval: 'note.renew',
    needs: ['no_principal_owed', 'register_current'],
  },
  transfer: {
    from: ['current', 'matured', 'defaulted'],
    to: 'transferred',
    by: ['office'],
    approval: 'note.transfer',
    needs: ['no_principal_owed'],
  },
  // The transfer was recorded by mistake: the note resumes as if it had never moved, and its successor is closed.
  untransfer: { from: ['transferred'], to: 'current', ...transferReversal },
  untransferMatured: { from: ['transferred'], to: 'matured', ...transferReversal },
  untransferDefaulted: { from: ['transferred'], to: 'defaulted', ...transferReversal },
  cancelSuccessor: {
    from: ['current', 'matured', 'defaulted'],
    to: 'cancelled',
    by: ['office'],
    approval: 'note.untransfer',
    isApprovedElsewhere: true,
    needs: ['no_principal_owed', 'undone'],
  },
  // The same for a renewal.
  unrenew: { from: ['renewed'], to: 'matured', by: ['office'], approval: 'note.unrenew', needs: ['principal_owed'] },
  cancelRenewed: {
    from: ['current', 'matured', 'defaulted'],
    to: 'cancelled',
    by: ['office'],
    approval: 'note.unrenew',
    isApprovedElsewhere: true,
    needs: ['no_principal_owed', 'undone'],
  },
  default: {
    from: ['current', 'matured'],
    to: 'defaulted',
    by: ['office'],
    approval: 'note.default',
    needs: ['unsettled'],
  },
  cure: { from: ['defaulted'], to: 'current', by: ['office'], approval: 'note.cure', needs: ['principal_owed'] },
  // A payment was reversed: it was returned, or recorded by mistake.
  reopen: { from: ['paid'], to: 'current', ...reversal },
  reopenMatured: { from: ['paid'], to: 'matured', ...reversal },
  reopenDefaulted: { from: ['paid'], to: 'defaulted', ...reversal },
} as const satisfies Record<string, Step<NoteState>>

/** A holder's election for a note's maturity. A late one counts once approved. */
export type ElectionState = 'none' | 'in_force' | 'late' | 'accepted' | 'superseded'
export const electionSteps = {
  choose: { from: ['none'], to: 'in_force', by: ['owner'], needs: ['note_current'] },
  chooseLate: { from: ['none'], to: 'late', by: ['owner'], needs: ['note_outstanding'] },
  accept: { from: ['late'], to: 'accepted', by: ['office'], approval: 'election.accept' },
  replace: { from: ['in_force', 'late', 'accepted'], to: 'superseded', by: ['owner', 'office', 'system'] },
} as const satisfies Record<string, Step<ElectionState>>

/**
 * A delegate's access. No job takes the step that ends it: the database compares its end with the clock on each access
 * (`app.my_shares`).
 */
export type GrantState = 'none' | 'invited' | 'active' | 'expired' | 'revoked'
export const grantSteps = {
  invite: { from: ['none'], to: 'invited', by: ['owner'], needs: ['not_ended'] },
  accept: { from: ['invited'], to: 'active', by: ['invited'], needs: ['not_ended', 'holder_not_frozen'] },
  expire: { from: ['invited', 'active'], to: 'expired', by: ['system'] },
  revoke: { from: ['invited', 'active'], to: 'revoked', by: ['reader', 'administrator'] },
} as const satisfies Record<string, Step<GrantState>>
/** A submitted W-9 or W-8. Two people enter its content. */
export const certificationSteps = {
  accept: { from: ['submitted'], to: 'accepted', by: ['office'], approval: 'tax.profile', isApprovedElsewhere: true },
  return: { from: ['submitted'], to: 'returned', by: ['administrator'], needs: ['reason_given'] },
  replace: { from: ['submitted', 'accepted'], to: 'superseded', by: ['owner', 'office'] },
} as const satisfies Record<string, Step<CertificationState>>

/** A holder's tax number. The IRS's results come from TIN Matching and from its notices. */
export const taxProfileSteps = {
  provide: {
    from: ['missing', 'matched', 'mismatched', 'first_notice', 'second_notice'],
    to: 'provided',
    by: ['office'],
    approval: 'tax.profile',
    isApprovedElsewhere: true,
  },
  match: { from: ['provided', 'mismatched'], to: 'matched', by: ['administrator'] },
  mismatch: { from: ['provided', 'matched'], to: 'mismatched', by: ['administrator'] },
  firstNotice: {
    from: ['provided', 'matched', 'mismatched'],
    to: 'first_notice',
    by: ['administrator'],
    needs: ['noticed'],
  },
  secondNotice: {
    from: ['provided', 'matched', 'mismatched', 'first_notice'],
    to: 'second_notice',
    by: ['administrator'],
    needs: ['noticed'],
  },
  // A notice was recorded by mistake.
  withdrawNotice: {
    from: ['first_notice', 'second_notice'],
    to: 'provided',
    by: ['administrator'],
    needs: ['not_noticed'],
  },
  withdrawSecond: { from: ['second_notice'], to: 'first_notice', by: ['administrator'], needs: ['noticed'] },
} as const satisfies Record<string, Step<TaxState>>

/** One person's consent to paperless tax forms for one holder. */
export type ConsentState = 'asked' | 'given' | 'withdrawn'
export const consentSteps = {
  give: { from: ['asked'], to: 'given', by: ['owner'] },
  withdraw: { from: ['given'], to: 'withdrawn', by: ['reader', 'administrator'] },
} as const satisfies Record<string, Step<ConsentState>>

/** A run of statements. It can be prepared again until it is released. */
export const statementRunSteps = {
  finish: { from: ['preparing'], to: 'prepared', by: ['system'], needs: ['items_prepared'] },
  prepareAgain: { from: ['prepared'], to: 'preparing', by: ['administrator'] },
  release: { from: ['prepared'], to: 'released', by: ['office'], approval: 'statements.release' },
} as const satisfies Record<string, Step<RunState>>

/** A run of a year's Forms 1099-INT. A corrected form is unchanged; its correction is in a run of its own. */
export const taxRunSteps = {
  review: { from: ['draft'], to: 'reviewed', by: ['administrator'], needs: ['forms_prepared'] },
  redraft: { from: ['reviewed'], to: 'draft', by: ['administrator'] },
  furnish: { from: ['reviewed'], to: 'furnished', by: ['office'], approval: 'tax.furnish', needs: ['forms_prepared'] },
  file: { from: ['furnished'], to: 'filed', by: ['office'], approval: 'tax.file' },
} as const satisfies Record<string, Step<TaxRunState>>

/** A run of a year's letters. It can be prepared again until it is released. */
export const letterRunSteps = {
  finish: { from: ['preparing'], to: 'prepared', by: ['system'], needs: ['items_prepared'] },
  prepareAgain: { from: ['prepared'], to: 'preparing', by: ['administrator'] },
  release: { from: ['prepared'], to: 'released', by: ['office'], approval: 'letters.release' },
  recall: { from: ['released'], to: 'recalled', by: ['administrator'], needs: ['reason_given'] },
} as const satisfies Record<string, Step<LetterState>>

/** A file to be sealed. No person completes it. */
export const sealedFileSteps = {
  seal: { from: ['sealing'], to: 'sealed', by: ['system'] },
  fail: { from: ['sealing'], to: 'failed', by: ['system'] },
  drop: { from: ['sealing'], to: 'dropped', by: ['system'] },
  tryAgain: { from: ['failed'], to: 'sealing', by: ['administrator'] },
} as const satisfies Record<string, Step<SealState>>

/** A name close to an entry of a sanctions list. Two people decide, and may decide otherwise later. */
export const sanctionsHitSteps = {
  clear: { from: ['open', 'confirmed'], to: 'cleared', by: ['office'], approval: 'sanctions.decide' },
  confirm: { from: ['open', 'cleared'], to: 'confirmed', by: ['office'], approval: 'sanctions.decide' },
} as const satisfies Record<string, Step<HitState>>

/** A bulk delivery. Its files are read again whenever they are split differently. */
export const batchSteps = {
  read: { from: ['uploaded', 'review'], to: 'matching', by: ['administrator'] },
  review: { from: ['matching'], to: 'review', by: ['system'] },
  approve: {
    from: ['review'],
    to: 'approved',
    by: ['office'],
    approval: 'papers.release',
    needs: ['nobody_waits', 'drawn_opened'],
  },
  release: { from: ['approved'], to: 'released', by: ['system'], needs: ['all_filed'] },
  recall: { from: ['approved', 'released'], to: 'recalled', by: ['administrator'], needs: ['reason_given'] },
  discard: { from: ['uploaded', 'matching', 'review'], to: 'discarded', by: ['administrator'] },
} as const satisfies Record<string, Step<BatchState>>

/**
 * A document of a bulk delivery. A conflict can only be excluded, not matched manually. Including it again restores the
 * automatic match.
 */
export const batchDocumentSteps = {
  match: { from: ['ambiguous', 'unmatched'], to: 'matched', by: ['administrator'] },
  exclude: { from: ['matched', 'ambiguous', 'unmatched', 'conflict'], to: 'excluded', by: ['administrator'] },
  includeMatched: { from: ['excluded'], to: 'matched', by: ['administrator'], needs: ['as_read'] },
  includeAmbiguous: { from: ['excluded', 'matched'], to: 'ambiguous', by: ['administrator'], needs: ['as_read'] },
  includeUnmatched: { from: ['excluded', 'matched'], to: 'unmatched', by: ['administrator'], needs: ['as_read'] },
  includeConflict: { from: ['excluded'], to: 'conflict', by: ['administrator'], needs: ['as_read'] },
} as const satisfies Record<string, Step<ItemState>>

/** A delivery. One that needs no approval starts as `sending`. The database itself declines a rejected one. */
export const deliverySteps = {
  approve: {
    from: ['requested'],
    to: 'sending',
    by: ['office'],
    approval: 'delivery.send',
    needs: ['files_opened'],
  },
  decline: { from: ['requested'], to: 'declined', by: ['system'] },
  send: { from: ['sending'], to: 'sent', by: ['administrator'] },
  giveUp: { from: ['sending'], to: 'failed', by: ['system'] },
  recall: { from: ['sending', 'sent'], to: 'recalled', by: ['administrator'], needs: ['reason_given'] },
} as const satisfies Record<string, Step<DeliveryState>>

/** An envelope. A signer's row signs or declines it, and a job seals it or lets it expire (`app/signing/envelopes.sql`). */
export const envelopeSteps = {
  send: { from: ['draft'], to: 'sent', by: ['administrator'], needs: ['seated'] },
  sign: { from: ['sent'], to: 'signed', by: ['system'] },
  seal: { from: ['signed'], to: 'sealed', by: ['system'] },
  decline: { from: ['sent'], to: 'declined', by: ['system'] },
  void: { from: ['draft', 'sent'], to: 'voided', by: ['administrator'], needs: ['reason_given'] },
  expire: { from: ['sent'], to: 'expired', by: ['system'] },
} as const satisfies Record<string, Step<EnvelopeState>>

/**
 * Requests that need two people. The database voids one if its subject has changed meanwhile, or its requester has lost
 * the right to make it.
 */
export const approvalSteps = {
  approve: { from: ['pending'], to: 'approved', by: ['decider'], needs: ['may_approve'] },
  reject: { from: ['pending'], to: 'rejected', by: ['decider'], needs: ['may_reject'] },
  withdraw: { from: ['pending'], to: 'withdrawn', by: ['requester'] },
  void: { from: ['pending'], to: 'void', by: ['system'] },
} as const satisfies Record<string, Step<'pending' | ApprovalDecision>>

/** Every workflow, by the name that the database's guard is given. */
export const workflows = {
  approval: approvalSteps,
  delete_request: deleteRequestSteps,
  signing: signingSteps,
  document_request: documentRequestSteps,
  evidence: evidenceSteps,
  accreditation: accreditationSteps,
  note: noteSteps,
  election: electionSteps,
  grant: grantSteps,
  tax_certification: certificationSteps,
  tax_profile: taxProfileSteps,
  consent: consentSteps,
  statement_run: statementRunSteps,
  tax_run: taxRunSteps,
  letter_run: letterRunSteps,
  sealed_file: sealedFileSteps,
  sanctions_hit: sanctionsHitSteps,
  paper_batch: batchSteps,
  paper_item: batchDocumentSteps,
  delivery: deliverySteps,
  offering: offeringSteps,
  subscription: subscriptionSteps,
  envelope: envelopeSteps,
} as const satisfies Record<string, Record<string, Step>>

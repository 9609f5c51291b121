/** What a step of a workflow is. The workflows themselves: `workflows.ts`. */

/**
 * Who takes a step:
 * - `owner`: the person it belongs to, or an authorized person of its holder; a viewer isn't one
 * - `reader`: as `owner`, viewers too
 * - `requester`: the person who made the request that the step withdraws
 * - `decider`: an administrator or an approver
 * - `invited`: the person with the address that was invited
 * - `administrator`: an administrator; `office`: an administrator, or an approver while they approve
 * - `system`: a job
 */
export type Taker = 'owner' | 'reader' | 'requester' | 'decider' | 'invited' | 'administrator' | 'office' | 'system'

/** Further requirements of a step, checked by the database (`app.has_what_it_needs`). */
export type Need =
  | 'asked_now'
  | 'requester_kept'
  | 'may_approve'
  | 'may_reject'
  | 'document_of_person'
  | 'no_document'
  | 'verification_open'
  | 'everyone_signed'
  | 'fully_funded'
  | 'verified_in_time'
  | 'register_current'
  | 'no_principal_owed'
  | 'principal_owed'
  | 'undone'
  | 'settled'
  | 'unsettled'
  | 'issue_date_reached'
  | 'maturity_reached'
  | 'representation_signed'
  | 'reason_given'
  | 'enough_reviews'
  | 'note_current'
  | 'note_outstanding'
  | 'not_ended'
  | 'holder_not_frozen'
  | 'noticed'
  | 'not_noticed'
  | 'items_prepared'
  | 'forms_prepared'
  | 'nobody_waits'
  | 'drawn_opened'
  | 'all_filed'
  | 'files_opened'
  | 'as_read'
  | 'offering_ready'
  | 'quoted'
  | 'kind_accepted'
  | 'verified'
  | 'disclosed'
  | 'joined'
  | 'note_as_agreed'
  | 'seated'

export interface Step<State extends string = string> {
  from: readonly State[]
  to: State
  by: readonly Taker[]
  /** The kind of approval that carries the step out, in its own transaction. */
  approval?: string
  /** If the approval has another subject, such as an entry of the ledger. */
  isApprovedElsewhere?: true
  needs?: readonly Need[]
}

-- Workflows: which state follows another, who takes the step, and what it needs. The rows come from
-- `rules/workflows.ts`, which operations and pages also use; `npm run schema` writes them here. A table has a trigger
-- with its workflow's name:
--   create trigger step before update on documents … execute function app.guard_step('signing')

-- Functions

-- Generated from rules/workflows.ts
create or replace function app.workflow_steps()
  returns table (workflow text, from_state text, to_state text, takers text[], approval text, is_approved_elsewhere boolean,
    needs text[])
language sql immutable as $$
  values
    ('approval', 'pending', 'approved', '{decider}'::text[], null::text, false, '{may_approve}'::text[]),
    ('approval', 'pending', 'rejected', '{decider}'::text[], null::text, false, '{may_reject}'::text[]),
    ('approval', 'pending', 'withdrawn', '{requester}'::text[], null::text, false, '{}'::text[]),
    ('approval', 'pending', 'void', '{system}'::text[], null::text, false, '{}'::text[]),
    ('delete_request', 'none', 'pending', '{owner,administrator}'::text[], null::text, false, '{asked_now}'::text[]),
    ('delete_request', 'rejected', 'pending', '{owner,administrator}'::text[], null::text, false, '{asked_now}'::text[]),
    ('delete_request', 'pending', 'none', '{requester}'::text[], null::text, false, '{}'::text[]),
    ('delete_request', 'pending', 'approved', '{administrator}'::text[], null::text, false, '{requester_kept}'::text[]),
    ('delete_request', 'pending', 'rejected', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('signing', 'sent', 'opened', '{reader}'::text[], null::text, false, '{}'::text[]),
    ('signing', 'sent', 'said_signed', '{owner}'::text[], null::text, false, '{}'::text[]),
    ('signing', 'opened', 'said_signed', '{owner}'::text[], null::text, false, '{}'::text[]),
    ('signing', 'said_signed', 'opened', '{owner}'::text[], null::text, false, '{}'::text[]),
    ('signing', 'none', 'confirmed', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('signing', 'sent', 'confirmed', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('signing', 'opened', 'confirmed', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('signing', 'said_signed', 'confirmed', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('signing', 'none', 'sent', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('signing', 'opened', 'sent', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('signing', 'said_signed', 'sent', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('signing', 'confirmed', 'sent', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('document_request', 'open', 'fulfilled', '{owner,administrator}'::text[], null::text, false, '{document_of_person}'::text[]),
    ('document_request', 'open', 'fulfilled', '{administrator}'::text[], null::text, false, '{no_document}'::text[]),
    ('document_request', 'open', 'withdrawn', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('document_request', 'fulfilled', 'open', '{system}'::text[], null::text, false, '{}'::text[]),
    ('evidence', 'none', 'kept', '{owner}'::text[], null::text, false, '{verification_open}'::text[]),
    ('evidence', 'kept', 'removed', '{owner}'::text[], null::text, false, '{verification_open}'::text[]),
    ('evidence', 'kept', 'destroyed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('accreditation', 'started', 'submitted', '{owner}'::text[], null::text, false, '{representation_signed}'::text[]),
    ('accreditation', 'returned', 'submitted', '{owner}'::text[], null::text, false, '{representation_signed}'::text[]),
    ('accreditation', 'submitted', 'in_review', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('accreditation', 'submitted', 'returned', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('accreditation', 'in_review', 'returned', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('accreditation', 'submitted', 'rejected', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('accreditation', 'in_review', 'rejected', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('accreditation', 'submitted', 'approved', '{office}'::text[], null::text, false, '{enough_reviews}'::text[]),
    ('accreditation', 'in_review', 'approved', '{office}'::text[], null::text, false, '{enough_reviews}'::text[]),
    ('accreditation', 'approved', 'expired', '{system}'::text[], null::text, false, '{}'::text[]),
    ('accreditation', 'approved', 'revoked', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('accreditation', 'expired', 'revoked', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('accreditation', 'revoked', 'cleared', '{office}'::text[], 'accreditation.clear', false, '{}'::text[]),
    ('note', 'draft', 'signed', '{office}'::text[], null::text, false, '{everyone_signed,register_current}'::text[]),
    ('note', 'draft', 'cancelled', '{office}'::text[], null::text, false, '{no_principal_owed}'::text[]),
    ('note', 'signed', 'cancelled', '{office}'::text[], 'note.cancel', false, '{no_principal_owed}'::text[]),
    ('note', 'signed', 'cancelled', '{system}'::text[], null::text, false, '{no_principal_owed}'::text[]),
    ('note', 'signed', 'funded', '{office}'::text[], 'note.fund', false, '{fully_funded,verified_in_time}'::text[]),
    ('note', 'funded', 'signed', '{office}'::text[], 'note.unfund', false, '{no_principal_owed,undone}'::text[]),
    ('note', 'current', 'signed', '{office}'::text[], 'note.unfund', false, '{no_principal_owed,undone}'::text[]),
    ('note', 'matured', 'signed', '{office}'::text[], 'note.unfund', false, '{no_principal_owed,undone}'::text[]),
    ('note', 'defaulted', 'signed', '{office}'::text[], 'note.unfund', false, '{no_principal_owed,undone}'::text[]),
    ('note', 'funded', 'current', '{office,system}'::text[], null::text, false, '{issue_date_reached}'::text[]),
    ('note', 'current', 'matured', '{office,system}'::text[], null::text, false, '{maturity_reached}'::text[]),
    ('note', 'current', 'paid', '{office}'::text[], null::text, false, '{settled}'::text[]),
    ('note', 'matured', 'paid', '{office}'::text[], null::text, false, '{settled}'::text[]),
    ('note', 'defaulted', 'paid', '{office}'::text[], null::text, false, '{settled}'::text[]),
    ('note', 'matured', 'renewed', '{office}'::text[], 'note.renew', false, '{no_principal_owed,register_current}'::text[]),
    ('note', 'current', 'transferred', '{office}'::text[], 'note.transfer', false, '{no_principal_owed}'::text[]),
    ('note', 'matured', 'transferred', '{office}'::text[], 'note.transfer', false, '{no_principal_owed}'::text[]),
    ('note', 'defaulted', 'transferred', '{office}'::text[], 'note.transfer', false, '{no_principal_owed}'::text[]),
    ('note', 'transferred', 'current', '{office}'::text[], 'note.untransfer', false, '{principal_owed}'::text[]),
    ('note', 'transferred', 'matured', '{office}'::text[], 'note.untransfer', false, '{principal_owed}'::text[]),
    ('note', 'transferred', 'defaulted', '{office}'::text[], 'note.untransfer', false, '{principal_owed}'::text[]),
    ('note', 'current', 'cancelled', '{office}'::text[], 'note.untransfer', true, '{no_principal_owed,undone}'::text[]),
    ('note', 'matured', 'cancelled', '{office}'::text[], 'note.untransfer', true, '{no_principal_owed,undone}'::text[]),
    ('note', 'defaulted', 'cancelled', '{office}'::text[], 'note.untransfer', true, '{no_principal_owed,undone}'::text[]),
    ('note', 'renewed', 'matured', '{office}'::text[], 'note.unrenew', false, '{principal_owed}'::text[]),
    ('note', 'current', 'cancelled', '{office}'::text[], 'note.unrenew', true, '{no_principal_owed,undone}'::text[]),
    ('note', 'matured', 'cancelled', '{office}'::text[], 'note.unrenew', true, '{no_principal_owed,undone}'::text[]),
    ('note', 'defaulted', 'cancelled', '{office}'::text[], 'note.unrenew', true, '{no_principal_owed,undone}'::text[]),
    ('note', 'current', 'defaulted', '{office}'::text[], 'note.default', false, '{unsettled}'::text[]),
    ('note', 'matured', 'defaulted', '{office}'::text[], 'note.default', false, '{unsettled}'::text[]),
    ('note', 'defaulted', 'current', '{office}'::text[], 'note.cure', false, '{principal_owed}'::text[]),
    ('note', 'paid', 'current', '{office}'::text[], 'ledger.reverse', true, '{unsettled}'::text[]),
    ('note', 'paid', 'matured', '{office}'::text[], 'ledger.reverse', true, '{unsettled}'::text[]),
    ('note', 'paid', 'defaulted', '{office}'::text[], 'ledger.reverse', true, '{unsettled}'::text[]),
    ('election', 'none', 'in_force', '{owner}'::text[], null::text, false, '{note_current}'::text[]),
    ('election', 'none', 'late', '{owner}'::text[], null::text, false, '{note_outstanding}'::text[]),
    ('election', 'late', 'accepted', '{office}'::text[], 'election.accept', false, '{}'::text[]),
    ('election', 'in_force', 'superseded', '{owner,office,system}'::text[], null::text, false, '{}'::text[]),
    ('election', 'late', 'superseded', '{owner,office,system}'::text[], null::text, false, '{}'::text[]),
    ('election', 'accepted', 'superseded', '{owner,office,system}'::text[], null::text, false, '{}'::text[]),
    ('grant', 'none', 'invited', '{owner}'::text[], null::text, false, '{not_ended}'::text[]),
    ('grant', 'invited', 'active', '{invited}'::text[], null::text, false, '{not_ended,holder_not_frozen}'::text[]),
    ('grant', 'invited', 'expired', '{system}'::text[], null::text, false, '{}'::text[]),
    ('grant', 'active', 'expired', '{system}'::text[], null::text, false, '{}'::text[]),
    ('grant', 'invited', 'revoked', '{reader,administrator}'::text[], null::text, false, '{}'::text[]),
    ('grant', 'active', 'revoked', '{reader,administrator}'::text[], null::text, false, '{}'::text[]),
    ('tax_certification', 'submitted', 'accepted', '{office}'::text[], 'tax.profile', true, '{}'::text[]),
    ('tax_certification', 'submitted', 'returned', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('tax_certification', 'submitted', 'superseded', '{owner,office}'::text[], null::text, false, '{}'::text[]),
    ('tax_certification', 'accepted', 'superseded', '{owner,office}'::text[], null::text, false, '{}'::text[]),
    ('tax_profile', 'missing', 'provided', '{office}'::text[], 'tax.profile', true, '{}'::text[]),
    ('tax_profile', 'matched', 'provided', '{office}'::text[], 'tax.profile', true, '{}'::text[]),
    ('tax_profile', 'mismatched', 'provided', '{office}'::text[], 'tax.profile', true, '{}'::text[]),
    ('tax_profile', 'first_notice', 'provided', '{office}'::text[], 'tax.profile', true, '{}'::text[]),
    ('tax_profile', 'second_notice', 'provided', '{office}'::text[], 'tax.profile', true, '{}'::text[]),
    ('tax_profile', 'provided', 'matched', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('tax_profile', 'mismatched', 'matched', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('tax_profile', 'provided', 'mismatched', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('tax_profile', 'matched', 'mismatched', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('tax_profile', 'provided', 'first_notice', '{administrator}'::text[], null::text, false, '{noticed}'::text[]),
    ('tax_profile', 'matched', 'first_notice', '{administrator}'::text[], null::text, false, '{noticed}'::text[]),
    ('tax_profile', 'mismatched', 'first_notice', '{administrator}'::text[], null::text, false, '{noticed}'::text[]),
    ('tax_profile', 'provided', 'second_notice', '{administrator}'::text[], null::text, false, '{noticed}'::text[]),
    ('tax_profile', 'matched', 'second_notice', '{administrator}'::text[], null::text, false, '{noticed}'::text[]),
    ('tax_profile', 'mismatched', 'second_notice', '{administrator}'::text[], null::text, false, '{noticed}'::text[]),
    ('tax_profile', 'first_notice', 'second_notice', '{administrator}'::text[], null::text, false, '{noticed}'::text[]),
    ('tax_profile', 'first_notice', 'provided', '{administrator}'::text[], null::text, false, '{not_noticed}'::text[]),
    ('tax_profile', 'second_notice', 'provided', '{administrator}'::text[], null::text, false, '{not_noticed}'::text[]),
    ('tax_profile', 'second_notice', 'first_notice', '{administrator}'::text[], null::text, false, '{noticed}'::text[]),
    ('consent', 'asked', 'given', '{owner}'::text[], null::text, false, '{}'::text[]),
    ('consent', 'given', 'withdrawn', '{reader,administrator}'::text[], null::text, false, '{}'::text[]),
    ('statement_run', 'preparing', 'prepared', '{system}'::text[], null::text, false, '{items_prepared}'::text[]),
    ('statement_run', 'prepared', 'preparing', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('statement_run', 'prepared', 'released', '{office}'::text[], 'statements.release', false, '{}'::text[]),
    ('tax_run', 'draft', 'reviewed', '{administrator}'::text[], null::text, false, '{forms_prepared}'::text[]),
    ('tax_run', 'reviewed', 'draft', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('tax_run', 'reviewed', 'furnished', '{office}'::text[], 'tax.furnish', false, '{forms_prepared}'::text[]),
    ('tax_run', 'furnished', 'filed', '{office}'::text[], 'tax.file', false, '{}'::text[]),
    ('letter_run', 'preparing', 'prepared', '{system}'::text[], null::text, false, '{items_prepared}'::text[]),
    ('letter_run', 'prepared', 'preparing', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('letter_run', 'prepared', 'released', '{office}'::text[], 'letters.release', false, '{}'::text[]),
    ('letter_run', 'released', 'recalled', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('sealed_file', 'sealing', 'sealed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('sealed_file', 'sealing', 'failed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('sealed_file', 'sealing', 'dropped', '{system}'::text[], null::text, false, '{}'::text[]),
    ('sealed_file', 'failed', 'sealing', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('sanctions_hit', 'open', 'cleared', '{office}'::text[], 'sanctions.decide', false, '{}'::text[]),
    ('sanctions_hit', 'confirmed', 'cleared', '{office}'::text[], 'sanctions.decide', false, '{}'::text[]),
    ('sanctions_hit', 'open', 'confirmed', '{office}'::text[], 'sanctions.decide', false, '{}'::text[]),
    ('sanctions_hit', 'cleared', 'confirmed', '{office}'::text[], 'sanctions.decide', false, '{}'::text[]),
    ('paper_batch', 'uploaded', 'matching', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('paper_batch', 'review', 'matching', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('paper_batch', 'matching', 'review', '{system}'::text[], null::text, false, '{}'::text[]),
    ('paper_batch', 'review', 'approved', '{office}'::text[], 'papers.release', false, '{nobody_waits,drawn_opened}'::text[]),
    ('paper_batch', 'approved', 'released', '{system}'::text[], null::text, false, '{all_filed}'::text[]),
    ('paper_batch', 'approved', 'recalled', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('paper_batch', 'released', 'recalled', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('paper_batch', 'uploaded', 'discarded', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('paper_batch', 'matching', 'discarded', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('paper_batch', 'review', 'discarded', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('paper_item', 'ambiguous', 'matched', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('paper_item', 'unmatched', 'matched', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('paper_item', 'matched', 'excluded', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('paper_item', 'ambiguous', 'excluded', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('paper_item', 'unmatched', 'excluded', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('paper_item', 'conflict', 'excluded', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('paper_item', 'excluded', 'matched', '{administrator}'::text[], null::text, false, '{as_read}'::text[]),
    ('paper_item', 'excluded', 'ambiguous', '{administrator}'::text[], null::text, false, '{as_read}'::text[]),
    ('paper_item', 'matched', 'ambiguous', '{administrator}'::text[], null::text, false, '{as_read}'::text[]),
    ('paper_item', 'excluded', 'unmatched', '{administrator}'::text[], null::text, false, '{as_read}'::text[]),
    ('paper_item', 'matched', 'unmatched', '{administrator}'::text[], null::text, false, '{as_read}'::text[]),
    ('paper_item', 'excluded', 'conflict', '{administrator}'::text[], null::text, false, '{as_read}'::text[]),
    ('delivery', 'requested', 'sending', '{office}'::text[], 'delivery.send', false, '{files_opened}'::text[]),
    ('delivery', 'requested', 'declined', '{system}'::text[], null::text, false, '{}'::text[]),
    ('delivery', 'sending', 'sent', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('delivery', 'sending', 'failed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('delivery', 'sending', 'recalled', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('delivery', 'sent', 'recalled', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('offering', 'draft', 'open', '{office}'::text[], 'offering.open', false, '{offering_ready}'::text[]),
    ('offering', 'closed', 'open', '{office}'::text[], 'offering.open', false, '{offering_ready}'::text[]),
    ('offering', 'open', 'closed', '{administrator}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'started', 'terms', '{owner}'::text[], null::text, false, '{quoted}'::text[]),
    ('subscription', 'prepared', 'terms', '{owner}'::text[], null::text, false, '{quoted}'::text[]),
    ('subscription', 'holder', 'terms', '{owner}'::text[], null::text, false, '{quoted}'::text[]),
    ('subscription', 'accreditation', 'terms', '{owner}'::text[], null::text, false, '{quoted}'::text[]),
    ('subscription', 'lapsed', 'terms', '{owner}'::text[], null::text, false, '{quoted}'::text[]),
    ('subscription', 'terms', 'holder', '{owner}'::text[], null::text, false, '{quoted,kind_accepted}'::text[]),
    ('subscription', 'accreditation', 'holder', '{owner}'::text[], null::text, false, '{quoted,kind_accepted}'::text[]),
    ('subscription', 'holder', 'accreditation', '{owner}'::text[], null::text, false, '{verified}'::text[]),
    ('subscription', 'accreditation', 'agreement', '{owner}'::text[], null::text, false, '{quoted,kind_accepted,verified,disclosed,joined}'::text[]),
    ('subscription', 'agreement', 'terms', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'signed', 'terms', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'custodian_signed', 'terms', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'agreement', 'signed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'signed', 'custodian_signed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'signed', 'countersigned', '{administrator}'::text[], null::text, false, '{note_as_agreed,joined}'::text[]),
    ('subscription', 'custodian_signed', 'countersigned', '{administrator}'::text[], null::text, false, '{note_as_agreed,joined}'::text[]),
    ('subscription', 'countersigned', 'wire_shown', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'countersigned', 'received', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'wire_shown', 'received', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'received', 'wire_shown', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'confirmed', 'wire_shown', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'received', 'confirmed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'started', 'lapsed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'prepared', 'lapsed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'terms', 'lapsed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'holder', 'lapsed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'accreditation', 'lapsed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'agreement', 'lapsed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'signed', 'lapsed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'custodian_signed', 'lapsed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'countersigned', 'lapsed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'wire_shown', 'lapsed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'started', 'withdrawn', '{owner}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'prepared', 'withdrawn', '{owner}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'terms', 'withdrawn', '{owner}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'holder', 'withdrawn', '{owner}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'accreditation', 'withdrawn', '{owner}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'agreement', 'withdrawn', '{owner}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'signed', 'withdrawn', '{owner}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'custodian_signed', 'withdrawn', '{owner}'::text[], null::text, false, '{}'::text[]),
    ('subscription', 'started', 'rejected', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('subscription', 'prepared', 'rejected', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('subscription', 'terms', 'rejected', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('subscription', 'holder', 'rejected', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('subscription', 'accreditation', 'rejected', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('subscription', 'agreement', 'rejected', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('subscription', 'signed', 'rejected', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('subscription', 'custodian_signed', 'rejected', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('envelope', 'draft', 'sent', '{administrator}'::text[], null::text, false, '{seated}'::text[]),
    ('envelope', 'sent', 'signed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('envelope', 'signed', 'sealed', '{system}'::text[], null::text, false, '{}'::text[]),
    ('envelope', 'sent', 'declined', '{system}'::text[], null::text, false, '{}'::text[]),
    ('envelope', 'draft', 'voided', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('envelope', 'sent', 'voided', '{administrator}'::text[], null::text, false, '{reason_given}'::text[]),
    ('envelope', 'sent', 'expired', '{system}'::text[], null::text, false, '{}'::text[])
$$;
create or replace function app.approvals_of_entries(kind text) returns text[] language sql immutable as $$
  select case kind
    when 'funds' then '{note.fund}'::text[]
    when 'interest_due' then '{}'::text[]
    when 'payment' then '{ledger.reverse,note.payoff,note.repay,note.untransfer,payment.record}'::text[]
    when 'payment_returned' then '{ledger.reverse,note.payoff,note.repay,note.untransfer,payment.record}'::text[]
    when 'principal' then '{ledger.reverse,note.payoff,note.repay,note.untransfer,payment.record}'::text[]
    when 'renewal' then '{note.renew}'::text[]
    when 'transfer' then '{note.transfer}'::text[]
    when 'tax_deposit' then '{tax.deposit}'::text[]
    when 'reversal' then '{ledger.reverse,note.unfund,note.unrenew,note.untransfer,tax.deposit_reverse}'::text[]
    when 'restated' then '{ledger.reverse,note.payoff,note.repay,note.transfer,note.untransfer,payment.record}'::text[]
  end
$$;
grant execute on function app.approvals_of_entries to app_steward;
-- End of what is generated
grant execute on function app.workflow_steps to app_eraser, app_jobs, app_steward, app_user;

-- The state of a row. Without a state column, it follows from the row's times.
create or replace function app.state_of(workflow text, becomes jsonb) returns text language sql immutable as $$
  select case workflow
    when 'delete_request' then coalesce(becomes ->> 'delete_request_status', 'none')
    when 'signing' then coalesce(becomes ->> 'signing_state', 'none')
    when 'approval' then coalesce(becomes ->> 'decision', 'pending')
    when 'document_request' then case when becomes ->> 'withdrawn_at' is not null then 'withdrawn'
      when becomes ->> 'fulfilled_at' is not null then 'fulfilled' else 'open' end
    when 'evidence' then 'kept'
    when 'accreditation' then case when becomes ->> 'cleared_at' is not null then 'cleared' else becomes ->> 'state' end
    when 'election' then case when becomes ->> 'superseded_at' is not null then 'superseded'
      when becomes ->> 'approval_id' is not null then 'accepted'
      when (becomes ->> 'is_late')::boolean then 'late' else 'in_force' end
    when 'grant' then case when becomes ->> 'revoked_at' is not null then 'revoked'
      when becomes ->> 'accepted_at' is not null then 'active' else 'invited' end
    when 'consent' then case when becomes ->> 'withdrawn_at' is not null then 'withdrawn'
      when becomes ->> 'given_at' is not null then 'given' else 'asked' end
    else becomes ->> 'state'
  end
$$;
grant execute on function app.state_of to app_eraser, app_jobs, app_steward, app_user;

-- Whether the current person may take a step, by the row before it.
create or replace function app.may_take_step(takers text[], was jsonb) returns boolean language plpgsql stable as $$
declare
  whose uuid := coalesce(was ->> 'owner_id', was ->> 'holder_id', was ->> 'person_id', was ->> 'user_id');
begin
  return 'administrator' = any (takers) and app.is_admin()
    or 'office' = any (takers) and app.acts_for_office()
    or 'owner' = any (takers) and app.acts_for(whose)
    or 'reader' = any (takers) and whose = any (app.my_owners())
    or 'requester' = any (takers) and coalesce(was ->> 'delete_requested_by', was ->> 'asked_by')::uuid = app.user_id()
    or 'decider' = any (takers) and (app.is_admin() or app.is_approver())
    or 'invited' = any (takers) and was ->> 'invited_address' = app.my_address();
end $$;
grant execute on function app.may_take_step to app_user;

-- Whether one of a step's requirements is met. It reads as the current person, except for the ledger of a note.
create or replace function app.has_what_it_needs(need text, was jsonb, becomes jsonb) returns boolean
language plpgsql stable as $$
declare
  this uuid := becomes ->> 'id';
begin
  case need
    when 'asked_now' then
      return (becomes ->> 'delete_requested_by')::uuid = app.user_id()
        and (becomes ->> 'delete_requested_at')::timestamptz = now();
    when 'requester_kept' then
      return becomes -> 'delete_requested_by' = was -> 'delete_requested_by'
        and becomes -> 'delete_requested_at' = was -> 'delete_requested_at';
    when 'may_approve', 'may_reject' then
      return coalesce(app.decision_refusal(jsonb_populate_record(null::public.approvals, was)), 'none') = any (
        case need when 'may_reject' then '{none,REQUESTER_LEFT}' else '{none}' end::text[]);
    when 'document_of_person' then
      return exists (select from public.documents d
        where d.id = (becomes ->> 'fulfilled_document_id')::uuid and d.user_id = (becomes ->> 'person_id')::uuid);
    when 'no_document' then
      return becomes ->> 'fulfilled_document_id' is null;
    when 'verification_open' then
      return exists (select from public.accreditations a
        where a.id = coalesce(becomes ->> 'accreditation_id', was ->> 'accreditation_id')::uuid
          and a.state in ('started', 'returned'));
    when 'representation_signed' then
      return exists (select from public.representations r where r.accreditation_id = this and r.superseded_at is null);
    when 'reason_given' then
      return becomes ->> 'reason' is not null;
    when 'not_ended' then
      return now() < (becomes ->> 'ends_at')::timestamptz;
    when 'holder_not_frozen' then
      return not app.is_frozen((becomes ->> 'holder_id')::uuid);
    when 'enough_reviews' then
      return ((was ->> 'reviewers_needed')::integer = 1
          or app.is_applying('accreditation.approve', this) and app.has_opened_evidence(this))
        and (select count(distinct v.reviewer_id) from public.accreditation_reviews v where v.accreditation_id = this
          and v.round = (becomes ->> 'round')::integer and v.decision = 'approved') >= (was ->> 'reviewers_needed')::integer;
    when 'nobody_waits' then
      return not exists (select from public.paper_batch_items i where i.batch_id = this
          and i.state in ('ambiguous', 'unmatched', 'conflict'))
        and exists (select from public.paper_batch_items i where i.batch_id = this and i.state = 'matched');
    when 'drawn_opened' then
      return app.has_opened_papers(this);
    when 'files_opened' then
      return app.has_opened_delivery(this);
    when 'all_filed' then
      return not exists (select from public.paper_batch_items i where i.batch_id = this and i.state = 'matched'
        and i.filed_at is null);
    when 'as_read' then
      return becomes -> 'state' = becomes -> 'read_state' and becomes -> 'holder_id' = becomes -> 'read_holder_id';
    when 'seated' then
      return app.is_envelope_seated(this) and (becomes ->> 'expires_on')::date >= app.fund_day();
    when 'issue_date_reached' then
      return (becomes ->> 'issue_date')::date <= app.fund_day();
    when 'maturity_reached' then
      return (becomes ->> 'maturity_date')::date <= app.fund_day();
    when 'verified_in_time' then
      return app.verified_after(this, (becomes ->> 'issue_date')::date) is null
        or (app.approved_now('note.fund', this) ? 'late') is true;
    when 'register_current' then
      return app.register_allows_sale();
    when 'noticed', 'not_noticed' then
      return (need = 'noticed') = exists (select from public.tin_notices t where t.holder_id = (becomes ->> 'holder_id')::uuid
        and t.withdrawn_at is null and t.number_id = (becomes ->> 'number_id')::uuid);
    when 'items_prepared' then
      return not exists (select from app.run_items i where i.run_id = this
        and (i.prepared_at is null or i.prepared_at < (becomes ->> 'begun_at')::timestamptz));
    when 'forms_prepared' then
      return (becomes ->> 'prepared_at')::timestamptz >= (becomes ->> 'begun_at')::timestamptz and becomes ->> 'problem' is null
        and not exists (select from public.tax_returns r where r.run_id = this
          and (r.prepared_at is null or r.prepared_at < (becomes ->> 'begun_at')::timestamptz or r.problem is not null));
    when 'note_current', 'note_outstanding' then
      return exists (select from public.notes n where n.id = (becomes ->> 'note_id')::uuid
        and n.holder_id = (becomes ->> 'holder_id')::uuid
        and (n.state = 'current' or n.state = 'matured' and need = 'note_outstanding'));
    when 'offering_ready' then
      return app.offering_problems(this) = '{}';
    when 'quoted', 'kind_accepted', 'verified', 'disclosed', 'joined', 'note_as_agreed' then
      return app.subscription_has(need, jsonb_populate_record(null::public.subscriptions, becomes));
    else
      return app.note_has(need, this);
  end case;
end $$;
grant execute on function app.has_what_it_needs to app_jobs, app_user;

-- A note's facts by the ledger and the signatures, for the office and for jobs.
create or replace function app.note_has(need text, note uuid) returns boolean
language plpgsql stable security definer as $$
begin
  if current_setting('role') = 'app_user' and not app.acts_for_office() then
    return false;
  end if;
  return case need
    when 'everyone_signed' then app.is_signed(note)
    when 'fully_funded' then app.principal_outstanding(note) = (select n.principal_cents from public.notes n where n.id = note)
    when 'no_principal_owed' then app.principal_outstanding(note) = 0
    when 'principal_owed' then app.principal_outstanding(note) > 0
    when 'undone' then not exists (select from public.ledger_entries e where e.note_id = note and e.reverses is null
      and not exists (select from public.ledger_entries r where r.reverses = e.id))
    when 'settled' then app.is_settled(note)
    when 'unsettled' then not app.is_settled(note)
  end;
end $$;
grant execute on function app.note_has to app_jobs, app_user;

-- The guard of every workflow: a state follows another only as the table says. It checks people's rights and the step's
-- requirements; a job takes the steps of the system. Notes are checked for every other role, too; other rows are
-- accepted from the database's owner unchecked.
create or replace function app.guard_step() returns trigger language plpgsql as $$
declare
  flow text := tg_argv[0];
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  came_from text := 'none';
  goes_to text := case when current_user = 'app_user' then 'removed' else 'destroyed' end;
  step record;
  need text;
  is_allowed boolean := current_user not in ('app_user', 'app_jobs') and flow <> 'note';
begin
  if tg_op <> 'INSERT' then
    came_from := app.state_of(flow, was);
  end if;
  if tg_op <> 'DELETE' then
    goes_to := app.state_of(flow, becomes);
  end if;
  if is_allowed or came_from = goes_to then
    return coalesce(new, old);
  end if;
  for step in select s.* from app.workflow_steps() s
    where s.workflow = flow and s.from_state = came_from and s.to_state = goes_to
  loop
    is_allowed := true;
    if current_user = 'app_jobs' then
      is_allowed := 'system' = any (step.takers);
    elsif current_user = 'app_user' then
      is_allowed := app.may_take_step(step.takers, coalesce(was, becomes));
      if is_allowed and step.approval is not null then
        is_allowed := app.is_applying(step.approval,
          case when not step.is_approved_elsewhere then (becomes ->> 'id')::uuid end);
      end if;
    end if;
    foreach need in array step.needs loop
      is_allowed := is_allowed and app.has_what_it_needs(need, was, becomes);
    end loop;
    if is_allowed then
      return coalesce(new, old);
    end if;
  end loop;
  raise exception '% does not take this step: from % to %', replace(flow, '_', ' '), came_from, goes_to
    using errcode = '42501';
end $$;

-- Sets the person and time of a change, whatever the statement sent: the arguments are columns, those that end in _by
-- of the person and the others of the time. On an update only where one of them changes, unless `always` follows.
create or replace function app.stamp_act() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
begin
  if current_user <> 'app_user' or tg_op = 'UPDATE' and 'always' <> all (tg_argv) and (
    not exists (select from unnest(tg_argv) name where was -> name is distinct from becomes -> name)
    or not exists (select from unnest(tg_argv) name where becomes ->> name is not null))
  then
    return new;
  end if;
  return jsonb_populate_record(new, (select jsonb_object_agg(name, case when name like '%\_by' then to_jsonb(app.user_id())
    else to_jsonb(now()) end) from unnest(tg_argv) name where name <> 'always'));
end $$;

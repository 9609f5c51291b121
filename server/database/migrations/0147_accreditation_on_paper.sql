-- Statements about an accreditation can be signed on paper: the scan, and who accepted it.
alter table representations add column if not exists paper_document_id uuid references documents on delete restrict;
alter table representations add column if not exists approval_id uuid references approvals on delete restrict;
alter table representations add column if not exists signed_on date;
alter table representations drop constraint if exists representations_proof_check;
alter table representations add constraint representations_proof_check
  check (proof in ('passkey', 'code', 'recovery-code', 'sign-in', 'paper'));
alter table representations drop constraint if exists signed_under_consent;
alter table representations add constraint signed_under_consent check (num_nulls(round, signer, capacity, proof, proved_at) in (0, 5)
    and (consent_id is null) = (proof is null or proof = 'paper'));
alter table representations drop constraint if exists paper_is_approved;
alter table representations add constraint paper_is_approved check (num_nulls(paper_document_id, approval_id, signed_on)
    = case when proof is not distinct from 'paper' then 0 else 3 end);
create index if not exists representations_paper on representations (paper_document_id) where paper_document_id is not null;
create index if not exists representations_approval on representations (approval_id) where approval_id is not null;

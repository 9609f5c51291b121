-- A number that came with its holder was in force from the day on which it was kept, not from the migration 0066 on; and one
-- that was rejected, withdrawn or voided isn't kept.
update vault_numbers v set in_force_from = v.created_at where v.in_force_from > v.created_at
  and not exists (select from approvals a where a.kind = 'holder.identity' and a.content ->> 'numberId' = v.id::text);
delete from vault_numbers v where v.in_force_from is null and not exists (select from approvals a
  where a.kind = 'holder.identity' and a.content ->> 'numberId' = v.id::text and a.decision is null);

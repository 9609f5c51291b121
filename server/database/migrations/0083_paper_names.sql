-- The newest tax paper of an owner; and statements by the name that people give them, as rules/statements.ts says it.
create index if not exists documents_of_owner_tax on documents (owner_id, created_at desc) where category = 'Tax';
update documents d set filename = p.name || case when s.corrects is null then '' else ', corrected' end || '.' || d.file_type
from statements s join statement_runs r on r.id = s.run_id
  cross join lateral (select
    case when r.kind <> 'statement' then 'Year-end valuation, ' || to_char(s.period_end, 'Mon FMDD, YYYY')
      when extract(day from s.period_start) > 1 or extract(day from s.period_end + 1) > 1
        then 'Statement, ' || to_char(s.period_start, 'Mon FMDD, YYYY') || '–' || to_char(s.period_end, 'Mon FMDD, YYYY')
      when extract(year from s.period_start) < extract(year from s.period_end)
        then 'Statement, ' || to_char(s.period_start, 'Mon YYYY') || '–' || to_char(s.period_end, 'Mon YYYY')
      when to_char(s.period_start, 'MM') || to_char(s.period_end, 'MM') = '0112'
        then 'Statement, ' || to_char(s.period_end, 'YYYY')
      else 'Statement, ' || case when to_char(s.period_start, 'MM') = to_char(s.period_end, 'MM') then ''
        else to_char(s.period_start, 'Mon') || '–' end || to_char(s.period_end, 'Mon YYYY') end as name) p
where d.id in (s.document_id, s.csv_document_id)
  and d.filename ~ ('^(Statement|Year-end valuation) ' || s.period_end || ' ' || s.number || '[.](pdf|csv)$');

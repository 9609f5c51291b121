-- Part of a note's principal is repaid on a due date (server/notes/part-repayment.ts), with an approval of a kind of its own.
do $$
begin
  grant create on schema app to app_steward;
  execute replace(pg_get_functiondef('app.guard_ledger_entry()'::regprocedure),
    $old$when 'principal' then '{payment.record,note.payoff}'$old$, $new$when 'principal' then '{payment.record,note.payoff,note.repay}'$new$);
  revoke create on schema app from app_steward;
end $$;

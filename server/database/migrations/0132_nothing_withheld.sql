-- More tax may come back in a year than was withheld. A payee without a form has that in its row, too.
alter table tax_returns drop constraint if exists tax_returns_withheld_cents_check;
alter table tax_returns drop constraint if exists form_is_not_negative;
alter table tax_returns add constraint form_is_not_negative
  check (document_id is null or interest_cents >= 0 and withheld_cents >= 0);

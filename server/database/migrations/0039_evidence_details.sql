-- What the sender of a piece of evidence says of it, and whether its text names those it is about. 17 CFR
-- 230.506(c)(2)(ii)(C) rests on who wrote a letter, and 230.501(a)(10) on a license, found by its number.
alter table evidence
  -- Of a letter.
  add column signed_by text check (length(signed_by) between 3 and 200),
  -- Of a license printout.
  add column crd_number text check (crd_number ~ '^[0-9]{1,8}$'),
  -- Null where its text couldn't be searched, and for evidence that was sent before it was.
  add column names_holder boolean;

grant insert (signed_by, crd_number, names_holder) on evidence to app_user;

-- An entity all of whose owners are accredited may be verified owner by owner: 17 CFR 230.501(a)(8). Directors, executive
-- officers and general partners of the fund, (a)(4), are verified by its own records.
alter table accreditations
  drop constraint accreditations_method_check,
  add constraint accreditations_method_check check (method in ('high_minimum', 'earlier', 'letter', 'income',
    'net_worth', 'license', 'insider', 'owners', 'other'));

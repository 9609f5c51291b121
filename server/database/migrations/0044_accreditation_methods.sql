-- An entity all of whose owners are accredited may be verified owner by owner: 17 CFR 230.501(a)(8). Directors, executive
-- officers and general partners of the fund, (a)(4), are verified by its own records.
alter table accreditations
  drop constraint accreditations_method_check,
  add constraint accreditations_method_check check (method in ('high_minimum', 'earlier', 'letter', 'income',
    'net_worth', 'license', 'insider', 'owners', 'other'));

alter table evidence
  -- Of a license printout: 17 CFR 230.501(a)(10) counts three.
  add column license_series text check (license_series in ('7', '65', '82'));
grant insert (license_series) on evidence to app_user;

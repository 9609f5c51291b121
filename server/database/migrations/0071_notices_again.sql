-- A note whose funding was undone and that is funded again matures on another day: its holder is told again.
alter table maturity_notices drop constraint if exists maturity_notices_pkey;
alter table maturity_notices add primary key (note_id, kind, sent_at);

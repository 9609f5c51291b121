-- What the database asks of what reaches investors: where signing links lead, and what looks like payment instructions.
alter table app.fund add column if not exists signing_hosts text[] not null default '{}';
alter table app.fund add column if not exists payment_words text not null default '(?!)';

-- Several processes of different versions may run side by side, on one machine or many, as during an upgrade. A browser
-- may get its page from one of them and ask another for the page's scripts and styles, so each start leaves its own here.
create table app.browser_files (
  -- Of its address. It contains a hash of the content; a compressed copy ends in .br or .gz.
  path text primary key check (path like '/assets/%'),
  content bytea not null,
  -- When a version without it started; null while the newest has it.
  replaced_at timestamptz
);
-- Most of it is compressed already.
alter table app.browser_files alter column content set storage external;
-- They are for everyone who opens a page.
grant usage on schema app to app_visitor;
grant select (path, content) on app.browser_files to app_visitor;

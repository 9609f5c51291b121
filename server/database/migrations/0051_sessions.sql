-- Sessions without the sign-in library (docs/decisions/0026): the database keeps a token's hash, and nobody who reads it
-- can use a session. Sessions that are open stay so.
alter table auth.sessions add column token_hash text;
update auth.sessions set token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex');
alter table auth.sessions alter column token_hash set not null, add constraint sessions_token_hash_key unique (token_hash);
alter table auth.sessions drop column token;
-- It returns something else now.
drop function if exists app.find_session(text);
-- The library looked for addresses as they were typed.
drop index if exists auth.users_address;

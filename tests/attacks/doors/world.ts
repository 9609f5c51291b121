import { randomUUID } from 'node:crypto'
import { readSession } from '../../../app/identity/server/current-session.ts'
import { reportHash } from '../../../app/identity/server/email-change/email-change-row.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Client } from '../../../server/access/client.ts'
import { keyedHash } from '../../../server/platform/seal.ts'
import { insertCall, visitorMessages } from '../../../server/sample/visitors.ts'
import { givenDocument } from '../../helpers/insert-document.ts'
import { newVisitor } from '../../helpers/leads.ts'
import type { SharedPortal } from '../../helpers/shared-portal.ts'
import type { ActorName } from './actors.ts'
import { newUpload } from './new-upload.ts'

/** In everything that is the owner's. What contains it shows something of the owner's. */
export const mark = 'zqx7-owner'

/** A portal with one person of each kind, and what is the owner's. */
export interface World {
  portal: SharedPortal
  owner: Actor
  people: Record<Exclude<ActorName, 'anonymous' | 'ended'>, Actor>
  /** The sessions of the `people` that tests hold open; `ended` has none any more. */
  cookies: Record<ActorName, string>
  /** The owner's session. */
  sessionId: string
  /** A number that grows with every change of what is stored, except of what reading may change. */
  changes(): Promise<string>
  /** A document of the owner's that no one has touched. */
  newDocument(): Promise<string>
  newDeleteRequest(): Promise<string>
  /** An upload that the owner has begun. */
  newUpload(): Promise<string>
  /** Another session of the owner's. */
  newSession(): Promise<string>
  newMessage(): Promise<string>
  newCall(): Promise<{ id: string; token: string }>
  /** Someone who has nothing to do with the others. */
  newPerson(options?: { isAdmin?: boolean; guest?: boolean }): Promise<Actor>
  /** Someone whose access is closed. */
  newDisabledPerson(): Promise<Actor>
  /** A session that closing someone's access has missed, of the person whose access is closed. */
  newSessionOfDisabled(): Promise<string>
  /** The owner's only passkey. */
  newPasskey(): Promise<string>
  /** The owner's only passkey, which their session has just shown. @returns its id */
  newShownPasskey(): Promise<string>
  /** Has every session of the owner show their passkey. */
  showPasskey(): Promise<void>
  /** Has the actors signed in just now, which is proof, as they have when the world is new. */
  renewProofs(): Promise<void>
  /** The secret that stops the owner's change of passkeys, which no one else has asked for. */
  newPasskeyRecovery(): Promise<string>
  /** Someone an administrator has invited. */
  newInvitation(): Promise<string>
  /** A change of the owner's address that has come to a step; codes are never right. */
  newEmailChange(step: 'verify-current' | 'enter-new' | 'verify-new'): Promise<void>
  /** The secret with which a person can undo a change of their address. */
  newAddressReport(locked: boolean): Promise<string>
  newClient(): Client
}

export async function newWorld(portal: SharedPortal): Promise<World> {
  const person = (name: string, options: { isAdmin?: boolean; guest?: boolean } = {}) =>
    portal.newPerson(`${name}@doors.example`, { fullName: `${name} of the doors`, ...options })
  const people: World['people'] = {
    guest: await person('guest', { guest: true }),
    other: await person('other'),
    delegate: await person('delegate'),
    owner: await person(mark),
    administrator: await person('administrator', { isAdmin: true }),
    exAdministrator: await person('former', { isAdmin: true }),
    disabled: await person('disabled', { isAdmin: true }),
  }
  const { owner, delegate, administrator } = people
  await grantAccess(portal, owner, delegate)
  const cookies = { anonymous: '', ended: await portal.sessionOf(owner) } as World['cookies']
  await portal.owner.query('delete from auth.sessions')
  for (const [name, { id }] of Object.entries(people)) cookies[name as ActorName] = await portal.sessionOf({ id })
  // What the office does takes proof, in the session that is theirs now.
  for (const name of ['administrator', 'exAdministrator', 'disabled'] as const)
    people[name].sessionId = await sessionOf(cookies[name])
  const sessionId = await sessionOf(cookies.owner)
  const sessions = (await portal.owner.query('select id from auth.sessions')).rows.map(({ id }) => id)
  await portal.owner.query('update user_profiles set is_admin = false where id = $1', [people.exAdministrator.id])
  const one = async (statement: string, values: unknown[] = []) => (await portal.owner.query(statement, values)).rows[0]
  // The doors are about who, whatever they make of the register of covered persons.
  await portal.owner.query('update app.fund set covered_persons_required = false')
  let number = 0
  let hours = 2000

  const world: World = {
    portal,
    owner,
    people,
    cookies,
    sessionId,
    changes: await changeCounter(portal),
    newClient: newVisitor,
    newDocument: async () =>
      (await givenDocument(portal, owner, { filename: `${mark} ${number++}.txt`, content: mark })).id,
    newDeleteRequest: async () => {
      const id = await world.newDocument()
      await one(
        `update documents set delete_request_status = 'pending', delete_requested_by = user_id,
        delete_requested_at = now() where id = $1`,
        [id],
      )
      return id
    },
    newUpload: async () => newUpload(portal, await portal.sessionOf(owner), `${mark} ${number++}.txt`),
    newSession: async () => sessionOf(await portal.sessionOf(owner)),
    newMessage: () =>
      visitorMessages.insert(portal.owner, { name: mark, email: `${mark}@doors.example`, message: mark }),
    newCall: async () => {
      const token = randomUUID()
      const visitor = { name: mark, email: `${mark}@doors.example` }
      const columns = { ...visitor, calendar: 'founder', token_hash: keyedHash('call', token) } as const
      const id = await insertCall(portal.owner, new Date(Date.now() + hours++ * 3_600_000), columns)
      return { id, token }
    },
    newPerson: options => portal.newPerson(`someone-${number++}@doors.example`, options),
    newDisabledPerson: async () => {
      const closed = await world.newPerson()
      await one("update user_profiles set disabled_at = now(), disabled_reason = 'a test' where id = $1", [closed.id])
      return closed
    },
    newSessionOfDisabled: async () => {
      const { id } = people.disabled
      await one('update user_profiles set disabled_at = null, disabled_reason = null where id = $1', [id])
      const cookie = await portal.sessionOf({ id })
      await one("update user_profiles set disabled_at = now(), disabled_reason = 'a test' where id = $1", [id])
      return cookie
    },
    newPasskey: async () => {
      await one('delete from auth.passkeys')
      const { id } = await one(
        `insert into auth.passkeys (user_id, credential_id, public_key, backed_up, name)
        values ($1, $2, '', false, $2) returning id`,
        [owner.id, `${mark}-${number++}`],
      )
      return id
    },
    newShownPasskey: async () => {
      const id = await world.newPasskey()
      await world.showPasskey()
      return id
    },
    showPasskey: async () => {
      // Where they haven't: the owner has a session of nearly every request.
      await one(
        `insert into auth.session_proofs (session_id, proved_at, method, passkey_at)
        select s.id, now(), 'passkey', now() from auth.sessions s
        where s.user_id = $1 and not exists (
          select from auth.session_proofs p where p.session_id = s.id and p.passkey_at > now() - interval '1 minute')
        on conflict (session_id) do update set proved_at = now(), method = 'passkey', passkey_at = now()`,
        [owner.id],
      )
    },
    renewProofs: async () => {
      // A whole table may take longer than proof is fresh.
      await one(
        "update auth.sessions set created_at = now() where id = any($1) and created_at < now() - interval '1 minute'",
        [sessions],
      )
    },
    newPasskeyRecovery: async () => {
      await one('delete from auth.passkey_recoveries')
      const token = randomUUID()
      await one(
        `insert into auth.passkey_recoveries (user_id, stop_hash, starts_at, ends_at)
        values ($1, $2, now() + interval '7 days', now() + interval '14 days')`,
        [owner.id, keyedHash('passkey recovery', token)],
      )
      return token
    },
    newInvitation: async () => {
      const { id } = await world.newPerson()
      await one('insert into invitations (user_id, invited_by) values ($1, $2)', [id, administrator.id])
      return id
    },
    newEmailChange: async step => {
      await one('delete from auth.email_changes')
      await one(
        `insert into auth.email_changes (session_id, user_id, step, old_email, new_email, code_hash, code_expires_at, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, now() + interval '1 hour')`,
        [
          sessionId,
          owner.id,
          step,
          owner.email,
          step === 'verify-new' ? `new-${mark}@doors.example` : null,
          step === 'enter-new' ? null : keyedHash('code', 'no code has this'),
          step === 'enter-new' ? null : new Date(Date.now() + 600_000),
        ],
      )
    },
    // About someone else: reporting a change ends every session of that person.
    newAddressReport: async locked => {
      const person = await portal.newPerson(`${mark}-${number++}@doors.example`)
      const token = randomUUID()
      await one(
        `insert into auth.address_changes (user_id, token_hash, old_email, new_email, report_until, reported_at)
        values ($1, $2, $3, $4, now() + interval '1 day', case when $5 then now() end)`,
        [person.id, reportHash(token), `old-${person.email}`, person.email, locked],
      )
      return token
    },
  }
  await world.newPasskey()
  cookies.disabled = await world.newSessionOfDisabled()
  return world
}

/** Has every holder that someone comes to act for share its tax documents with their accountant. */
async function grantAccess(portal: SharedPortal, { id: owner }: Actor, { id, email }: Actor): Promise<void> {
  await portal.owner.query(`
    create function jobs.let_look() returns trigger language plpgsql security definer as $$ begin
      insert into public.grants (holder_id, person_id, invited_address, kind, categories, sees_figures, may_download,
          ends_at, invited_by, accepted_at)
        values (new.holder_id, '${id}', '${email}', 'accountant', '{Tax}', false, true, now() + interval '1 day',
          '${owner}', now());
      return null;
    end $$;
    create trigger let_look after insert on holder_members for each row when (new.user_id = '${owner}')
      execute function jobs.let_look();`)
}

async function sessionOf(cookie: string): Promise<string> {
  const signedIn = await readSession({ ip: '192.0.2.1', userAgent: 'test', cookie })
  if (!signedIn?.session) throw new Error('the session was not found')
  return signedIn.session.id
}

/** What a refusal may write, that it happened, and how often; and what was served to someone who reads. */
const notCompared = [
  'audit',
  'security_event',
  'limits',
  'rate_',
  'proof_of_work',
  'job',
  'file_accesses',
  'document_openings',
]
/** Columns that reading may change, and counts of failed attempts. */
const ofReading = [
  'updated_at',
  'expires_at',
  'seen_at',
  'last_seen_at',
  'last_used_at',
  'viewed_at',
  'read_at',
  'opened_by_others_at',
  'unread',
  'tries',
  'new_for_office',
]

async function changeCounter(portal: SharedPortal): Promise<World['changes']> {
  const { rows } = await portal.owner.query(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'auth') order by 1`)
  const tables = rows.map(({ name }) => String(name)).filter(name => !notCompared.some(part => name.includes(part)))
  const columns = ofReading.map(name => `'${name}'`).join(', ')
  // Rows of a table, not a sequence: what is rolled back has changed nothing. E-mails are counted as they are queued: a
  // second after one was sent, its job may be gone.
  await portal.owner.query(`
    create table jobs.test_changes (id bigint generated always as identity primary key);
    create function jobs.note_change() returns trigger language plpgsql security definer as $$ begin
      -- What a job does was asked for before.
      if session_user = '${portal.access.jobs.user}' then
        return null;
      end if;
      if tg_op <> 'UPDATE' or to_jsonb(old) - array[${columns}] is distinct from to_jsonb(new) - array[${columns}] then
        insert into jobs.test_changes default values;
      end if;
      return null;
    end $$;
    create trigger note_change after insert on jobs.job for each row when (new.name = 'send-mail')
      execute function jobs.note_change();
    ${tables.map(name => `create trigger note_change after insert or update or delete on ${name} for each row execute function jobs.note_change();`).join('\n')}`)
  return async () => {
    const { rows } = await portal.owner.query('select max(id) as changes from jobs.test_changes')
    return String(rows[0]?.changes ?? 0)
  }
}

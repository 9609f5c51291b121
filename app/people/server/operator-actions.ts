import type pg from 'pg'
import { fund } from '../../../content/fund.ts'
import type { AuditAction } from '../../../rules/audit-words.ts'
import { countOf, grouped } from '../../../rules/number.ts'
import { actAsRole } from '../../../server/database/act-as-role.ts'
import { enqueueAsOwner } from '../../../server/jobs/prepare-jobs.ts'
import { sealMail } from '../../../server/mail/mailer.ts'
import { passkeyResetNotice } from '../../identity/server/passkeys/passkey-mail.ts'
import { reissueMail } from '../../identity/server/reissue-mail.ts'
import { soleApproverMail } from './last-approver.ts'
import { approverMail } from './rights-mail.ts'

/** The result of an operator's command, with a sentence to print. */
export type Outcome = { done: boolean; sentence: string }

/**
 * Makes someone an administrator. A person who has never signed in is created, so that they are an administrator from
 * their first sign-in (spec decisions, "how the first administrator comes to be").
 * @param owner a connection that may take the role app_operator
 * @param email their sign-in address
 * @param origin of the site, for the link in the e-mail to all approvers
 */
export function grantAdministrator(owner: pg.Client, email: string, origin: string): Promise<Outcome> {
  return asOperator(owner, async () => {
    const known = await owner.query(
      'select id, is_admin, accepted_at is not null as accepted from user_profiles where lower(email) = $1',
      [email],
    )
    let person = known.rows[0] as { id: string; is_admin: boolean; accepted?: boolean } | undefined
    const { rows } = await owner.query('select app.came_by_grant($1, $2) as came', [person?.id ?? null, email])
    if (!person?.accepted && rows[0]?.came)
      return {
        done: false,
        sentence: `An investor shares an account with ${email}, who isn’t an administrator at the same time. Use another address.`,
      }
    if (person?.is_admin) return confirmApprover(owner, { id: person.id, email, right: 'an administrator', origin })
    if (!person) {
      const user = await owner.query(
        `with known as (select id from auth.users where lower(email) = $1),
          made as (insert into auth.users (email) select $1 where not exists (select from known) returning id)
        select id from known union all select id from made`,
        [email],
      )
      person = { id: user.rows[0].id, is_admin: false }
      await owner.query('insert into user_profiles (id, email) values ($1, $2)', [person.id, email])
    }
    await owner.query(
      'update user_profiles set is_admin = true, decides_from = greatest(decides_from, now()) where id = $1',
      [person.id],
    )
    await writeAudit(owner, 'administrator.granted', person.id, email)
    await notifyApprovers(owner, `${email} is an administrator now`, origin)
    const how = known.rowCount ? '' : ' No one has used this address yet. They only need to sign in with it.'
    return { done: true, sentence: `${email} is now an administrator.${how}` }
  })
}

interface Confirmed {
  id: string
  email: string
  /** Such as 'an administrator'. */
  right: string
  origin: string
}

/**
 * Confirms an existing approver, such as one in the waiting period after a replaced passkey: their approvals count at
 * once, also after a first passkey added within a day.
 */
async function confirmApprover(owner: pg.Client, { id, email, right, origin }: Confirmed): Promise<Outcome> {
  const { rows } = await owner.query(
    `update user_profiles u set decides_from = now(), operator_granted_at = now()
    from user_profiles before where before.id = u.id and u.id = $1 returning before.decides_from > now() as waited`,
    [id],
  )
  if (!rows[0]?.waited) return { done: true, sentence: `${email} is already ${right}.` }
  await writeAudit(owner, 'decider.confirmed', id, email)
  const fact = `The operator confirmed ${email}, on the server: what they approve counts at once.`
  const mails = await reissueMails(owner, id, fact, origin)
  await owner.query("select app.enqueue('send-mail', $1::jsonb, 0)", [JSON.stringify(mails)])
  return { done: true, sentence: `${email} is already ${right}. What they approve counts from now on.` }
}

/**
 * Revokes an administrator's rights; open pages lose them with their next request.
 * @param origin as for `grantAdministrator`
 */
export function revokeAdministrator(owner: pg.Client, email: string, origin: string): Promise<Outcome> {
  return asOperator(owner, async () => {
    const changed = await owner.query(
      'update user_profiles set is_admin = false where lower(email) = $1 and is_admin returning id',
      [email],
    )
    if (!changed.rowCount) return { done: false, sentence: `${email} is not an administrator.` }
    await writeAudit(owner, 'administrator.revoked', changed.rows[0].id, email)
    const left = await owner.query('select count(*) from user_profiles where is_admin')
    const none =
      Number(left.rows[0].count) === 0
        ? ' There are no administrators now. To add one: npm run admin -- grant EMAIL'
        : await warnLast(owner, `The operator has removed ${email} as an administrator, on the server.`, origin)
    return { done: true, sentence: `${email} is no longer an administrator.${none}` }
  })
}

/**
 * Makes an accepted person an approver, without other administrator rights.
 * @param origin as for `grantAdministrator`
 */
export function grantApprover(owner: pg.Client, email: string, origin: string): Promise<Outcome> {
  return asOperator(owner, async () => {
    const { rows } = await owner.query(
      `select id, is_approver, accepted_at is not null and disabled_at is null as active
      from user_profiles where lower(email) = $1`,
      [email],
    )
    const [person] = rows as { id: string; is_approver: boolean; active: boolean }[]
    if (!person)
      return { done: false, sentence: `No one has signed in as ${email} yet. An administrator invites them first.` }
    if (!person.active)
      return {
        done: false,
        sentence: `${email} is a guest, or their access is closed. An administrator accepts them first.`,
      }
    if (person.is_approver) return confirmApprover(owner, { id: person.id, email, right: 'an approver', origin })
    await owner.query(
      'update user_profiles set is_approver = true, decides_from = greatest(decides_from, now()) where id = $1',
      [person.id],
    )
    await writeAudit(owner, 'approver.granted', person.id, email)
    await notifyApprovers(owner, `${email} is an approver now`, origin)
    return { done: true, sentence: `${email} is now an approver.` }
  })
}

/**
 * Revokes that right.
 * @param origin as for `grantAdministrator`
 */
export function revokeApprover(owner: pg.Client, email: string, origin: string): Promise<Outcome> {
  return asOperator(owner, async () => {
    const changed = await owner.query(
      'update user_profiles set is_approver = false where lower(email) = $1 and is_approver returning id',
      [email],
    )
    if (!changed.rowCount) return { done: false, sentence: `${email} is not an approver.` }
    await writeAudit(owner, 'approver.revoked', changed.rows[0].id, email)
    const alone = await warnLast(owner, `The operator has removed ${email} as an approver, on the server.`, origin)
    return { done: true, sentence: `${email} is no longer an approver.${alone}` }
  })
}

/** Unlocks an account locked by a report about its address change. The address stays, and the report is closed. */
export function unlockAccount(owner: pg.Client, email: string, origin: string): Promise<Outcome> {
  return asOperator(owner, async () => {
    const unlocked = await owner.query(
      'update auth.users set locked_at = null where lower(email) = $1 and locked_at is not null returning id',
      [email],
    )
    if (!unlocked.rowCount) return { done: false, sentence: `No account with the address ${email} is locked.` }
    const id = unlocked.rows[0].id
    await owner.query('update auth.address_changes set voided_at = now() where user_id = $1 and voided_at is null', [
      id,
    ])
    await writeAudit(owner, 'account.unlocked', id, email)
    const others = await reissueMails(owner, id, `The operator unlocked the account of ${email}.`, origin)
    await owner.query("select app.enqueue('send-mail', $1::jsonb, 0)", [JSON.stringify(others)])
    return { done: true, sentence: `${email} can sign in again. The reported e-mail change is closed.` }
  })
}

/**
 * Queues a malware scan of every file, such as after adding a scanner or new signatures. Documents stay visible until
 * it finds something.
 */
export async function rescanFiles(owner: pg.Client): Promise<Outcome> {
  const ids = await asOperator(owner, async () => {
    const files = await owner.query(
      "select id from documents where not is_external_link and check_state in ('unchecked', 'clean') order by created_at desc",
    )
    await owner.query('insert into audit_log (action, details) values ($1, $2)', [
      'files.rescan_requested',
      JSON.stringify({ files: files.rowCount, by: 'an operator, on the server' }),
    ])
    return files.rows.map(({ id }) => id as string)
  })
  await enqueueAsOwner(
    owner,
    'check-file',
    ids.map(document_id => ({ document_id })),
  )
  return { done: true, sentence: `The site will check ${grouped(ids.length)} files, the newest first.` }
}

/**
 * Removes all passkeys and recovery codes of a person who lost them, ends their sessions, and notifies them by e-mail.
 * They sign in with a code and add a new passkey.
 * @param origin of the site, for the link in that e-mail
 */
export function resetPasskey(owner: pg.Client, email: string, origin: string): Promise<Outcome> {
  return asOperator(owner, async () => {
    const removed = await owner.query(
      `with person as (select id from auth.users where lower(email) = $1),
        codes as (delete from auth.recovery_codes where user_id in (select id from person)),
        permits as (delete from auth.passkey_permits where user_id in (select id from person)),
        recoveries as (delete from auth.passkey_recoveries where user_id in (select id from person))
      delete from auth.passkeys where user_id in (select id from person) returning user_id`,
      [email],
    )
    const passkeys = removed.rowCount ?? 0
    if (!passkeys) return { done: false, sentence: `${email} has no passkey.` }
    const id = removed.rows[0].user_id
    await owner.query('delete from auth.sessions where user_id = $1', [id])
    await writeAudit(owner, 'passkey.reset', id, email)
    const mail = sealMail(passkeyResetNotice(email, origin))
    const others = await reissueMails(
      owner,
      id,
      `The operator removed the passkeys of ${email}, who can add a new one.`,
      origin,
    )
    await owner.query("select app.enqueue('send-mail', $1::jsonb, 0)", [JSON.stringify([mail, ...others])])
    const what = countOf(passkeys, 'passkey')
    return {
      done: true,
      sentence: `Removed ${what} and the recovery codes of ${email}, and signed them out everywhere. They sign in with a code, then add a new passkey.`,
    }
  })
}

/** @returns all administrators, sorted by address */
export function listAdministrators(owner: pg.Client): Promise<{ email: string; full_name: string | null }[]> {
  return asOperator(owner, async () => {
    const found = await owner.query('select email, full_name from user_profiles where is_admin order by lower(email)')
    return found.rows
  })
}

/** Notifies everyone who can approve, so that no unknown person can become one of them. */
async function notifyApprovers(owner: pg.Client, fact: string, origin: string): Promise<void> {
  const { rows } = await owner.query(
    'select id from user_profiles where (is_admin or is_approver) and disabled_at is null order by id',
  )
  const mail = approverMail(`${fact}: the person who runs the server has made them that.`, origin)
  const jobs = rows.map(({ id }) => sealMail({ ...mail, person: id }))
  await owner.query("select app.enqueue('send-mail', $1::jsonb, 0)", [JSON.stringify(jobs)])
}

/**
 * Notifies a single remaining approver and the fund's office.
 * @param fact what has happened
 * @returns a sentence for the command; '' if two are left
 */
async function warnLast(owner: pg.Client, fact: string, origin: string): Promise<string> {
  const { rows } = await owner.query('select app.count_deciders(null) as approvers')
  if (Number(rows[0].approvers) > 1) return ''
  const mail = soleApproverMail(fact, origin)
  const approvers = await owner.query(
    'select id from user_profiles where (is_admin or is_approver) and disabled_at is null order by id',
  )
  const jobs = [
    ...approvers.rows.map(({ id }) => sealMail({ ...mail, person: id })),
    sealMail({ ...mail, to: fund.emails.office }),
  ]
  await owner.query("select app.enqueue('send-mail', $1::jsonb, 0)", [JSON.stringify(jobs)])
  return ' Only one person decides now, so nothing that takes two people can be approved. To appoint another: npm run admin -- approver EMAIL'
}

/** @returns sealed e-mails to everyone else who can approve; none if the person can't */
async function reissueMails(owner: pg.Client, id: string, fact: string, origin: string): Promise<object[]> {
  const { rows } = await owner.query(
    `select o.id, p.decides_from from user_profiles p join user_profiles o on o.id <> p.id
    where p.id = $1 and (p.is_admin or p.is_approver) and (o.is_admin or o.is_approver) and o.disabled_at is null
    order by o.id`,
    [id],
  )
  return rows.map(other => sealMail({ ...reissueMail(fact, other.decides_from, id, origin), person: other.id }))
}

function asOperator<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  return actAsRole(owner, 'app_operator', work)
}

async function writeAudit(owner: pg.Client, action: AuditAction, id: string, email: string): Promise<void> {
  await owner.query('insert into audit_log (action, subject_id, details) values ($1, $2, $3)', [
    action,
    id,
    JSON.stringify({ email, by: 'an operator, on the server' }),
  ])
}

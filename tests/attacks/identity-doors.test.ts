import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { getApprovals } from '../../app/approvals/server/approvals-list.ts'
import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { requestFreeze } from '../../app/holders/server/freeze-holder.ts'
import {
  reportAddressChange,
  restoreAddress,
  sendRestoreCode,
} from '../../app/identity/server/email-change/email-report.ts'
import { makeRecoveryCodes } from '../../app/identity/server/passkeys/recovery-codes.ts'
import { proveByRecoveryCode } from '../../app/identity/server/prove.ts'
import { disablePerson, enablePerson } from '../../app/people/server/account-access.ts'
import { grantApprover, resetPasskey, unlockAccount } from '../../app/people/server/operator-actions.ts'
import { permitNewPasskey } from '../../app/people/server/passkey-permit.ts'
import { removeAdministrator, requestApprover } from '../../app/people/server/rights.ts'
import { permitPasskeyCommand } from '../../app/people/session.commands.ts'
import { notices } from '../../rules/notices.ts'
import type { Actor } from '../../server/access/actor.ts'
import { atBrowser, changeEmail } from '../helpers/email-change.ts'
import { givenHolder } from '../helpers/holders.ts'
import { withFreshProof } from '../helpers/notes.ts'
import { inSession, withPasskey } from '../helpers/passkeys.ts'
import { serverModules } from '../helpers/server-modules.ts'
import { allSent, type SharedPortal, testOnPortal } from '../helpers/shared-portal.ts'

/**
 * The doors by which the identity of a decider is issued again. Behind each the person waits, and every other decider is
 * notified: otherwise control of a colleague's mailbox would be enough to be two people.
 */
const test = testOnPortal({ REQUIRE_ADMIN_PASSKEY: '1' })

/**
 * Modules of the site that write what proves who someone is, or who decides; and what answers for them. What only reads, or
 * only ends sessions, isn't listed.
 */
const writers: Record<string, string> = {
  'server/sample/people.ts': 'the demo’s own people, before it is served',
  'app/identity/server/email-change/complete-email-change.ts': 'trigger reissue on auth.users',
  'app/identity/server/email-change/email-report.ts': 'trigger reissue on auth.users; the former mailbox',
  'app/identity/server/fresh-proof.ts': 'trigger reissue on auth.session_proofs, for a recovery code',
  'app/identity/server/open-session.ts': 'a session that a passkey has opened',
  'app/identity/server/passkeys/add-passkey.ts': 'trigger reissue on auth.passkeys',
  'app/identity/server/passkeys/passkey-recovery.ts': 'the week, behind which is add-passkey.ts',
  'app/identity/server/passkeys/passkeys.ts': 'names and removals, which take a passkey',
  'app/identity/server/passkeys/recovery-codes.ts': 'making them takes a passkey; using one, fresh-proof.ts',
  'app/identity/server/passkeys/verify-passkey.ts': 'the counter of a passkey that was used',
  'app/identity/server/prove.ts': 'codes for proof, which aren’t a passkey',
  'app/people/server/operator-actions.ts': 'triggers on auth.passkeys, auth.users and user_profiles',
}

/** Functions of the database that do, likewise. */
const functions: Record<string, string> = {
  'app.address_reissues': 'the mechanism',
  'app.enable_person': 'trigger record_rights on user_profiles',
  'app.erase_person': 'ends the account',
  'app.invite_user': 'a new person, who doesn’t decide',
  'app.passkey_reissues': 'the mechanism: it ends changes of address',
  'app.permit_new_passkey': 'trigger guard on auth.passkey_permits',
  'app.reissue_identity': 'the mechanism',
  'app.guard_permit': 'the mechanism',
  'app.set_administrator': 'two people, and app.approver_from',
  'app.set_approver': 'two people, and app.approver_from',
}

const identityTables = '(?:auth\\.)(?:users|passkeys|passkey_permits|passkey_recoveries|recovery_codes|session_proofs)'

test('nothing writes what proves who a decider is but the modules and functions that are listed', async ({
  portal,
}) => {
  const writes = new RegExp(
    `(?:insertInto|updateTable|deleteFrom|insert(?:Of|From|Row))\\((?:owner, )?'${identityTables}'|(?:insert into|update|delete from) ${identityTables}\\b|set is_(?:admin|approver)\\b`,
  )
  const found = serverModules().filter(name => writes.test(readFileSync(name, 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(writers).toSorted())
  const { rows } = await portal.owner.query(
    `select p.pronamespace::regnamespace || '.' || p.proname as name from pg_proc p
    where p.pronamespace::regnamespace::text in ('app', 'auth') and p.prosrc ~ $1 order by 1`,
    [
      `(insert into|update|delete from) auth\\.(users|passkeys|passkey_permits|passkey_recoveries|recovery_codes|session_proofs)\\y|is_(admin|approver) =|decides_from =`,
    ],
  )
  const named = new Set(rows.map(({ name }) => name as string))
  const reading = [
    'app.end_memberships',
    'app.require_an_administrator',
    'app.record_rights',
    'app.stamp_role',
    'auth.refuse_closed',
  ]
  expect([...named].filter(name => !(name in functions) && !reading.includes(name))).toEqual([])
  const { rows: triggers } = await portal.owner.query(
    `select tgrelid::regclass || ' ' || tgname as name from pg_trigger where not tgisinternal and tgenabled <> 'D'
    and (tgname like 'reissue%' or tgname in ('record_rights', 'guard') and tgrelid::regclass::text in
      ('user_profiles', 'auth.passkey_permits', 'auth.email_changes')) order by 1`,
  )
  expect(triggers.map(({ name }) => name).toSorted()).toEqual([
    'auth.email_changes guard',
    'auth.passkey_permits guard',
    'auth.passkeys reissue',
    'auth.passkeys reissue_reset',
    'auth.session_proofs reissue',
    'auth.users reissue',
    'user_profiles record_rights',
  ])
})

interface Scene {
  portal: SharedPortal
  /** An administrator who asks, and who controls the mailbox of the person. */
  boss: Actor
  /** Another decider, whose mailbox is their own. */
  third: Actor
  /** An approver with a passkey, whose identity is issued again. */
  person: Actor
  personal: Awaited<ReturnType<typeof inSession>>
  domain: string
}

const somewhere = { ip: '198.18.9.9', userAgent: 'Mozilla/5.0', cookie: '' }

/** What issues the identity again. */
const doors: Record<string, (scene: Scene) => Promise<unknown>> = {
  'a permit and a new passkey, by the mailbox': async ({ portal, boss, third, person }) => {
    expect(await permitNewPasskey(boss, person.id)).toEqual({ notice: notices.memberChangeRequested })
    const { rows } = await portal.owner.query(
      "select id from approvals where kind = 'passkey.permit' and subject_id = $1 and decision is null",
      [person.id],
    )
    // Neither the giver nor the person is the second one.
    await expect(decideApproval(boss, rows[0].id, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
    await decideApproval(third, rows[0].id, 'approved')
    const { actor } = await inSession(portal, person)
    await withPasskey(portal, { ...actor, isApprover: false, passkeyNeeded: true })
  },
  'reset-passkey, and the first passkey after it': async ({ portal, person }) => {
    await resetPasskey(portal.owner, person.email, portal.url)
    const { actor } = await inSession(portal, person)
    await withPasskey(portal, { ...actor, isApprover: false, passkeyNeeded: true })
  },
  'a recovery code': async ({ portal, person, personal }) => {
    const {
      codes: [code = ''],
    } = await makeRecoveryCodes(personal.actor)
    const { actor } = await inSession(portal, person)
    await proveByRecoveryCode({ ...actor, isApprover: false, passkeyNeeded: true }, code)
  },
  'a change of address': async ({ portal, person, personal, domain }) => {
    const { client, cookie } = await atBrowser(portal, person)
    const at = { actor: personal.actor, sessionId: personal.actor.sessionId ?? '', client, cookie }
    await changeEmail(portal, at, `new@${domain}`)
  },
  'an address that its former mailbox takes back': async ({ portal, person, personal, domain }) => {
    const { client, cookie } = await atBrowser(portal, person)
    const at = { actor: personal.actor, sessionId: personal.actor.sessionId ?? '', client, cookie }
    const token = await changeEmail(portal, at, `other@${domain}`)
    await portal.owner.query('update user_profiles set decides_from = null where id = $1', [person.id])
    await reportAddressChange(somewhere, token)
    const before = portal.mailbox.count(person.email)
    await sendRestoreCode(somewhere, token)
    await restoreAddress(somewhere, token, await portal.mailbox.code(person.email, before))
  },
  'an account that the operator unlocks': async ({ portal, person }) => {
    await portal.owner.query('update auth.users set locked_at = now() where id = $1', [person.id])
    await unlockAccount(portal.owner, person.email, portal.url)
  },
  'access that is reopened, and the right given again': async ({ portal, boss, third, person }) => {
    await disablePerson(boss, person.id, { reason: 'Left' })
    await enablePerson(boss, person.id)
    await requestApprover(boss, person.id)
    const { rows } = await portal.owner.query(
      "select id from approvals where kind = 'right.approver' and subject_id = $1 and decision is null",
      [person.id],
    )
    await decideApproval(third, rows[0].id, 'approved')
  },
  'rows that are written beside the site’s operations': async ({ portal, person }) => {
    await portal.owner.query('begin')
    await portal.owner.query('set local role app_auth')
    await portal.owner.query(
      `insert into auth.passkeys (user_id, credential_id, public_key, backed_up, name) values ($1, $2, '\\x00', false, 'Smuggled')`,
      [person.id, randomUUID()],
    )
    await portal.owner.query('commit')
  },
}

/** Doors that only SQL has, of which no operation notifies anybody. */
const silent = ['rows that are written beside the site’s operations']

for (const [door, issueAgain] of Object.entries(doors))
  test(`${door}: the person waits, decides on nothing, and every other decider is notified`, async ({
    portal,
    admin,
    colleague,
    approver,
    domain,
  }) => {
    const boss = await withFreshProof(portal, admin)
    const third = await withFreshProof(portal, colleague)
    const personal = await inSession(portal, approver)
    await withPasskey(portal, personal.actor)
    const { id: holder } = await givenHolder(boss, await portal.newPerson(`holder@${domain}`))
    const freeze = await requestFreeze(boss, holder, { reason: 'dispute' })
    const before = portal.mailbox.count(colleague.email)
    await issueAgain({ portal, boss, third, person: approver, personal, domain })

    const { rows } = await portal.owner.query(
      "select decides_from > now() + interval '2 days 23 hours' as waits from user_profiles where id = $1",
      [approver.id],
    )
    expect(rows).toEqual([{ waits: true }])
    const { rows: now } = await portal.owner.query('select email from user_profiles where id = $1', [approver.id])
    const thief = await withFreshProof(portal, { ...approver, email: now[0].email })
    await expect(decideApproval(thief, freeze, 'approved')).rejects.toMatchObject({ code: 'DECIDER_WAITS' })
    expect((await getApprovals(thief)).decidesFrom).toBeInstanceOf(Date)
    if (silent.includes(door)) return
    await allSent(portal)
    await expect
      .poll(() =>
        portal.mailbox
          .allTo(colleague.email)
          .slice(before)
          .map(({ text }) => text ?? '')
          .filter(text => text.includes(approver.email)),
      )
      .not.toHaveLength(0)
    // Another person can approve meanwhile.
    await decideApproval(third, freeze, 'approved')
  })

test('a passkey passes to nobody else, and becomes no other key', async ({ portal, approver, colleague }) => {
  const { actor } = await inSession(portal, approver)
  await withPasskey(portal, actor)
  for (const change of [`user_id = '${colleague.id}'`, "credential_id = 'another'", "public_key = '\\x01'"]) {
    await portal.owner.query('begin')
    await portal.owner.query('set local role app_auth')
    await expect(
      portal.owner.query(`update auth.passkeys set ${change} where user_id = $1`, [approver.id]),
      change,
    ).rejects.toMatchObject({ code: '42501' })
    await portal.owner.query('rollback')
  }
})

test('revoking a right first doesn’t make a permit one person’s', async ({ portal, admin, colleague, approver }) => {
  const boss = await withFreshProof(portal, admin)
  await portal.owner.query(
    `update user_profiles set is_admin = false, is_approver = false, right_ended_at = null
    where (is_admin or is_approver) and id <> all ($1)`,
    [[admin.id, colleague.id, approver.id]],
  )
  await portal.owner.query('update user_profiles set right_ended_at = null')
  await removeAdministrator(boss, colleague.id)
  await expect(permitNewPasskey(boss, approver.id)).rejects.toMatchObject({ code: 'NOBODY_TO_APPROVE' })
  // Where two have decided for as long as a decision waits, one is enough, and the other one waits.
  await portal.owner.query("update user_profiles set right_ended_at = now() - interval '4 days'")
  expect(await permitNewPasskey(boss, approver.id)).toEqual({ notice: permitPasskeyCommand.notice })
})

test('the operator confirms a decider who waits, and every other decider is notified', async ({
  portal,
  admin,
  approver,
}) => {
  await resetPasskey(portal.owner, approver.email, portal.url)
  await portal.owner.query("update user_profiles set decides_from = now() + interval '3 days' where id = $1", [
    approver.id,
  ])
  const before = portal.mailbox.count(admin.email)
  const { sentence } = await grantApprover(portal.owner, approver.email, portal.url)
  expect(sentence).toContain('counts from now on')
  const { rows } = await portal.owner.query('select decides_from > now() as waits from user_profiles where id = $1', [
    approver.id,
  ])
  expect(rows).toEqual([{ waits: false }])
  await expect.poll(() => portal.mailbox.count(admin.email)).toBeGreaterThan(before)
})

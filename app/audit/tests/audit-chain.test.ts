import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { withoutAuditTriggers } from '../../../tests/helpers/audit-triggers.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { queryAs, transactionAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { disablePerson } from '../../people/server/account-access.ts'
import { erasePerson } from '../../people/server/erasure.ts'
import { verifyChain } from '../server/verify-chain.ts'

const denied = { code: '42501' }

test('the database sets who, as what and when, whatever the site says', async ({ portal, investor, admin }) => {
  await queryAs(
    portal,
    investor.id,
    `insert into audit_log (actor_id, actor_email, action, details)
      values ($1, 'someone.else@example.com', 'document.uploaded', '{"mark": "own"}')`,
    [investor.id],
  )
  await actAs(admin, tx =>
    audit(tx, { ...admin, from: { ip: '10.3.2.1', userAgent: 'x'.repeat(900) } }, 'document.viewed', 'c'),
  )
  const { rows } = await portal.owner.query(
    `select actor_email, actor_role, ip, length(user_agent) as agent, at > now() - interval '1 minute' as is_now
      from audit_log where actor_id in ($1, $2) and action in ('document.uploaded', 'document.viewed') order by id`,
    [investor.id, admin.id],
  )
  expect(rows).toEqual([
    { actor_email: investor.email, actor_role: 'investor', ip: null, agent: null, is_now: true },
    { actor_email: admin.email, actor_role: 'administrator', ip: '10.3.2.1', agent: 200, is_now: true },
  ])
})

test('nobody can insert an entry in another name or at another time, or change or remove one', async ({
  portal,
  investor,
  admin,
}) => {
  const forged = (columns: string, values: string) =>
    queryAs(portal, admin.id, `insert into audit_log (action, ${columns}) values ('document.viewed', ${values})`)
  await expect(forged('actor_id', `'${investor.id}'`)).rejects.toMatchObject(denied)
  await expect(forged('at', "'2020-01-01'")).rejects.toMatchObject(denied)
  await expect(forged('actor_role', "'operator'")).rejects.toMatchObject(denied)
  await expect(queryAs(portal, '', "insert into audit_log (action) values ('document.viewed')")).rejects.toMatchObject(
    denied,
  )
  // The sign-in's login writes entries of a sign-in, but none of administrators.
  const recorded = (event: string, facts: object = {}) =>
    transactionAs(portal, 'app_auth', '', client =>
      client.query('select app.record_security_event($1, $2, null, null, null, null, $3, $4)', [
        event,
        admin.id,
        'done',
        facts,
      ]),
    )
  await recorded('sign_in.refused')
  await recorded('file.opened', { repeated: 3 })
  for (const act of ['approval.approved', 'file.opened', 'passkey.reset', 'passkey.removed', 'session.all_ended'])
    await expect(recorded(act), act).rejects.toMatchObject(denied)
  await incrementViewCount(admin, (await givenDocument(portal, investor)).id)
  const statements = [
    "update audit_log set action = 'x.y'",
    'delete from audit_log',
    'truncate audit_log',
    'update audit.chain set position = position + 1',
    'delete from audit.chain',
    'truncate audit.chain',
  ]
  for (const statement of statements) {
    await expect(queryAs(portal, admin.id, statement), statement).rejects.toMatchObject(denied)
    await expect(portal.owner.query(statement), statement).rejects.toMatchObject(denied)
    const skippingTriggers = `begin; set local session_replication_role = replica; ${statement}; commit`
    await expect(portal.owner.query(skippingTriggers), statement).rejects.toMatchObject(denied)
    await portal.owner.query('rollback')
  }
  await expect(queryAs(portal, admin.id, 'select * from audit.chain')).rejects.toMatchObject(denied)
})

test('an entry that the database’s owner inserts says so', async ({ portal, admin }) => {
  const { rows } = await portal.owner.query(
    `insert into audit_log (actor_id, actor_email, at, action) values ($1, $2, '2020-01-01', 'document.deleted')
      returning actor_id, actor_email, actor_role, at > now() - interval '1 minute' as is_now`,
    [admin.id, admin.email],
  )
  expect(rows).toEqual([{ actor_id: null, actor_email: null, actor_role: 'owner', is_now: true }])
})

test('forty transactions at once make one chain without gaps', async ({ portal, investor }) => {
  const { id } = await givenDocument(portal, investor)
  await Promise.all(Array.from({ length: 40 }, () => incrementViewCount(investor, id)))
  const { findings, entries } = await verifyChain(portal.owner)
  expect(findings).toEqual([])
  const { rows } = await portal.owner.query('select max(position) as last, count(*) as links from audit.chain')
  expect(rows).toEqual([{ last: entries, links: entries }])
})

test('a transaction that is rolled back leaves neither an entry nor a gap', async ({ portal, investor }) => {
  const work = actAs(investor, async tx => {
    await audit(tx, investor, 'document.viewed', randomUUID())
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  await incrementViewCount(investor, (await givenDocument(portal, investor)).id)
  expect((await verifyChain(portal.owner)).findings).toEqual([])
})

test('erasing a person leaves a chain that still holds, and a pseudonym', async ({ portal, investor, admin }) => {
  await erasedAfterAView(portal, investor, admin)
  const { rows } = await portal.owner.query('select a::text from audit_log a where actor_id = $1', [investor.id])
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/10\.3\.3\.3|@/)
  const { findings, redacted, erasures } = await verifyChain(portal.owner)
  expect(findings).toEqual([])
  expect(redacted).toBeGreaterThanOrEqual(rows.length)
  expect(erasures).toBeGreaterThan(0)
  // Without the entry that accounts for it, it counts as tampering.
  await tamper(portal, `delete from audit_log where action = 'audit.redacted'`, async () => {
    expect((await verifyChain(portal.owner)).findings.length).toBeGreaterThan(rows.length)
  })
})

test('only an erasure takes anything from the log: no administrator does, neither from a colleague nor from themselves', async ({
  portal,
  admin,
  colleague,
}) => {
  for (const { id } of [colleague, admin]) {
    const redact = queryAs(portal, admin.id, "select app.redact_entries($1, '{}')", [id])
    await expect(redact).rejects.toMatchObject(denied)
    const asBefore = queryAs(portal, admin.id, 'select app.redact_audit($1)', [id])
    await expect(asBefore).rejects.toMatchObject({ code: '42883' })
  }
  // The owner can't, either, unless a person is erased in the same transaction.
  await expect(portal.owner.query("select app.redact_entries($1, '{}')", [colleague.id])).rejects.toMatchObject(denied)
})

test('an entry that the owner blanks as an erasure would is named, and so is an erasure that never was', async ({
  portal,
  investor,
  admin,
}) => {
  const { owner } = portal
  const payment = { amount: '2050.00', reference: 'W-1' }
  await actAs(admin, tx => audit(tx, admin, 'payment.recorded', randomUUID(), payment))
  await erasedAfterAView(portal, investor, admin)
  const idOf = async (where: string) =>
    Number((await owner.query(`select max(id) as id from audit_log where ${where}`)).rows[0].id)
  const paid = await idOf("action = 'payment.recorded'")
  const redaction = await idOf("action = 'audit.redacted'")
  const granted = await idOf(`action = 'person.disabled' and subject_id = '${investor.id}'`)
  const named = async () => (await verifyChain(owner)).findings.map(({ entry }) => entry)
  const blank = (entry: number) => `update audit_log set actor_email = null, ip = null, user_agent = null,
      details = '{"user_id": "${investor.id}"}' where id = ${entry};
    update audit.chain set salt = null where entry_id = ${entry};`
  const list = (entry: number) => `insert into audit.redactions select ${redaction}, c.position,
      sha256(convert_to(audit.personal_text(a), 'UTF8'))
    from audit.chain c join audit_log a on a.id = c.entry_id where a.id = ${entry};`
  await tamper(portal, blank(paid), async () => expect(await named()).toEqual([paid]))
  await tamper(portal, blank(granted), async () => expect(await named()).toEqual([granted]))
  // Listed as if that erasure had removed it.
  await tamper(portal, blank(paid) + list(paid), async () =>
    expect(await named()).toEqual(expect.arrayContaining([paid, redaction])),
  )
  await tamper(portal, blank(granted) + list(granted), async () =>
    expect(await named()).toEqual(expect.arrayContaining([granted, redaction])),
  )
  const left = `update audit_log set details = details || '{"x": 1}' where actor_id = '${investor.id}' and action = 'document.viewed'`
  await tamper(portal, left, async () => expect((await named()).length).toBeGreaterThan(0))
  const never = `delete from audit_log where action = 'person.erased' and subject_id = '${investor.id}'`
  await tamper(portal, never, async () => expect(await named()).toContain(redaction))
  expect(await named()).toEqual([])
})

/** Lets an investor view a document, and erases them. */
async function erasedAfterAView(portal: SharedPortal, investor: Actor, admin: Actor): Promise<void> {
  const { id } = await givenDocument(portal, investor)
  await incrementViewCount({ ...investor, from: { ip: '10.3.3.3', userAgent: 'test' } }, id)
  await disablePerson(admin, investor.id, { reason: 'Test' })
  await erasePerson(admin, investor.id, { openNote: false, confirmation: investor.email })
}

/** Runs a statement as the owner with all triggers off, then `check`, and undoes the statement. */
async function tamper(portal: SharedPortal, statement: string, check: () => Promise<void>): Promise<void> {
  const { owner } = portal
  const copy = async (from: string, to: string) => {
    await owner.query(`truncate ${to}`)
    await owner.query(`insert into ${to} overriding system value select * from ${from}`)
  }
  await owner.query('create table log_copy as table audit_log')
  await owner.query('create table chain_copy as table audit.chain')
  await owner.query('create table redactions_copy as table audit.redactions')
  await withoutAuditTriggers(owner, async () => {
    try {
      await owner.query(statement)
      await check()
    } finally {
      await copy('log_copy', 'audit_log')
      await copy('chain_copy', 'audit.chain')
      await copy('redactions_copy', 'audit.redactions')
      await owner.query('drop table log_copy, chain_copy, redactions_copy')
    }
  })
}

const changes = [
  "at = at + interval '1 microsecond'",
  'actor_id = gen_random_uuid()',
  "actor_email = coalesce(actor_email, '') || 'x'",
  "actor_role = case actor_role when 'visitor' then 'owner' else 'visitor' end",
  "action = action || '.x'",
  "subject_id = coalesce(subject_id, '') || '1'",
  'session_id = gen_random_uuid()',
  "ip = case when ip = '1' then '2' else '1' end",
  "user_agent = case when user_agent = 'x' then 'y' else 'x' end",
  "outcome = case outcome when 'done' then 'failed' else 'done' end",
  `details = details || '{"x": 1}'`,
]
const linkChanges = [
  'salt = uuid_send(gen_random_uuid())',
  // An erased entry has none.
  "salt = case when salt is null then sha256('x') end",
  "personal_hash = sha256('x')",
  "previous_hash = sha256('x')",
  "hash = sha256('x')",
]

test('any single row that the owner changes, removes or adds is found and named', async ({
  portal,
  investor,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor)
  for (const person of [investor, admin, investor, admin]) await incrementViewCount(person, id)
  expect((await verifyChain(portal.owner)).findings).toEqual([])
  const { rows } = await portal.owner.query('select entry_id as id from audit.chain order by position')
  const entry = fc.constantFrom(...rows.map(row => Number(row.id)))
  const change = fc.oneof(
    fc.constantFrom(...changes).map(set => (to: number) => `update audit_log set ${set} where id = ${to}`),
    fc.constantFrom(...linkChanges).map(set => (to: number) => `update audit.chain set ${set} where entry_id = ${to}`),
    fc.constantFrom(
      (to: number) => `delete from audit_log where id = ${to}`,
      (to: number) => `delete from audit.chain where entry_id = ${to}`,
    ),
  )
  await fc.assert(
    fc.asyncProperty(entry, change, async (to, statementFor) => {
      await tamper(portal, statementFor(to), async () => {
        const { findings } = await verifyChain(portal.owner)
        expect(findings.map(finding => finding.entry)).toContain(to)
      })
    }),
    { numRuns: 60 },
  )
  const added = `insert into audit_log (id, action, actor_id) overriding system value values (-7, 'document.deleted', '${admin.id}')`
  await tamper(portal, added, async () => {
    expect((await verifyChain(portal.owner)).findings).toMatchObject([{ kind: 'added', entry: -7 }])
  })
  expect((await verifyChain(portal.owner)).findings).toEqual([])
})

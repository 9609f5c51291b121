import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { getFreeTimes } from '../../app/leads/server/calls.ts'
import { keyedHash } from '../../server/platform/seal.ts'
import { bookCall } from '../helpers/leads.ts'
import { transactionAs } from '../helpers/query-as.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

/**
 * Runs a statement through the site’s login in one of its roles, as an attacker with SQL injection could.
 * @param id of the person who acts; empty for no one
 */
function runAs(
  portal: SharedPortal,
  role: string,
  statement: string,
  id = '',
  settings: Record<string, string> = {},
): Promise<unknown[]> {
  return transactionAs(portal, role, id, async client => {
    for (const [name, value] of Object.entries(settings)) {
      await client.query('select set_config($1, $2, true)', [name, value])
    }
    return (await client.query(statement)).rows
  })
}
const denied = { code: '42501' }

test('a visitor sees which times are taken and nothing else', async ({ portal }) => {
  const [time = ''] = await getFreeTimes('phone')
  await bookCall(portal, time)
  expect(await runAs(portal, 'app_visitor', 'select calendar, starts_at from call_requests')).toContainEqual({
    calendar: 'team',
    starts_at: new Date(time),
  })
  for (const column of ['name', 'email', 'phone', 'message', 'token_hash', 'note', '*']) {
    await expect(runAs(portal, 'app_visitor', `select ${column} from call_requests`), column).rejects.toMatchObject(
      denied,
    )
  }
  for (const statement of [
    'select * from messages',
    'delete from call_requests',
    'update call_requests set cancelled_at = now()',
    'select * from user_profiles',
    'select * from documents',
    'select * from auth.users',
  ]) {
    await expect(runAs(portal, 'app_visitor', statement), statement).rejects.toMatchObject(denied)
  }
})

test('a visitor can neither write an administrator’s note nor book a time in the past', async ({ portal }) => {
  const values = `'${randomUUID()}', 'question', 'A', 'a@example.com', 'Hello'`
  await expect(
    runAs(
      portal,
      'app_visitor',
      `insert into messages (id, topic, name, email, message, state) values (${values}, 'answered')`,
    ),
  ).rejects.toMatchObject(denied)
  await expect(
    runAs(
      portal,
      'app_visitor',
      `insert into call_requests (id, calendar, kind, name, email, phone, time_zone, starts_at, ends_at, token_hash)
      values (gen_random_uuid(), 'team', 'video', 'A', 'a@example.com', null, 'UTC', now() - interval '1 hour',
        now() - interval '30 minutes', repeat('a', 43))`,
    ),
  ).rejects.toMatchObject(denied)
})

test('the holder of a call’s secret can see and change only that call, and never the administrators’ notes', async ({
  portal,
  domain,
}) => {
  const [first = '', second = ''] = await getFreeTimes('phone')
  const mine = await bookCall(portal, first, { email: `vera@${domain}` })
  await bookCall(portal, second, { email: `other@${domain}` })
  const secret = { 'app.call_token': keyedHash('call', mine.token) }
  expect(await runAs(portal, 'app_caller', 'select email from call_requests', '', secret)).toEqual([
    { email: `vera@${domain}` },
  ])
  expect(await runAs(portal, 'app_caller', 'select email from call_requests')).toEqual([])
  const changed = await runAs(portal, 'app_caller', 'update call_requests set sequence = 9 returning email', '', secret)
  expect(changed).toEqual([{ email: `vera@${domain}` }])
  for (const statement of [
    'select note from call_requests',
    "update call_requests set email = 'a@example.com'",
    "update call_requests set starts_at = now() - interval '1 day'",
    'delete from call_requests',
    'select * from messages',
  ]) {
    await expect(runAs(portal, 'app_caller', statement, '', secret), statement).rejects.toMatchObject(denied)
  }
  await portal.owner.query('update call_requests set cancelled_at = now() where id = $1', [mine.id])
  const revived = await runAs(
    portal,
    'app_caller',
    'update call_requests set cancelled_at = null returning id',
    '',
    secret,
  )
  expect(revived).toEqual([])
})

test('an investor sees no requests; an administrator sees them, but no hash, and cannot rewrite them', async ({
  portal,
  investor,
  admin,
  domain,
}) => {
  const [time = ''] = await getFreeTimes('phone')
  await bookCall(portal, time, { email: `vera@${domain}` })
  const asInvestor = investor.id
  const asAdmin = admin.id
  expect(await runAs(portal, 'app_user', 'select email from call_requests', asInvestor)).toEqual([])
  expect(await runAs(portal, 'app_user', "update call_requests set note = 'x' returning id", asInvestor)).toEqual([])
  expect(await runAs(portal, 'app_user', 'select email from call_requests', asAdmin)).toContainEqual({
    email: `vera@${domain}`,
  })
  for (const statement of [
    'select token_hash from call_requests',
    "update call_requests set email = 'a@example.com'",
    'delete from call_requests',
    'delete from messages',
    "insert into messages (id, topic, name, email, message) values (gen_random_uuid(), 'question', 'A', 'a@b.cc', 'x')",
  ]) {
    await expect(runAs(portal, 'app_user', statement, asAdmin), statement).rejects.toMatchObject(denied)
  }
})

test('an administrator cannot restore a canceled call, cancel one that has begun, or move one', async ({
  portal,
  admin,
  domain,
}) => {
  const [time = ''] = await getFreeTimes('phone')
  const { id } = await bookCall(portal, time)
  const asAdmin = admin.id
  await portal.owner.query('update call_requests set cancelled_at = now() where id = $1', [id])
  for (const change of ['cancelled_at = null', "cancelled_at = now() + interval '1 day'", 'starts_at = now()']) {
    await expect(
      runAs(portal, 'app_user', `update call_requests set ${change}`, asAdmin),
      change,
    ).rejects.toMatchObject(denied)
  }
  const late = await getFreeTimes('phone')
  const email = `other@${domain}`
  await bookCall(portal, late[3] ?? '', { email })
  await portal.owner.query(
    `update call_requests set starts_at = now() - interval '1 minute', ends_at = now() + interval '5 minutes'
    where email = $1`,
    [email],
  )
  await expect(
    runAs(portal, 'app_user', `update call_requests set cancelled_at = now() where email = '${email}'`, asAdmin),
  ).rejects.toMatchObject(denied)
})

test('the cleanup role sees nothing recent, and no content of what is old', async ({ portal }) => {
  const [time = ''] = await getFreeTimes('phone')
  await bookCall(portal, time)
  expect(await runAs(portal, 'app_jobs', 'select id from call_requests')).toEqual([])
  expect(await runAs(portal, 'app_jobs', 'delete from call_requests returning id')).toEqual([])
  for (const statement of [
    'select name from call_requests',
    'select email from messages',
    'select message from messages',
  ])
    await expect(runAs(portal, 'app_jobs', statement), statement).rejects.toMatchObject(denied)
})

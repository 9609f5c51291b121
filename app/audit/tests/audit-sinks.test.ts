import { createSocket } from 'node:dgram'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect } from 'vitest'
import { fund } from '../../../content/fund.ts'
import { withoutAuditTriggers } from '../../../tests/helpers/audit-triggers.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { transactionAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { findProblems } from '../../system/office/problems.tsx'
import { getSystemState } from '../../system/server/system-state.ts'
import { getLastHead, openAuditSink, sendAudit, signAuditHead } from '../server/send-audit.ts'
import { findHeads, isSignatureValid } from '../server/signed-head.ts'
import { verifyChain } from '../server/verify-chain.ts'

afterEach(() => openAuditSink({ auditSink: undefined }))

async function newestPosition(portal: SharedPortal): Promise<number> {
  return (await portal.owner.query('select max(position) as last from audit.chain')).rows[0].last
}

async function forgetHead(portal: SharedPortal): Promise<void> {
  await portal.owner.query("delete from audit.deliveries where sink = 'signed head'")
}

test('a file gets every entry once, in order, and a signed head a day', async ({ portal, investor }) => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'promissory-audit-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const path = join(folder, 'audit.jsonl')
  const { id } = await givenDocument(portal, investor)
  await incrementViewCount(investor, id)
  openAuditSink({ auditSink: pathToFileURL(path).href })
  await sendAudit()
  await incrementViewCount(investor, id)
  await Promise.all([sendAudit(), sendAudit()])
  await forgetHead(portal)
  await signAuditHead()
  await signAuditHead()
  const text = await readFile(path, 'utf8')
  const lines = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const last = await newestPosition(portal)
  expect(lines.filter(({ type }) => type === 'entry').map(({ position }) => position)).toEqual(
    Array.from({ length: last }, (_, i) => i + 1),
  )
  expect(lines.at(-2)).toMatchObject({ action: 'document.viewed', actor_id: investor.id, subject_id: id })
  expect((await stat(path)).mode & 0o777).toBe(0o600)

  const heads = findHeads(text)
  expect(heads).toHaveLength(1)
  expect(heads[0]).toMatchObject({ position: last, hash: lines.at(-2).hash })
  expect((await verifyChain(portal.owner, heads)).findings).toEqual([])
  const forged = heads.map(head => ({ ...head, hash: 'ab'.repeat(32) }))
  expect((await verifyChain(portal.owner, forged)).findings).toMatchObject([{ kind: 'head' }])
  expect(heads.every(head => !isSignatureValid({ ...head, position: head.position - 1 }))).toBe(true)
})

test('a head from outside shows that the newest entries were removed, with their links', async ({
  portal,
  investor,
}) => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'promissory-audit-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const path = join(folder, 'audit.jsonl')
  await writeFile(path, '')
  openAuditSink({ auditSink: pathToFileURL(path).href })
  await incrementViewCount(investor, (await givenDocument(portal, investor)).id)
  await forgetHead(portal)
  await signAuditHead()
  const heads = findHeads(await readFile(path, 'utf8'))
  const { owner } = portal
  const last = await newestPosition(portal)
  await withoutAuditTriggers(owner, async () => {
    await owner.query('delete from audit_log where id = (select entry_id from audit.chain where position = $1)', [last])
    await owner.query('delete from audit.chain where position = $1', [last])
  })
  expect((await verifyChain(owner)).findings).toEqual([])
  expect((await verifyChain(owner, heads)).findings).toMatchObject([{ kind: 'removed' }])
})

test('administrators see when a head last left and where it goes; none of the site’s logins can keep it from leaving', async ({
  portal,
  admin,
  investor,
}) => {
  await incrementViewCount(investor, (await givenDocument(portal, investor)).id)
  await forgetHead(portal)
  expect(await getLastHead(admin)).toMatchObject({ sentAt: null, to: fund.emails.office, isLate: false })
  openAuditSink({ auditSink: 'https://log:secret@logs.example.com/in' })
  expect(await getLastHead(admin)).toMatchObject({ to: 'https://logs.example.com' })
  openAuditSink({ auditSink: undefined })
  await signAuditHead()
  const last = await newestPosition(portal)
  expect(await getLastHead(admin)).toMatchObject({ sentAt: expect.any(Date), entries: Number(last), isLate: false })
  const days = (count: number) =>
    portal.owner.query(
      `update audit.deliveries set updated_at = now() - interval '${count} days' where sink = 'signed head'`,
    )
  await days(3)
  expect(await getLastHead(admin)).toMatchObject({ isLate: true })
  expect(findProblems(await getSystemState(admin)).map(({ key }) => key)).toContain('head')
  await expect(getLastHead(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })

  for (const statement of [
    "delete from jobs.schedule where name = 'sign-audit-head'",
    "update jobs.schedule set cron = '0 0 1 1 *' where name = 'sign-audit-head'",
    "delete from jobs.queue where name = 'sign-audit-head'",
  ])
    for (const role of ['app_jobs', 'app_auth', 'app_user'])
      await expect(
        transactionAs(portal, role, '', client => client.query(statement)),
        `${role}: ${statement}`,
      ).rejects.toMatchObject({ code: '42501' })
  const { rows } = await portal.owner.query("select from jobs.schedule where name = 'sign-audit-head'")
  expect(rows).toHaveLength(1)
})

test('a syslog server gets RFC 5424 messages over TCP, and again after it was away', async ({ portal, investor }) => {
  await using stack = new AsyncDisposableStack()
  let received = ''
  const server = createServer(socket =>
    socket.setEncoding('utf8').on('data', text => {
      received += text
    }),
  )
  const listen = (port: number) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  stack.defer(() => new Promise<void>(resolve => void server.close(() => resolve())))

  await incrementViewCount(investor, (await givenDocument(portal, investor)).id)
  openAuditSink({ auditSink: `syslog://127.0.0.1:${port}` })
  await expect(sendAudit()).rejects.toThrow(/ECONNREFUSED/)
  await listen(port)
  await sendAudit()
  await eventually('the last entry', () => received.includes(investor.id))
  // RFC 6587 section 3.4.1: the length in octets, a space, the message.
  let rest = Buffer.from(received)
  const messages: string[] = []
  while (rest.length > 0) {
    const space = rest.indexOf(' ')
    const end = space + 1 + Number(rest.subarray(0, space))
    messages.push(rest.subarray(space + 1, end).toString())
    rest = rest.subarray(end)
  }
  expect(messages).toHaveLength(await newestPosition(portal))
  const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z`
  for (const message of messages) {
    expect(message).toMatch(
      new RegExp(`^<1(08|10)>1 ${time} \\S+ promissory \\d+ [!-~]{1,32} - \u{FEFF}\\{.*\\}$`, 'u'),
    )
  }
})

test('a syslog server gets datagrams', async ({ portal, investor }) => {
  const server = createSocket('udp4')
  const messages: string[] = []
  server.on('message', message => messages.push(message.toString()))
  await new Promise<void>(resolve => server.bind(0, '127.0.0.1', resolve))
  try {
    await incrementViewCount(investor, (await givenDocument(portal, investor)).id)
    openAuditSink({ auditSink: `syslog+udp://127.0.0.1:${server.address().port}` })
    await sendAudit()
    await eventually('the last entry', () => messages.at(-1)?.includes(investor.id))
  } finally {
    server.close()
  }
})

test('a web service gets JSON lines, and what it refuses again', async ({ portal, investor }) => {
  const bodies: string[] = []
  const authorizations: (string | undefined)[] = []
  let status = 503
  const server = createHttpServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', text => {
      body += text
    })
    request.on('end', () => {
      authorizations.push(request.headers.authorization)
      if (status === 200) bodies.push(body)
      response.writeHead(status).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    await incrementViewCount(investor, (await givenDocument(portal, investor)).id)
    const { port } = server.address() as AddressInfo
    openAuditSink({ auditSink: `http://log:s%40cret@127.0.0.1:${port}/audit` })
    await expect(sendAudit()).rejects.toThrow('503')
    status = 200
    await sendAudit()
    const positions = bodies.flatMap(body =>
      body
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).position),
    )
    expect(positions).toEqual(Array.from({ length: await newestPosition(portal) }, (_, i) => i + 1))
    expect(authorizations[0]).toBe(`Basic ${Buffer.from('log:s@cret').toString('base64')}`)
  } finally {
    server.close()
  }
})

test('the queue tries again by itself while a sink is away', async ({ portal, investor }) => {
  const server = createServer(socket => socket.resume())
  let connections = 0
  server.on('connection', () => connections++)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  await incrementViewCount(investor, (await givenDocument(portal, investor)).id)
  openAuditSink({ auditSink: `syslog://127.0.0.1:${port}` })
  await portal.owner.query(
    `insert into jobs.job (name, data, retry_limit, retry_delay, retry_backoff, policy)
      values ('send-audit', '{}', 100, 1, false, 'stately') on conflict do nothing`,
  )
  await eventually('a failed attempt', async () => {
    const { rowCount } = await portal.owner.query(
      "select from jobs.job where name = 'send-audit' and (state = 'retry' or retry_count > 0)",
    )
    return rowCount
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  try {
    await eventually('the entries', () => connections > 0)
  } finally {
    server.close()
  }
})

test('without a sink the head goes to the fund by mail, once a day', async ({ portal, investor }) => {
  const before = portal.mailbox.count(fund.emails.office)
  await incrementViewCount(investor, (await givenDocument(portal, investor)).id)
  await forgetHead(portal)
  await Promise.all([signAuditHead(), signAuditHead()])
  const mail = await portal.mailbox.to(fund.emails.office, before)
  const heads = findHeads(mail.text ?? '')
  expect(heads).toHaveLength(1)
  expect((await verifyChain(portal.owner, heads)).findings.filter(({ kind }) => kind === 'head')).toEqual([])
  expect(portal.mailbox.count(fund.emails.office)).toBe(before + 1)
})

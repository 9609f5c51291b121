import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { defineCommand } from '../../../rules/commands/command.ts'
import { code, hidden, several } from '../../../rules/commands/fields.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { CommandAnswer } from '../actions/answer.ts'
import { answerFailures, answerTo } from '../actions/failed-answers.ts'
import { text, texts, tokenIn } from '../actions/fields.ts'
import { commandActions } from '../commands/command-actions.ts'
import { addedHeadersContext, type ServerContext, serverContext } from '../context.ts'

const actor = { id: 'a', email: 'a@example.com', fullName: null, organization: null, isAdmin: false }
const member = { actor, signedIn: true, sessionId: 's' }

type Form = [string, string][]
const enhanced: [string, string] = ['enhanced', '1']

/** @returns the action’s response to a form, abridged: the data that the page receives, or the redirect */
async function submit(
  action: ReturnType<typeof commandActions>,
  form: Form | string,
  server: Partial<ServerContext> = member,
) {
  const context = new RouterContextProvider()
  context.set(serverContext, server as ServerContext)
  const added = new Headers()
  context.set(addedHeadersContext, added)
  const url = new URL('http://fund.example/things/7?next=/profile')
  const body = typeof form === 'string' ? form : new URLSearchParams(form)
  const args = { request: new Request(url, { method: 'POST', body }), url, params: { id: '7' }, context }
  const result = await action(args).catch((thrown: Awaited<ReturnType<typeof action>>) => thrown)
  const wait = added.get('retry-after')
  const after = wait && { after: wait }
  if (result instanceof Response) return { status: result.status, location: result.headers.get('location'), ...after }
  return { status: result.init?.status, ...result.data, ...after }
}

const simple = { fields: {}, refusals: {}, button: 'Go', busy: 'Going…', notice: '' } as const
const own = { ...simple, by: 'signed in', failed: 'Something is wrong' } as const

const renameCommand = defineCommand({
  ...own,
  name: 'rename',
  fields: { name: hidden(), code: code('Code'), ids: several('Ids') },
})
const approveCommand = defineCommand({ ...own, name: 'approve', notice: 'Approved' })
const refuseCommand = defineCommand({ ...own, name: 'refuse' })
const proveCommand = defineCommand({ ...own, name: 'prove' })
const laterCommand = defineCommand({ ...own, name: 'later' })
const breakCommand = defineCommand({ ...own, name: 'break', failed: 'We couldn’t break it' })
const commands = [renameCommand, approveCommand, refuseCommand, proveCommand, laterCommand, breakCommand] as const

const act = commandActions(commands, {
  redirectTo: ({ form }) => text(form, 'next') || '/profile',
  saysOnErrorPage: true,
  failed: { break: ({ form }) => (form.has('place') ? 'We couldn’t break it here' : undefined) },
  run: {
    rename: ({ actor, param }, fields) => ({ notice: JSON.stringify([actor.id, param('id'), param('x'), fields]) }),
    approve: async () => undefined,
    refuse: () => {
      throw new PortalError('EMAIL_TAKEN')
    },
    prove: () => {
      throw new PortalError('PROOF_NEEDED')
    },
    later: () => {
      throw new PortalError('RATE_LIMIT', { retryAfter: 840 })
    },
    break: async () => {
      throw new Error('a fault')
    },
  },
})

test('a command reads its fields, whatever the form contains', async () => {
  const form: Form = [enhanced, ['intent', 'rename'], ['name', ' A note '], ['code', '12 34-5'], ['ids', 'x']]
  expect(await submit(act, [...form, ['ids', 'y'], ['other', 'z']])).toEqual({
    status: 200,
    notice: JSON.stringify(['a', '7', '', { name: 'A note', code: '12345', ids: ['x', 'y'] }]),
  })
  expect(await submit(act, [enhanced, ['intent', 'rename']])).toMatchObject({
    notice: JSON.stringify(['a', '7', '', { name: '', code: '', ids: [] }]),
  })
  const files = new FormData()
  files.set('name', new File(['x'], 'x.txt'))
  expect([text(files, 'name'), texts(files, 'name')]).toEqual(['', []])
})

test('null characters, which the database can’t hold, are dropped from fields, however often these occur', () => {
  const form = new FormData()
  form.append('ids', 'a\0b')
  form.append('ids', '\0')
  expect([text(form, 'ids'), texts(form, 'ids')]).toEqual(['ab', ['ab', '']])
})

test('anyone who must wait is told for how long, in the message and in Retry-After', async () => {
  const message = 'Too many requests. Please wait 14 minutes before trying again.'
  expect(await submit(act, [['intent', 'later'], enhanced])).toMatchObject({ error: { message }, after: '840' })
  expect(await submit(act, [['intent', 'later']])).toMatchObject({ status: 429, message, after: '840' })
})

test('with scripts every result is data; without them, a redirect or a page with the error status', async () => {
  const ask = (intent: string, ...more: Form) => submit(act, [['intent', intent], ...more])
  expect(await ask('approve', enhanced)).toEqual({ status: 200, notice: 'Approved' })
  expect(await ask('approve')).toEqual({ status: 302, location: '/profile' })
  expect(await ask('approve', ['next', '/faq'])).toEqual({ status: 302, location: '/faq' })
  expect(await ask('refuse', enhanced)).toMatchObject({ status: 200, error: { code: 'EMAIL_TAKEN' } })
  expect(await ask('refuse')).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' })
})

test('a form that needs fresh proof leads a browser without scripts to the page that asks for it', async () => {
  const form: Form = [
    ['intent', 'prove'],
    ['next', '/profile/settings'],
  ]
  expect(await submit(act, form)).toEqual({
    status: 307,
    location: '/profile/proof?next=%2Fprofile%2Fsettings&to=%2Fthings%2F7%3Fnext%3D%2Fprofile',
  })
  expect(await submit(act, [...form, enhanced])).toMatchObject({ status: 200, error: { code: 'PROOF_NEEDED' } })
})

test('an unexpected error is logged and answered with the message of its command', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await submit(act, [['intent', 'break']])).toMatchObject({ status: 500, message: 'We couldn’t break it' })
  const placed: Form = [enhanced, ['intent', 'break'], ['place', 'requests']]
  expect(await submit(act, placed)).toMatchObject({
    status: 500,
    error: { message: 'We couldn’t break it here' },
  })
  expect(log).toHaveBeenCalledTimes(2)
  log.mockRestore()
})

test('an unknown command, and a body that is not a form, are refused', async () => {
  for (const intent of ['dance', 'toString', '__proto__', 'constructor', '']) {
    expect(await submit(act, [['intent', intent]]), intent).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  }
  expect(await submit(act, '{}')).toMatchObject({ status: 404 })
  const showCommand = defineCommand({ ...simple, by: 'visitor', name: 'show', notice: 'Shown', failed: own.failed })
  const other = commandActions([showCommand], { byDefault: 'show', run: { show: () => undefined } })
  expect(await submit(other, '{}', {})).toEqual({ status: 200, notice: 'Shown' })
})

test('who sends a form is checked before its command', async () => {
  const form: Form = [enhanced, ['intent', 'approve']]
  const code = async (server: Partial<ServerContext>) => (await submit(act, form, server)) as { error?: unknown }
  expect(await code({})).toMatchObject({ status: 200, error: { code: 'NO_SESSION' } })
  expect(await code({ signedIn: true })).toMatchObject({ error: { code: 'PROFILE_UNREADABLE' } })
  const plain: Form = [
    ['intent', 'dance'],
    ['next', '/profile?show=all'],
  ]
  expect(await submit(act, plain, {})).toEqual({
    status: 307,
    location: '/login/held?next=%2Fprofile%3Fshow%3Dall&to=%2Fthings%2F7%3Fnext%3D%2Fprofile',
  })
  expect(await submit(act, plain, { signedIn: true })).toMatchObject({ status: 503, code: 'PROFILE_UNREADABLE' })

  const officeCommand = defineCommand({
    ...simple,
    by: 'administrator',
    name: 'approve',
    notice: 'Approved',
    failed: own.failed,
  })
  const office = commandActions([officeCommand], { run: { approve: () => undefined } })
  const refused: string[] = []
  const recordRefusal = async (code: string) => void refused.push(code)
  expect(await submit(office, form, { ...member, recordRefusal })).toMatchObject({ error: { code: 'FORBIDDEN' } })
  expect(refused).toEqual(['FORBIDDEN'])
  expect(await submit(office, form, {})).toMatchObject({ error: { code: 'NO_SESSION' } })
  const admin = { ...actor, isAdmin: true }
  expect(await submit(office, form, { ...member, actor: admin })).toEqual({ status: 200, notice: 'Approved' })
  // No one acts without a session.
  expect(await code({ actor })).toMatchObject({ error: { code: 'NO_SESSION' } })
  const mailed = new FormData()
  mailed.set('token', ' secret ')
  expect(tokenIn(mailed)).toBe('secret')
})

interface Shown extends CommandAnswer {
  values?: string
  seen?: number
}

const sendCommand = defineCommand({
  ...simple,
  by: 'visitor',
  name: 'send',
  fields: { name: hidden() },
  notice: 'Sent',
  failed: own.failed,
})

/** A page that shows every result itself. */
const page = (seen: () => number) =>
  commandActions([sendCommand], {
    byDefault: 'send',
    refused: ({ form }, refused): Shown => ({ ...refused, values: text(form, 'name') }),
    complete: (_, answer): Shown => ({ ...answer, seen: seen() }),
    run: {
      send({ headers }, { name }) {
        if (!name) throw new PortalError('NAME_REQUIRED', { problems: { name: 'NAME_REQUIRED' } })
        if (name === 'away') throw new PortalError('AWAY')
        if (name === 'late') throw new PortalError('TIME_TAKEN')
        headers.append('Set-Cookie', 'a=1')
        return undefined
      },
    },
  })

test('a page can show refusals itself, with the values typed and its own extra data', async () => {
  const send = (name: string, ...more: Form) =>
    submit(
      page(() => 3),
      [['name', name], ...more],
      {},
    )
  expect(await send('Vera')).toEqual({ status: 200, notice: 'Sent', seen: 3 })
  expect(await send('')).toMatchObject({ status: 400, problems: { name: expect.any(String) }, values: '', seen: 3 })
  expect(await send('', enhanced)).toMatchObject({ status: 200, problems: { name: expect.any(String) } })
  expect(await send('late')).toMatchObject({ status: 409, error: { code: 'TIME_TAKEN' }, values: 'late', seen: 3 })
  expect(await send('late', enhanced)).toMatchObject({ status: 200, error: { code: 'TIME_TAKEN' } })
  // During an outage the page must not reload: that would fail too.
  expect(await send('away', enhanced)).toMatchObject({ status: 503, error: { code: 'AWAY' }, values: 'away' })
})

test('if completing the page fails, the answer reports that, unless it has an error already', async () => {
  const gone = page(() => {
    throw new PortalError('CALL_UNKNOWN')
  })
  expect(await submit(gone, [['name', 'Vera']], {})).toEqual({
    status: 404,
    notice: 'Sent',
    error: { code: 'CALL_UNKNOWN', message: expect.any(String) },
  })
  expect(await submit(gone, [['name', 'late']], {})).toMatchObject({ status: 404, error: { code: 'TIME_TAKEN' } })
})

test('an answer that isn’t the site’s, or none, becomes an error or a failure for now; a redirect passes through', async () => {
  const unreachable = { data: { error: { code: 'NO_CONNECTION' } }, init: { status: 503 } }
  expect(answerTo(new TypeError('Failed to fetch'))).toMatchObject(unreachable)
  const outage = { code: 'AWAY', message: 'Away' }
  const refused = (data: unknown) => ({ status: 503, statusText: '', internal: false, data })
  expect(answerTo(refused(JSON.stringify(outage)))).toMatchObject({ data: { error: outage } })
  expect(answerTo(refused(outage))).toMatchObject({ data: { error: outage } })
  // A proxy's page, and a network's that wants a login.
  expect(answerTo(refused('<html>Bad gateway'))).toMatchObject(unreachable)
  expect(answerTo({ ...refused('<!doctype html>'), status: 403 })).toMatchObject(unreachable)
  const unread = new Error('Unable to decode turbo-stream response')
  for (const error of [unread, { type: 'DataWithResponseInit', data: unread }])
    expect(answerTo(error)).toMatchObject(unreachable)
  expect(answerTo({ ...refused('Error: no such action'), status: 405 })).toMatchObject({
    data: { error: { code: 'UNEXPECTED' } },
  })
  let address = 'https://fund.example/profile'
  const answered = async (method: string, result: unknown, type: 'data' | 'error') => {
    const request = new Request(address, { method })
    const results = await answerFailures({ request } as never, async () => ({ form: { type, result } }))
    return (results as { form: unknown }).form
  }
  const broken = new TypeError('Failed to fetch')
  expect(await answered('POST', broken, 'error')).toMatchObject({ type: 'data', result: unreachable })
  const untouched = async (method: string, result: unknown, type: 'data' | 'error') =>
    expect(await answered(method, result, type)).toEqual({ type, result })
  // A page of the portal continues with its data.
  const failure = { code: 'NO_CONNECTION' }
  for (const temporary of [broken, refused('<html>'), { ...refused('upstream connect error'), status: 502 }])
    expect(await answered('GET', temporary, 'error')).toMatchObject({ type: 'data', result: { failure } })
  await untouched('GET', { ...refused({ code: 'NOT_FOUND', message: 'Gone' }), status: 404 }, 'error')
  await untouched('GET', new Error('Unexpected Server Error'), 'error')
  address = 'https://fund.example/contact'
  await untouched('GET', broken, 'error')
  await untouched('POST', new Response(null, { status: 302 }), 'error')
  await untouched('POST', { notice: 'Sent' }, 'data')
})

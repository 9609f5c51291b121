import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { readSession } from '../../app/identity/server/current-session.ts'
import type { Actor } from '../../server/access/actor.ts'
import * as operations from '../../server/operations.ts'
import { eventually } from '../helpers/eventually.ts'
import { isEverything } from '../helpers/lane.ts'
import { testOnPortal } from '../helpers/shared-portal.ts'
import { type ActorName, actorNames, type Gets } from './doors/actors.ts'
import type { AddressDoor, Sent } from './doors/address-door.ts'
import { addressDoors } from './doors/addresses.ts'
import { functionDoors, outcomeOf, ownersRows, readableColumn, realTables, tableDoors } from './doors/database.ts'
import { describedOperations, likeDefault } from './doors/described-doors.ts'
import type { OperationDoor } from './doors/operation-door.ts'
import { directDoors, operationDoors } from './doors/operations.ts'
import { directFunctions, httpDoors, pageDoors } from './doors/real-doors.ts'
import { mark, newWorld, type World } from './doors/world.ts'

/** Every door, every actor: the tables in doors/ say what each gets, and these tests knock at all of them. */

const pages = pageDoors()

const test = testOnPortal({}, true).extend(
  'world',
  { scope: 'file' },
  async ({ portal }): Promise<World> => newWorld(portal),
)

/**
 * `npm run test:attack` and `npm run test:all`. The short run asks as one of those who get the same, taking turns from row
 * to row; at operations, of which nearly all stand behind an address, as two of them.
 */
const full = process.env.FUZZ_REQUESTS !== undefined || isEverything

/**
 * @param row its number
 * @returns the columns that are tested, and what a row expects in each. Only addresses know a session that has ended
 */
function columns(gets: Gets, place: 'address' | 'operation' | 'database', row: number): [ActorName, string][] {
  const { anonymous, other, exAdministrator } = gets
  const all = {
    ended: anonymous,
    delegate: other,
    disabled: place === 'address' ? anonymous : exAdministrator,
    ...gets,
  }
  const names = actorNames.filter(name => name !== 'ended' || place === 'address')
  const alike = Object.values(Object.groupBy(names, name => all[name]))
  const requested = full || place !== 'operation' ? alike : [...alike, ...alike].slice(row % alike.length).slice(0, 2)
  return [...new Set(requested)].flatMap((group = []) => {
    const turn = row % group.length
    const tested = full ? group : group.slice(turn, turn + 1)
    return tested.map((name): [ActorName, string] => [name, all[name]])
  })
}

test('the tables name every operation and every address with its methods, and nothing else', ({ portal }) => {
  expect(Object.keys(operationDoors).toSorted()).toEqual(Object.keys(operations).toSorted())
  expect(Object.keys(directDoors).toSorted()).toEqual(directFunctions().toSorted())
  const real = [...httpDoors(portal.config), ...pages]
  const named = new Set(addressDoors.map(({ door }) => door))
  const anyMethod = (path: string) => [...named].some(door => door.split(' ')[1] === path)
  const nameOf = ({ method, path, intent }: (typeof real)[number]) => [method, path, intent].filter(Boolean).join(' ')
  expect(real.filter(door => (door.method === 'ALL' ? !anyMethod(door.path) : !named.has(nameOf(door))))).toEqual([])
  const ofAll = new Set(real.filter(({ method }) => method === 'ALL').map(({ path }) => path))
  const names = new Set(real.map(nameOf))
  expect([...named].filter(door => !names.has(door) && !ofAll.has(door.split(' ')[1] ?? ''))).toEqual([])
})

test('a command that only administrators may give has an address, and a row with fields that are accepted', () => {
  const byDefault = new Set<OperationDoor>(Object.values(operationDoors))
  const changing = addressDoors
    .filter(({ gets }) => gets.administrator === 'changes')
    .map(({ door }) => door.split(' ')[2])
  const sent = pages.map(({ intent }) => intent)
  for (const row of Object.values(describedOperations)) {
    const { name } = row.command
    expect(sent, `the address of ${name}`).toContain(name)
    if (byDefault.has(row)) expect(changing, `a row of ${name}`).toContain(name)
  }
})

test('every operation refuses through its promise, so that no loader takes a refusal for a fault', () => {
  // What only computes throws nothing.
  const computing = ['canStoreNumbers', 'openForm', 'timeZoneOrDefault']
  const throwing = Object.entries(operations).filter(([, call]) => call.constructor.name !== 'AsyncFunction')
  expect(throwing.map(([name]) => name).filter(name => !computing.includes(name))).toEqual([])
})

test('at each operation, each actor gets what the table says, and a refusal changes nothing', async ({ world }) => {
  const found: Record<string, Record<string, string>> = {}
  const said: typeof found = {}
  for (const [row, [name, door]] of Object.entries({ ...operationDoors, ...directDoors }).entries()) {
    found[name] = {}
    said[name] = {}
    await world.renewProofs()
    // What it is about stays as it was while nothing changes.
    let subject: unknown
    let isFresh = false
    for (const [actor, gets] of columns(door.gets, 'operation', row)) {
      if (!isFresh) subject = await door.given?.(world)
      const got = await knock(world, door, subject, actor)
      isFresh = !got.includes('change')
      said[name][actor] = gets
      found[name][actor] = likeDefault(got, gets)
    }
  }
  expect(found).toEqual(said)
})

/** Calls an operation. @returns what the actor got, in the words of `OperationDoor.gets` */
async function knock(world: World, { call }: OperationDoor, subject: unknown, name: ActorName): Promise<string> {
  await world.portal.owner.query('delete from auth.limits')
  const client = world.newClient()
  const cookie = world.cookies[name]
  const before = await world.changes()
  // Whatever an operation throws before it has a promise would escape `unwrapOrRespond(operations.…)` in a loader.
  const answer = call({ world, actor: await actorOf(world, name), client, cookie }, subject as never)
  try {
    const result = await answer
    const shown =
      typeof result === 'string'
        ? result
        : JSON.stringify(result ?? null, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    return (await world.changes()) !== before ? 'changes' : shown.includes(mark) ? 'sees' : 'ok'
  } catch (error) {
    const code = String((error as { code?: string }).code ?? error)
    return (await world.changes()) === before ? code : `${code}, but something changed`
  }
}

async function actorOf(world: World, name: ActorName): Promise<Actor> {
  const nobody = { id: randomUUID(), email: `${randomUUID()}@doors.example`, fullName: null, organization: null }
  if (name === 'anonymous') return { ...nobody, isAdmin: false }
  // Called just before access was closed, which ended the session.
  if (name === 'disabled') return { ...world.people.disabled, isAdmin: true, sessionId: randomUUID() }
  const signedIn = await readSession({ ip: '192.0.2.1', userAgent: 'test', cookie: world.cookies[name] })
  if (!signedIn?.actor) throw new Error(`${name} has no session`)
  // What the operation was called with before the role was lost.
  return { ...signedIn.actor, isAdmin: signedIn.actor.isAdmin || name === 'exAdministrator' }
}

const reads = ({ door }: AddressDoor) => /^(GET|HEAD) /.test(door)

// Before the forms: some of those end the sessions that pages are read with.
test('at each address that only reads, each actor gets what the table says', async ({ world }) => {
  const found: Record<string, Record<string, string>> = {}
  const said: typeof found = {}
  for (const [row, address] of addressDoors.filter(reads).entries()) {
    const expected = columns(address.gets, 'address', row)
    await world.renewProofs()
    const sent = await address.send(world)
    const answers = expected.map(async ([actor]) => {
      const answer = await request(world, address, sent, world.cookies[actor])
      return [actor, await outcome(answer)]
    })
    said[address.door] = Object.fromEntries(expected)
    found[address.door] = Object.fromEntries(await Promise.all(answers))
  }
  expect(found).toEqual(said)
})

test('at each address that changes something, each actor gets what the table says, and a refusal changes nothing', async ({
  world,
}) => {
  const found: Record<string, Record<string, string>> = {}
  const said: typeof found = {}
  for (const [row, address] of addressDoors.filter(address => !reads(address)).entries()) {
    const expected = columns(address.gets, 'address', row)
    said[address.door] = Object.fromEntries(expected)
    found[address.door] = {}
    await world.renewProofs()
    // What it asks for stays as it was while nothing changes.
    let sent: Sent | undefined
    for (const [actor, gets] of expected) {
      sent ??= await address.send(world)
      const got = await change(world, address, sent, actor)
      if (got.includes('change')) sent = undefined
      Object.assign(found[address.door] ?? {}, { [actor]: likeDefault(got, gets) })
    }
  }
  expect(found).toEqual(said)
})

/** Makes a request that may change something. @returns what the actor got, in the words of `AddressDoor.gets` */
async function change(world: World, address: AddressDoor, sent: Sent, name: ActorName): Promise<string> {
  const { portal } = world
  await portal.owner.query('delete from auth.limits')
  // Requests that may end the session have one of their own.
  const person = name === 'anonymous' || name === 'ended' ? undefined : world.people[name]
  const own = name === 'disabled' ? world.newSessionOfDisabled() : person && portal.sessionOf(person)
  const cookie = (await own) ?? world.cookies[name]
  await world.showPasskey()
  const before = await world.changes()
  const answer = await request(world, address, sent, cookie)
  const got = await outcome(answer)
  if ((await world.changes()) === before) return got
  return answer.status < 400 ? 'changes' : `${answer.status}, but something changed`
}

function request(world: World, { door }: AddressDoor, { path, body, headers = {} }: Sent, cookie: string) {
  const [method = ''] = door.split(' ')
  return world.portal.fetch(path, {
    method,
    cookie,
    headers,
    ...(body !== undefined && { body: typeof body === 'object' ? new URLSearchParams(body) : body }),
  })
}

/** @returns what the answer shows, in the words of `AddressDoor.gets` */
async function outcome(answer: Response): Promise<string> {
  const shown = await textOf(answer)
  // React Router's answer to a form in the background: a redirect (SingleFetchRedirect).
  if (answer.status === 202) return '302'
  return answer.status < 300 && shown.includes(mark) ? 'sees' : String(answer.status)
}

/** @returns what the body shows: of live updates, that there are some */
async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    return Buffer.from(await answer.arrayBuffer()).toString('latin1')
  }
  await answer.body?.cancel()
  return mark
}

test('with other methods, a visitor gets nothing from any address', async ({ world }) => {
  const paths = [...new Set(addressDoors.map(({ door }) => (door.split(' ')[1] ?? '').replace(/:\w+/g, randomUUID())))]
  const before = await world.changes()
  const answers = await Promise.all(
    paths.flatMap(path =>
      ['PUT', 'PATCH', 'DELETE'].map(async method => {
        const { status } = await world.portal.fetch(path.replace('*', 'nowhere'), { method, body: 'x' })
        return { method, path, status }
      }),
    ),
  )
  expect(answers.filter(({ status }) => status < 300 || status >= 500)).toEqual([])
  expect(await world.changes()).toBe(before)
})

test('a request that no page can handle writes no error to the log', async ({ world }) => {
  const { portal, people } = world
  const cookie = await portal.sessionOf(people.administrator)
  for (const [method, path] of [
    ['POST', '/'],
    ['DELETE', '/profile/admin/people'],
    ['POST', `/profile/notes/${randomUUID()}`],
    ['PROPFIND', '/faq'],
  ] as const) {
    const answer = await portal.fetch(path, { method, cookie, body: 'x' })
    expect(answer.status, path).toBe(405)
    await answer.text()
    const id = answer.headers.get('x-request-id') ?? 'none'
    const levels = () => {
      const lines = readFileSync('test-results/server.log', 'utf8').split('\n')
      return lines.filter(line => line.includes(id)).map(line => JSON.parse(line).level)
    }
    expect(await eventually('its line', () => levels().length > 0 && levels()), path).toEqual(['info'])
  }
})

test('the database’s tables and functions are all named', async ({ portal }) => {
  const { tables, functions } = await realTables(portal)
  expect(tables.toSorted()).toEqual(Object.keys(tableDoors).toSorted())
  expect([...new Set(functions)].toSorted()).toEqual(Object.keys(functionDoors).toSorted())
})

test('in the database, each actor gets what the table says, whatever the operations check', async ({ world }) => {
  const ids = await ownersRows(world)
  const fill = (text: string) => text.replaceAll(/\$[a-z]+/g, name => ids[name] ?? name)
  const statements = Object.entries(tableDoors).flatMap(([table, { owners, read, change, remove, add }]) => [
    [`read ${table}`, `select ${readableColumn[table] ?? '*'} from ${table} where ${owners}`, read] as const,
    [`change ${table}`, `update ${table} set ${change[0]} where ${owners}`, change[1]] as const,
    [`remove ${table}`, `delete from ${table} where ${owners}`, remove] as const,
    [`add ${table}`, `insert into ${table} ${add[0]}`, add[1]] as const,
  ])
  const calls = Object.entries(functionDoors).map(
    ([name, { call, gets }]) =>
      [
        name,
        `select from (select (${call})::text as result offset 0) called where nullif(result, 'false') is not null`,
        gets,
      ] as const,
  )
  const words: Record<string, string> = { rows: 'ok', none: 'nothing' }
  const found: Record<string, Record<string, string>> = {}
  const said: typeof found = {}
  const before = await world.changes()
  for (const [row, [name, statement, gets]] of [...statements, ...calls].entries()) {
    said[name] = Object.fromEntries(columns(gets, 'database', row))
    found[name] = {}
    for (const actor of Object.keys(said[name]) as ActorName[]) {
      const id = actor === 'anonymous' || actor === 'ended' ? randomUUID() : world.people[actor].id
      const outcome = await outcomeOf(id, fill(statement))
      found[name][actor] = name in functionDoors ? (words[outcome] ?? outcome) : outcome
    }
  }
  expect(found).toEqual(said)
  expect(await world.changes()).toBe(before)
})

import { expect } from 'vitest'
import { isEverything } from '../helpers/lane.ts'
import { testOnPortal } from '../helpers/shared-portal.ts'
import type { AddressDoor, Sent } from './doors/address-door.ts'
import { addressDoors } from './doors/addresses.ts'
import { newWorld, type World } from './doors/world.ts'

/**
 * At every address, whatever it asks for is replaced in turn by what no one would type there. As those who may act: the
 * others are refused before anything is read. The short run tries one oddity at every third place, `npm run test:all` three
 * at each, in turn, and `npm run test:attack` all of them.
 */
const isAttack = process.env.FUZZ_REQUESTS !== undefined

const oddities = [
  '',
  ';a=b',
  'a\0b',
  '-1',
  '1e999',
  '9'.repeat(40),
  '2026-02-30',
  '9999999-01-01',
  '$1,000,000,000,000,000.01',
  '__proto__',
  '[{"id":null}]',
  'é\u202e\ud800🙂'.repeat(2000),
]

const test = testOnPortal({}, true).extend(
  'world',
  { scope: 'file' },
  async ({ portal }): Promise<World> => newWorld(portal),
)

test('no address fails at an odd value', { timeout: 3_600_000 }, async ({ world }) => {
  const faults: string[] = []
  let place = 0
  for (const address of addressDoors.filter(({ door }) => !door.startsWith('GET /events'))) {
    // What it asks for stays as it was while it refuses.
    let sent: Sent | undefined = await address.send(world)
    const { places } = placesOf(sent)
    for (const name of places) {
      for (const oddity of odditiesAt(++place)) {
        sent ??= await address.send(world)
        const status = await knock(world, address, placesOf(sent).fill(name, oddity))
        if (status >= 500) faults.push(`${status} at ${address.door}, ${name}: ${JSON.stringify(oddity.slice(0, 40))}`)
        if (status < 400) sent = undefined
      }
    }
  }
  expect(place).toBeGreaterThan(addressDoors.length)
  expect(faults).toEqual([])
})

function odditiesAt(place: number): string[] {
  if (isAttack) return oddities
  const few = isEverything ? [place, place + 4, place + 8] : place % 3 === 0 ? [place / 3] : []
  return few.flatMap(at => oddities[at % oddities.length] ?? [])
}

/** @returns the status of the answer */
async function knock(world: World, { door, gets }: AddressDoor, { path, body, headers = {} }: Sent): Promise<number> {
  await world.portal.owner.query('delete from auth.limits')
  const actor = gets.owner === '403' || gets.owner === '404' ? 'administrator' : 'owner'
  const cookie = await world.portal.sessionOf(world.people[actor])
  const [method = ''] = door.split(' ')
  const answer = await world.portal.fetch(path, {
    method,
    cookie,
    headers,
    ...(body !== undefined && { body: typeof body === 'object' ? new URLSearchParams(body) : body }),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** @returns what a request says: the ids in its path, its query, its fields; and how to say something else in one place */
function placesOf({ path, body, headers }: Sent) {
  const url = new URL(path, 'http://portal.example')
  const parts = url.pathname.split('/')
  const ids = [...parts.keys()].filter(i => /[0-9a-f-]{36}/.test(parts[i] ?? ''))
  const fields = typeof body === 'object' ? Object.keys(body).filter(name => name !== 'intent') : []
  return {
    places: [
      ...ids.map(i => `path ${i}`),
      ...[...url.searchParams.keys()].map(key => `query ${key}`),
      ...fields.map(name => `field ${name}`),
    ],
    fill(place: string, value: string): Sent {
      const [kind, ...rest] = place.split(' ')
      const name = rest.join(' ')
      if (kind === 'path') parts[Number(name)] = encodeURIComponent(value.toWellFormed())
      if (kind === 'query') url.searchParams.set(name, value)
      if (kind === 'path') url.pathname = parts.join('/')
      const changed = kind === 'field' && typeof body === 'object' ? { ...body, [name]: value } : body
      return {
        path: url.pathname + url.search,
        ...(changed !== undefined && { body: changed }),
        ...(headers && { headers }),
      }
    },
  }
}

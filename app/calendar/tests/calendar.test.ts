import { expect } from 'vitest'
import { changesByGuests } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { derivedSecret } from '../../../server/platform/seal.ts'
import { insertEntry, moved } from '../../../server/sample/notes.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { countedUses } from '../../../tests/helpers/owner.ts'
import { newSession } from '../../../tests/helpers/sessions.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { createCalendarAddress, getCalendarAddress, revokeCalendarAddress } from '../server/addresses.ts'

const queryOf = (portal: SharedPortal) => (text: string, values?: unknown[]) =>
  values ? portal.owner.query(text, values) : portal.owner.query(text)

/** The same person, acting in a new session. */
async function withSession(portal: SharedPortal, person: Actor): Promise<Actor> {
  return { ...person, sessionId: (await newSession(portal.owner, derivedSecret('sessions'), person.id)).id }
}

/** @returns events of a calendar by UID: their other properties */
function eventsIn(file: string): Map<string, Record<string, string>> {
  const unfolded = file.replaceAll(/\r\n[ \t]/g, '')
  const events = [...unfolded.matchAll(/BEGIN:VEVENT\r\n(.*?)END:VEVENT/gs)].map(([, body = '']) =>
    Object.fromEntries(
      body
        .trim()
        .split('\r\n')
        .map(line => [line.split(/[;:]/)[0], line.slice(line.indexOf(':') + 1)]),
    ),
  )
  return new Map(events.map(event => [event.UID ?? '', event]))
}

test('a calendar address serves the days of payments without amounts, until it is revoked', async ({
  portal,
  investor,
}) => {
  givenToday('2026-11-20')
  const query = queryOf(portal)
  const holder = await insertHolder(query, [investor])
  const { id, number } = await insertNote(query, holder, {
    issueDate: '2025-12-15',
    until: '2026-07-20',
    paid: [1, 2],
  })
  const actor = await withSession(portal, investor)
  expect(await getCalendarAddress(actor)).toBeUndefined()
  const address = portal.url + (await createCalendarAddress(actor, {}))
  expect(address).toMatch(/\/calendar\/[\w-]{43}\.ics$/)
  const path = new URL(address).pathname
  const fetchFile = async () => {
    const answer = await portal.fetch(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    return answer.text()
  }
  const file = await fetchFile()
  expect(file).not.toMatch(/\$|1,833/)
  const before = eventsIn(file)
  // Twelve payments, and the last day of the choice at maturity.
  expect(before.size).toBe(13)
  const third = `payment-${number}-3@larkstone.example`
  expect(before.get(third)).toMatchObject({ SEQUENCE: '0', DTSTART: '20260316', DTEND: '20260317' })
  expect(before.get(`election-${number}@larkstone.example`)).toMatchObject({ DTSTART: '20261130' })
  expect(await fetchFile()).toBe(file)

  // The payment is recorded: its event changes, and no other.
  const lines = moved(2020, 1010, 1_833_33n)
  await insertEntry(portal.owner, { kind: 'payment', day: '2026-03-16', note: { id, holder_id: holder }, n: 3, lines })
  const after = eventsIn(await fetchFile())
  expect([...after.keys()]).toEqual([...before.keys()])
  const changed = [...after].filter(([uid, event]) => event.SUMMARY !== before.get(uid)?.SUMMARY).map(([uid]) => uid)
  expect(changed).toEqual([third])
  expect(after.get(third)?.SEQUENCE).toBe('1')

  // A new address ends the one before, and may name amounts.
  const second = portal.url + (await createCalendarAddress(actor, { amounts: true }))
  expect((await portal.fetch(path)).status).toBe(404)
  expect(await (await portal.fetch(new URL(second).pathname)).text()).toContain('$1\\,833.33')
  await revokeCalendarAddress(actor)
  expect((await portal.fetch(new URL(second).pathname)).status).toBe(404)
  expect(await getCalendarAddress(actor)).toBeUndefined()
  const { rows } = await portal.owner.query('select * from calendar_addresses where user_id = $1', [investor.id])
  expect(JSON.stringify(rows)).not.toContain(path.slice(10, 53))
})

test('an address needs fresh proof, and serves nothing of anybody whose access is closed or who left the holder', async ({
  portal,
  investor,
  second,
}) => {
  givenToday('2026-11-20')
  const query = queryOf(portal)
  const holder = await insertHolder(query, [investor, second])
  await insertNote(query, holder, { issueDate: '2025-12-15', until: '2026-07-20' })
  await expect(createCalendarAddress(investor)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  const addressOf = async (person: typeof investor) => createCalendarAddress(await withSession(portal, person))
  const [first, other] = [await addressOf(investor), await addressOf(second)]
  expect(eventsIn(await (await portal.fetch(first)).text()).size).toBe(13)
  await portal.owner.query('update holder_members set ended_at = now() where user_id = $1', [investor.id])
  expect(eventsIn(await (await portal.fetch(first)).text()).size).toBe(0)
  await portal.owner.query('update user_profiles set disabled_at = now() where id = $1', [second.id])
  expect((await portal.fetch(other)).status).toBe(404)
  for (const wrong of ['/calendar/x.ics', `/calendar/${'a'.repeat(43)}.ics`])
    expect((await portal.fetch(wrong)).status, wrong).toBe(404)
})

test('two programs that fetch a calendar at once are told the same', async ({ portal, investor }) => {
  const query = queryOf(portal)
  await insertNote(query, await insertHolder(query, [investor]), { issueDate: '2025-12-15', until: '2026-07-20' })
  const path = await createCalendarAddress(await withSession(portal, investor))
  const files = await Promise.all(Array.from({ length: 6 }, async () => (await portal.fetch(path)).text()))
  for (const file of files) expect([...eventsIn(file).values()].every(({ SEQUENCE }) => SEQUENCE === '0')).toBe(true)
})

test('what guests together change in an hour is limited; others aren’t refused for it', async ({
  portal,
  investor,
  domain,
}) => {
  await using _ = await countedUses(portal, 'changes by guests', changesByGuests)
  const guest = { ...(await portal.newPerson(`guest@${domain}`, { guest: true })), isGuest: true }
  const calendarOf = async (person: typeof investor) => createCalendarAddress(await withSession(portal, person))
  await expect(calendarOf(guest)).rejects.toMatchObject({ code: 'GUESTS_BUSY' })
  const { rowCount } = await portal.owner.query('select from calendar_addresses where user_id = $1', [guest.id])
  expect(rowCount).toBe(0)
  await calendarOf(investor)
})

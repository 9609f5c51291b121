import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSignedInPerson, type Person } from '../helpers/api-person.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

/** The redirects of the portal's addresses, by person. */
let site: TestServer
let investor: Person
let admin: Person

beforeAll(async () => {
  site = await startServer()
  investor = await newSignedInPerson(site)
  admin = await newSignedInPerson(site, { isAdmin: true })
})

afterAll(() => site?.dispose())

/** @returns the status of an address's answer, and its redirect */
async function ask(person: Person, path: string): Promise<[number, string | null]> {
  const answer = await person.api.ask(path)
  await answer.body?.cancel()
  return [answer.status, answer.headers.get('location')]
}

test('an address with a query is kept through a sign-in', async () => {
  const visitor = await fetch(`${site.url}/profile?show=all`, { redirect: 'manual' })
  const signIn = visitor.headers.get('location') ?? ''
  expect([visitor.status, signIn]).toEqual([302, '/login?next=%2Fprofile%3Fshow%3Dall'])
  expect(await ask(investor, signIn)).toEqual([302, '/profile?show=all'])
  expect(await ask(investor, '/profile?show=all')).toEqual([200, null])
})

test('a document’s address takes an administrator to its owner’s documents; an investor’s own page is their home', async () => {
  const id = await investor.api.upload({ filename: 'Note.txt', content: Buffer.from('a note') })
  expect(await ask(investor, `/profile?document=${id}`)).toEqual([200, null])
  const theirs = `/profile/admin/people/${investor.id}?document=${id}`
  expect(await ask(admin, `/profile?document=${id}`)).toEqual([302, theirs])
  expect(await ask(admin, `/profile/admin/people/${admin.id}?document=${id}`)).toEqual([302, `/profile?document=${id}`])
  expect(await ask(admin, theirs)).toEqual([200, null])
  expect(await ask(investor, `/profile/admin/people/${investor.id}`)).toEqual([302, '/profile'])
})

test('only administrators can open the administrators’ pages, and each starts at its own address', async () => {
  expect(await ask(admin, '/profile/admin')).toEqual([302, '/profile/admin/today'])
  const pages = ['today', 'people', 'documents', 'delete-requests', 'outstanding', 'messages']
  for (const page of [...pages, `people/${admin.id}`]) {
    expect((await ask(investor, `/profile/admin/${page}`))[0], page).toBe(403)
  }
  for (const page of [...pages, `people/${investor.id}`]) {
    expect((await ask(admin, `/profile/admin/${page}`))[0], page).toBe(200)
    const visitor = await fetch(`${site.url}/profile/admin/${page}`, { redirect: 'manual' })
    expect([visitor.status, visitor.headers.get('location')]).toEqual([
      302,
      `/login?${new URLSearchParams({ next: `/profile/admin/${page}` })}`,
    ])
  }
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect((await ask(admin, `/profile/admin/people/${nobody}`))[0]).toBe(404)
})

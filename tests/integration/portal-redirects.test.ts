import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSignedInPerson, type Person } from '../helpers/api-person.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

/** Redirects for addresses in mail and bookmarks from when the portal was a single page. */
let site: TestServer
let investor: Person
let admin: Person

beforeAll(async () => {
  site = await startServer()
  investor = await newSignedInPerson(site)
  admin = await newSignedInPerson(site, { isAdmin: true })
}, 120_000)

afterAll(() => site?.dispose())

/** @returns the status of the answer to an address, and where it redirects */
async function ask(person: Person, path: string): Promise<[number, string | null]> {
  const answer = await person.api.ask(path)
  await answer.body?.cancel()
  return [answer.status, answer.headers.get('location')]
}

test.each([
  ['?tab=documents', '/profile'],
  ['?tab=documents&q=note&show=all', '/profile?q=note&show=all'],
  ['?tab=settings', '/profile/settings'],
  ['?tab=settings&archive=later', '/profile/settings?archive=later'],
  ['?tab=admin', '/profile/admin/people'],
  ['?tab=admin&q=elena&page=2', '/profile/admin/people?q=elena&page=2'],
  ['?tab=admin&list=users', '/profile/admin/people'],
  ['?tab=admin&list=documents&sort=name', '/profile/admin/documents?sort=name'],
  ['?tab=admin&list=delete-requests&document=a', '/profile/admin/delete-requests?document=a'],
  ['?tab=admin&list=requests&calls=2', '/profile/admin/messages?calls=2'],
  ['?user=a%2Fb', '/profile/admin/people/a%2Fb'],
  ['?tab=documents&user=abc&document=d&sort=name', '/profile/admin/people/abc?document=d&sort=name'],
  ['?tab=settings&user=abc', '/profile/settings?user=abc'],
])('/profile%s redirects to %s', async (query, to) => {
  expect(await ask(admin, `/profile${query}`)).toEqual([302, to])
})

test('an old address still works after a sign-in', async () => {
  const visitor = await fetch(`${site.url}/profile?tab=settings`, { redirect: 'manual' })
  const signIn = visitor.headers.get('location') ?? ''
  expect([visitor.status, signIn]).toEqual([302, '/login?next=%2Fprofile%3Ftab%3Dsettings'])
  const [, next] = await ask(investor, signIn)
  expect(next).toBe('/profile?tab=settings')
  expect(await ask(investor, next ?? '')).toEqual([302, '/profile/settings'])
  expect((await ask(investor, '/profile/settings'))[0]).toBe(200)
})

test('a document’s address takes an administrator to its owner’s documents; an investor’s own page is their home', async () => {
  const id = await investor.api.upload({ filename: 'Note.txt', content: Buffer.from('a note') })
  expect(await ask(investor, `/profile?document=${id}`)).toEqual([200, null])
  const theirs = `/profile/admin/people/${investor.id}?document=${id}`
  expect(await ask(admin, `/profile?document=${id}`)).toEqual([302, theirs])
  expect(await ask(admin, `/profile/admin/people/${admin.id}?document=${id}`)).toEqual([302, `/profile?document=${id}`])
  expect(await ask(admin, theirs)).toEqual([200, null])
  expect(await ask(investor, `/profile?user=${investor.id}`)).toEqual([302, `/profile/admin/people/${investor.id}`])
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

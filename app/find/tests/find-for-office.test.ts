import { expect } from 'vitest'
import { folded } from '../../../rules/folded.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { visitorMessages } from '../../../server/sample/visitors.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { getHolders } from '../../holders/server/holders-list.ts'
import { startConversation } from '../../messages/server/write-message.ts'
import { getAllUsersForAdmin } from '../../people/server/people-list.ts'
import { editPerson } from '../../people/server/profiles.ts'
import { getRegister } from '../../register/server/register-list.ts'
import { foundShown } from '../find.ts'
import { findForOffice } from '../server/find-for-office.ts'

/** Results of an administrator's search anywhere in the office. Each story uses unique words. */

const test = testOnPortal({}, true)

const queryOf =
  ({ owner }: SharedPortal) =>
  (statement: string, values?: unknown[]) =>
    owner.query(statement, values)

/** @returns the names found by a search, by kind */
async function namesOf(actor: Actor, search: string): Promise<Record<string, (string | null)[]>> {
  const { found } = await findForOffice(actor, search)
  const names: Record<string, (string | null)[]> = {}
  for (const { kind, name } of found) names[kind] = [...(names[kind] ?? []), name]
  return names
}

test('one word finds a person, their holders, notes, documents and conversations', async ({
  portal,
  admin,
  investor,
}) => {
  await editPerson(admin, investor.id, { full_name: 'Elena Quillfeather', organization: 'Wren Medical' })
  const trust = await insertHolder(queryOf(portal), [investor], { name: 'Lakeside Trust', kind: 'revocable_trust' })
  const note = await insertNote(queryOf(portal), trust, { issueDate: '2026-01-02', until: '2026-01-02' })
  await givenDocument(portal, investor, { filename: 'Statement, Jul-Sep 2026.pdf' })
  await startConversation(investor, { personId: investor.id, subject: 'When is the next payment?', body: 'Hello' })
  const everything = {
    person: ['Elena Quillfeather'],
    holder: ['Lakeside Trust'],
    note: [note.number],
    document: ['Statement, Jul-Sep 2026.pdf'],
    conversation: ['When is the next payment?'],
  }
  expect(await namesOf(admin, 'quillf')).toEqual(everything)
  expect(await namesOf(admin, ' QUILL  elena ')).toEqual(everything)
  expect(await namesOf(admin, investor.email)).toEqual(everything)
  // Words of the name and of related data.
  expect(await namesOf(admin, 'quillfeather statement')).toEqual({ document: everything.document })
  expect(await namesOf(admin, 'payment quillfeather')).toEqual({ conversation: everything.conversation })
  expect(await namesOf(admin, `quillfeather ${note.number.slice(-4)}`)).toMatchObject({ note: [note.number] })
  expect((await findForOffice(admin, 'quillfeather')).found.find(({ kind }) => kind === 'person')).toMatchObject({
    about: [investor.email, 'Wren Medical'],
    state: null,
  })
  // A former member isn't among its names.
  await portal.owner.query('update holder_members set ended_at = now() where holder_id = $1', [trust])
  expect(await namesOf(admin, 'quillfeather')).toEqual({
    person: everything.person,
    document: everything.document,
    conversation: everything.conversation,
  })
})

test('accents, case and kinds of dashes make no difference to what is found', async ({ portal, admin, investor }) => {
  await editPerson(admin, investor.id, { full_name: 'Jose\u0301 Łukaszewicz-Bjørnsen' })
  const trust = await insertHolder(queryOf(portal), [investor], {
    name: 'Peña Straßberg Trust',
    kind: 'revocable_trust',
  })
  const note = await insertNote(queryOf(portal), trust, { issueDate: '2026-01-02', until: '2026-01-02' })
  await givenDocument(portal, investor, { filename: 'Æsir résumé.pdf' })
  for (const search of ['jose lukaszewicz', 'JOSÉ bjornsen', 'łukaszewicz‑bjørnsen'])
    expect(await namesOf(admin, search), search).toMatchObject({ person: ['José Łukaszewicz-Bjørnsen'] })
  for (const search of ['pena strassberg', 'PEÑA straßberg'])
    expect(await namesOf(admin, search), search).toMatchObject({
      holder: ['Peña Straßberg Trust'],
      note: [note.number],
    })
  expect(await namesOf(admin, 'aesir resume')).toMatchObject({ document: ['Æsir résumé.pdf'] })
  expect(await namesOf(admin, note.number.replaceAll('-', '–'))).toMatchObject({ note: [note.number] })
  expect((await getHolders(admin, { words: 'pena STRASSBERG' })).holders).toHaveLength(1)
  expect((await getRegister(admin, { on: fundDay(), search: 'pena strass' })).notes).toHaveLength(1)
  expect((await getAllUsersForAdmin(admin, { search: 'bjornsen' })).total).toBe(1)
  // The database folds text like the site.
  const texts = ['ÀÉÎÕÜ ØŁĐÐĦŦÆŒÞẞß', 'Jose\u0301', 'H‑0010–0020—x', 'O’Brien “x”', 'Ａｌｉｃｅ ﬁ', 'plain ASCII']
  const { rows } = await portal.owner.query(
    'select app.folded(t) as t from unnest($1::text[]) with ordinality u (t, n) order by n',
    [texts],
  )
  expect(rows.map(({ t }) => t)).toEqual(texts.map(folded))
})

test('a number finds its note and holder, and an amount the notes of that principal and those that pay it', async ({
  portal,
  admin,
  investor,
}) => {
  const holder = await insertHolder(queryOf(portal), [investor], { name: 'Amounts LLC', kind: 'llc' })
  const dates = { issueDate: '2026-01-02', until: '2026-01-02' }
  // $2,791.67 a month.
  const note = await insertNote(queryOf(portal), holder, { ...dates, principalCents: 304_545_45n })
  const other = await insertNote(queryOf(portal), holder, { ...dates, principalCents: 2_791_67n })
  for (const typed of [note.number, note.number.toLowerCase(), note.number.slice(3)])
    expect(await namesOf(admin, typed)).toEqual({ note: [note.number] })
  const { rows } = await portal.owner.query('select number from holders where id = $1', [holder])
  expect(await namesOf(admin, rows[0].number)).toMatchObject({ holder: ['Amounts LLC'] })
  for (const typed of ['304545.45', '$304,545.45', '304,545.45'])
    expect(await namesOf(admin, typed)).toEqual({ note: [note.number] })
  const { found } = await findForOffice(admin, '$2,791.67')
  expect(found).toMatchObject([
    { name: other.number, cents: 2_791_67n, pays: null, state: 'current', about: ['Amounts LLC'] },
    { name: note.number, cents: 304_545_45n, pays: 2_791_67n },
  ])
})

test('visitors are found by their names and addresses, and what they left says how they wrote', async ({
  portal,
  admin,
  domain,
}) => {
  const visitor = { name: 'Paula Zephyrine', email: `paula@${domain}` }
  await visitorMessages.insert(portal.owner, { topic: 'consultation', ...visitor })
  for (const typed of ['zephyr', `paula@${domain}`])
    expect((await findForOffice(admin, typed)).found).toMatchObject([
      { kind: 'conversation', name: null, visitor: 'consultation', about: ['Paula Zephyrine'], state: 'unanswered' },
    ])
})

test('of each kind a handful is listed, those first whose name begins with what is typed, and it is said that there are more', async ({
  portal,
  admin,
  domain,
}) => {
  for (let n = 0; n <= foundShown; n++) await portal.newPerson(`person-${n}@${domain}`, { fullName: `Ulixandra ${n}` })
  await portal.newPerson(`first@${domain}`, { fullName: 'Lixandra Best' })
  const { found, more } = await findForOffice(admin, 'lixandra')
  expect(found).toHaveLength(foundShown)
  expect(found[0]?.name).toBe('Lixandra Best')
  expect(more).toEqual(['person'])
  expect((await findForOffice(admin, 'lixandra best')).more).toEqual([])
})

test('what nobody types is nothing: no words, wildcards, and words that nothing has', async ({ admin }) => {
  for (const typed of ['', '   ', '%', '_____', '\0', "'; drop table notes", 'no-such-word-anywhere'])
    expect(await findForOffice(admin, typed)).toEqual({ found: [], more: [] })
})

test('a file that waits for its check, or failed it, is found by nobody but the one who added it', async ({
  portal,
  admin,
  investor,
}) => {
  const { id } = await givenDocument(portal, investor, { filename: 'Heldback.pdf' })
  expect(await namesOf(admin, 'heldback')).toEqual({ document: ['Heldback.pdf'] })
  await portal.owner.query("update documents set check_state = 'waiting', uploaded_by = $2 where id = $1", [
    id,
    investor.id,
  ])
  expect(await namesOf(admin, 'heldback')).toEqual({})
  expect(await namesOf(admin, investor.email)).not.toHaveProperty('document')
})

test('investors and approvers find nothing, and neither does an administrator who has just lost the right', async ({
  portal,
  admin,
  investor,
  approver,
}) => {
  for (const actor of [investor, approver, { ...investor, isAdmin: true }, { ...approver, isAdmin: true }])
    await expect(findForOffice(actor, 'vestor')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await portal.owner.query('update user_profiles set is_admin = false where id = $1', [admin.id])
  await expect(findForOffice(admin, 'vestor')).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the log says what was searched for, once it rests, and not each letter', async ({ portal, admin }) => {
  for (const typed of ['m', 'ma', 'mar', 'marsh', 'mars']) await findForOffice(admin, typed)
  await findForOffice(admin, 'okafor')
  const searches = async () => {
    const { rows } = await portal.owner.query(
      "select details ->> 'search' as search from audit_log where action = 'people.searched' and actor_id = $1 order by id",
      [admin.id],
    )
    return rows.map(({ search }) => search)
  }
  expect(await eventually('both searches', async () => (await searches()).length > 1 && searches())).toEqual([
    'marsh',
    'okafor',
  ])
})

test('without scripts the search is a page with a form, whose results are links', async ({
  portal,
  admin,
  investor,
}) => {
  await editPerson(admin, investor.id, { full_name: 'Plain Pagewell' })
  const get = async (path: string) => {
    const answer = await portal.fetch(path, {
      cookie: await portal.sessionOf(admin),
      headers: { 'sec-fetch-dest': 'document' },
    })
    return { status: answer.status, text: await answer.text() }
  }
  const empty = await get('/profile/admin/find')
  expect(empty.text).toContain('<form action="/profile/admin/find" method="get">')
  expect(empty.text).toContain('such as LK-2025-0001')
  expect(empty.text).toContain('href="/profile/admin/people"')
  const found = await get('/profile/admin/find?q=pagewell')
  expect(found.text).toContain(`href="/profile/admin/people/${investor.id}/overview"`)
  expect(found.text).toContain('value="pagewell"')
  expect((await get('/profile/admin/find?q=nobody-of-that-name')).text).toContain(
    'Nothing found for “nobody-of-that-name”',
  )
  // The office's pages, by their names and purposes.
  for (const [typed, address] of [
    ['matur', '/profile/admin/register/maturities'],
    ['late', '/profile/admin/register/due'],
  ] as const)
    expect((await get(`/profile/admin/find?q=${typed}`)).text).toContain(`href="${address}"`)
  expect((await get('/profile')).text).toContain('href="/profile/admin/find"')
})

import { expect } from 'vitest'
import { fileRow, sentLinkRow } from '../../../server/sample/documents.ts'
import { insertOf, insertRow } from '../../../server/sample/rows.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import type { DocumentCategory } from '../../documents/documents.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { getHome, hideSteps, skipDetails } from '../server/home.ts'

/** Adds a document as the fund would. */
async function sent(
  portal: SharedPortal,
  owner: Parameters<typeof givenDocument>[1],
  by: { id: string },
  name: string,
) {
  const { id } = await givenDocument(portal, owner, { filename: name })
  await portal.owner.query('update documents set uploaded_by = $2 where id = $1', [id, by.id])
  return id
}

test('home counts what the fund sent and the investor hasn’t opened, and names the newest three', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  expect(await getHome(investor)).toMatchObject({ unread: 0, news: [], step: 'talk' })
  const first = await sent(portal, investor, admin, 'First.pdf')
  const newest = await sent(portal, investor, admin, 'Second.pdf')
  await givenDocument(portal, investor, { filename: 'Mine.pdf' })
  await sent(portal, second, admin, 'Not mine.pdf')
  expect(await getHome(investor)).toMatchObject({
    unread: 2,
    news: [{ id: newest, filename: 'Second.pdf', createdAt: expect.any(Date) }, { id: first }],
  })
  await incrementViewCount(investor, newest)
  expect(await getHome(investor)).toMatchObject({ unread: 1, news: [{ id: first }] })
  // Downloading counts as reading, too; an administrator's view doesn't.
  await incrementViewCount(admin, first)
  await (await portal.fetch(`/files/${first}?download=1`, { cookie: await portal.sessionOf(investor) })).arrayBuffer()
  // It counts once its last byte has left.
  await expect.poll(async () => (await getHome(investor))?.unread).toBe(0)
  expect(await getHome(investor)).toMatchObject({ unread: 0, news: [{ id: newest }], step: 'review' })
  // Of many, the newest three are named.
  for (const name of ['3', '4', '5', '6']) await sent(portal, investor, admin, `${name}.pdf`)
  const { unread, news } = await getHome(investor)
  expect([unread, news.map(({ filename }) => filename)]).toEqual([4, ['6.pdf', '5.pdf', '4.pdf']])
})

test('home knows the newest tax document', async ({ portal, investor, admin }) => {
  expect(await getHome(investor)).toMatchObject({ tax: undefined })
  const [first, newest] = [
    await sent(portal, investor, admin, 'First.pdf'),
    await sent(portal, investor, admin, 'W.pdf'),
  ]
  await sent(portal, investor, admin, 'Another.pdf')
  await portal.owner.query("update documents set category = 'Tax' where id = any ($1)", [[first, newest]])
  expect(await getHome(investor)).toMatchObject({ tax: { id: newest, createdAt: expect.any(Date) } })
})

test('home names the newest of everything the investor reads: unread before read, and no signing link', async ({
  portal,
  investor,
  admin,
}) => {
  const { owner } = portal
  const holder = await givenHolder(admin, investor)
  const aged = async (name: string, days: number, set = 'read_at = null') => {
    const id = await sent(portal, investor, admin, name)
    await owner.query(`update documents set created_at = now() - make_interval(days => $2), ${set} where id = $1`, [
      id,
      days,
    ])
    return id
  }
  const linkOf = (days: number, category: DocumentCategory, read = false) => {
    const created_at = new Date(Date.now() - days * 86_400_000)
    const columns = { filename: 'Link', category, created_at, ...(read && { read_at: new Date() }) }
    return insertRow(owner, 'documents', sentLinkRow({ user_id: investor.id, uploaded_by: admin.id, ...columns }))
  }
  const named = async () => {
    const { news, tax } = await getHome(investor)
    return [news.map(({ filename }) => filename), tax?.filename]
  }
  // Newer than all others: links, read or not, and documents that aren't shown to an investor, or not served.
  for (let link = 0; link < 4; link++) await linkOf(1, 'Agreements')
  await linkOf(1, 'Agreements', true)
  await aged('Unreleased.pdf', 1, 'unreleased = true')
  await aged('Waiting.pdf', 1, "check_state = 'waiting'")
  expect(await named()).toEqual([[], undefined])
  await aged('Read.pdf', 3, 'read_at = now()')
  await aged('Earlier.pdf', 4, 'read_at = now()')
  expect(await named()).toEqual([['Read.pdf'], undefined])
  // The newest of all has another owner.
  await aged('Filed.pdf', 2, `read_at = now(), category = 'Tax', holder_id = '${holder.id}'`)
  expect(await named()).toEqual([['Filed.pdf'], 'Filed.pdf'])
  // Unread ones come first, however old, and whatever their category.
  await aged('Old.pdf', 400)
  await aged('Older.pdf', 500, `holder_id = '${holder.id}'`)
  expect(await named()).toEqual([['Old.pdf', 'Older.pdf'], 'Filed.pdf'])
  await aged('Tax.pdf', 450, "category = 'Tax'")
  await aged('Oldest.pdf', 600)
  expect(await named()).toEqual([['Old.pdf', 'Tax.pdf', 'Older.pdf'], 'Filed.pdf'])
  // A link filed under Tax is the newest tax document, but isn't unread.
  await linkOf(1, 'Tax')
  expect(await named()).toEqual([['Old.pdf', 'Tax.pdf', 'Older.pdf'], 'Link'])
})

test('new people are asked once who they are, and see the step that they have reached until they hide them', async ({
  portal,
  domain,
  admin,
  second,
}) => {
  const person = await portal.newPerson(`new@${domain}`)
  expect(await getHome(person)).toMatchObject({ asksDetails: true, step: 'talk' })
  await skipDetails(person)
  expect(await getHome(person)).toMatchObject({ asksDetails: false, step: 'talk' })
  const toSign = sentLinkRow({ user_id: person.id, uploaded_by: admin.id })
  const link = await insertRow(portal.owner, 'documents', toSign)
  // A link needs a signature instead of being read.
  expect(await getHome(person)).toMatchObject({ unread: 0, step: 'sign' })
  // Another person can't find out this person's step, or how many documents are shown only to this person.
  await portal.owner.query(insertOf('documents', fileRow({ user_id: person.id, check_state: 'waiting' })))
  const requested = `select app.count_unlisted(array[$1::uuid]) as unlisted, r.has_to_sign
    from app.investing_reached(array[$1::uuid]) r`
  expect((await queryAs(portal, person.id, requested, [person.id])).rows).toEqual([{ unlisted: 1, has_to_sign: true }])
  expect((await queryAs(portal, second.id, requested, [person.id])).rows).toEqual([{ unlisted: 0, has_to_sign: false }])
  await portal.owner.query(
    "update documents set signing_state = 'confirmed', signing_confirmed_at = now() where id = $1",
    [link],
  )
  expect(await getHome(person)).toMatchObject({ step: 'transfer' })
  // With the first note that is funded, all four steps are taken.
  const holder = await insertHolder(portal.owner.query.bind(portal.owner) as never, [person])
  await insertNote(portal.owner.query.bind(portal.owner) as never, holder, {
    issueDate: '2026-01-15',
    until: '2026-01-15',
  })
  expect(await getHome(person)).toMatchObject({ step: undefined })
  const hidden = await portal.newPerson(`hidden@${domain}`)
  expect(await getHome(hidden)).toMatchObject({ step: 'talk' })
  await hideSteps(hidden)
  expect(await getHome(hidden)).toMatchObject({ step: undefined })
  const named = await portal.newPerson(`named@${domain}`, { fullName: 'Nina Amed' })
  await portal.owner.query("update user_profiles set created_at = now() - interval '31 days' where id = $1", [named.id])
  expect(await getHome(named)).toMatchObject({ asksDetails: false, step: undefined })
})

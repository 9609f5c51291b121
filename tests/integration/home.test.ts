import { expect } from 'vitest'
import { incrementViewCount } from '../../server/documents/views.ts'
import { getHome, hideSteps, skipDetails } from '../../server/home/home.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { insertHolder, insertNote } from '../helpers/insert-notes.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

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
    news: [{ id: newest, filename: 'Second.pdf', created_at: expect.any(Date) }, { id: first }],
  })
  await incrementViewCount(investor, newest)
  expect(await getHome(investor)).toMatchObject({ unread: 1, news: [{ id: first }] })
  // Downloading is reading, too; an administrator's look is not.
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
  expect(await getHome(investor)).toMatchObject({ tax: { id: newest, created_at: expect.any(Date) } })
})

test('new people are asked once who they are, and see the step that they have reached until they hide them', async ({
  portal,
  domain,
  admin,
}) => {
  const person = await portal.newPerson(`new@${domain}`)
  expect(await getHome(person)).toMatchObject({ asksDetails: true, step: 'talk' })
  await skipDetails(person)
  expect(await getHome(person)).toMatchObject({ asksDetails: false, step: 'talk' })
  const { rows } = await portal.owner.query(
    `insert into documents (user_id, uploaded_by, filename, file_size, mime_type, is_external_link, external_url,
      file_type, signing_state, signing_sent_at)
    values ($1, $2, 'Note', 0, 'application/docusign', true, 'https://sign.example/1', 'docusign', 'sent', now())
    returning id`,
    [person.id, admin.id],
  )
  // A link waits to be signed rather than read.
  expect(await getHome(person)).toMatchObject({ unread: 0, step: 'sign' })
  await portal.owner.query(
    "update documents set signing_state = 'confirmed', signing_confirmed_at = now() where id = $1",
    [rows[0].id],
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

import { link } from 'node:fs/promises'
import { expect } from 'vitest'
import { archivesOfGuests, archivesPerPerson } from '../../../rules/limits.ts'
import { conversations, insertMessage } from '../../../server/sample/conversations.ts'
import { signingLinkRow } from '../../../server/sample/documents.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { visitorMessages } from '../../../server/sample/visitors.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { rounds } from '../../../tests/helpers/lane.ts'
import { countedUses } from '../../../tests/helpers/owner.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { type Unzipped, unzip } from '../../../tests/helpers/unzip.ts'
import { requestDocumentDelete } from '../../documents/server/deletion.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { editPerson } from '../server/profiles.ts'

async function downloadExport(portal: SharedPortal, cookie: string): Promise<Unzipped[]> {
  const answer = await portal.fetch('/files/everything', { cookie })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=.*your data/)
  return unzip(Buffer.from(await answer.arrayBuffer()))
}

function reader(files: Unzipped[]) {
  return (name: string) => JSON.parse(files.find(file => file.name === name)?.content.toString() ?? 'null')
}

test('a person downloads everything the fund holds about them, and nothing about anyone else', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const { owner } = portal
  const note = await givenDocument(portal, investor, { filename: 'Note.pdf', content: '%PDF-1.4 one' })
  const same = await givenDocument(portal, investor, { filename: 'note.pdf', content: '%PDF-1.4 two' })
  const foreign = await givenDocument(portal, second, { filename: 'Secret.pdf' })
  await owner.query("update documents set fund_name = 'Fund: II' where id = $1", [same.id])
  const link = signingLinkRow({ user_id: investor.id, uploaded_by: admin.id })
  await owner.query(insertOf('documents', link))
  await incrementViewCount(investor, note.id)
  await incrementViewCount(admin, note.id)
  await incrementViewCount(second, foreign.id)
  await requestDocumentDelete(investor, note.id)
  await editPerson(admin, investor.id, { organization: 'Vestor & Co' })
  for (const email of [investor.email.toUpperCase(), second.email])
    await visitorMessages.insert(owner, { name: 'N', email, message: 'Words', note: 'an internal note' })

  for (const [person, attached] of [
    [investor, note.id],
    [second, foreign.id],
  ] as const) {
    const conversation_id = await conversations.insert(owner, { person_id: person.id })
    await insertMessage(owner, { conversation_id, sender_id: person.id, body: 'Why?' }, [attached])
    const noted = "insert into admin_notes (conversation_id, author_name, body) values ($1, 'Ada', 'an internal note')"
    await owner.query(noted, [conversation_id])
  }

  const files = await downloadExport(portal, await portal.sessionOf(investor))
  const read = reader(files)
  expect(files.map(({ name }) => name)).toEqual([
    'README.txt',
    'profile.json',
    'documents.json',
    'signing-links.json',
    'views.json',
    'sessions.json',
    'requests.json',
    'conversations.json',
    'audit-log.json',
    'documents/Fund_ II/note.pdf',
    'documents/General/Note.pdf',
  ])
  expect(files.find(({ name }) => name === 'documents/General/Note.pdf')?.content).toEqual(note.content)
  expect(read('profile.json')).toMatchObject({
    email: investor.email,
    organization: 'Vestor & Co',
    mail_preferences: {},
  })
  expect(read('signing-links.json')).toMatchObject([{ filename: 'To sign', url: 'https://sign.example/1' }])
  expect(
    read('views.json')
      .map((view: { user_email: string }) => view.user_email)
      .sort(),
  ).toEqual([admin.email, investor.email])
  expect(read('sessions.json')).toMatchObject([{ this_one: true }])
  expect(read('requests.json')).toMatchObject({
    deletions: [{ filename: 'Note.pdf', status: 'pending', requested_by: 'you' }],
    messages: [{ message: 'Words' }],
    calls: [],
  })
  expect(read('conversations.json')).toEqual([
    {
      subject: 'A question',
      messages: [{ by: 'you', body: 'Why?', created_at: expect.any(String), attachments: ['Note.pdf'] }],
    },
  ])
  const entries: { action: string; by: string }[] = read('audit-log.json')
  expect(entries.map(({ action, by }) => `${action} by ${by}`)).toEqual([
    'document.viewed by you',
    'document.viewed by the fund',
    'document.delete_requested by you',
    'profile.updated by the fund',
    'session.started by you',
    'data.exported by you',
  ])
  const whole = files.map(({ content }) => content.toString()).join('\n')
  for (const hidden of ['Secret.pdf', second.email, 'an internal note']) expect(whole).not.toContain(hidden)
  expect(whole).not.toContain('token_hash')
})

test('the archive of an administrator, or a former one, contains their own data, not what they can see of others', async ({
  portal,
  investor,
  admin,
}) => {
  const { owner } = portal
  await givenDocument(portal, investor, { filename: 'Note.pdf' })
  await editPerson(admin, investor.id, { full_name: 'Somebody Else' })
  const cookie = await portal.sessionOf(admin)
  for (const isAdmin of [true, false]) {
    await owner.query('update user_profiles set is_admin = $2 where id = $1', [admin.id, isAdmin])
    const files = await downloadExport(portal, cookie)
    const read = reader(files)
    expect(read('documents.json')).toEqual([])
    expect(read('views.json')).toEqual([])
    const entries: { action: string }[] = read('audit-log.json')
    expect(entries.filter(({ action }) => action === 'profile.updated')).toEqual([
      {
        at: expect.any(String),
        action: 'profile.updated',
        subject_id: investor.id,
        outcome: 'done',
        ip: null,
        user_agent: null,
        by: 'you',
      },
    ])
    expect(files.map(({ content }) => content.toString()).join('\n')).not.toContain('Somebody Else')
  }
})

test('a missing file is listed at the end and does not break the archive', async ({ portal, investor }) => {
  const { owner } = portal
  const { id } = await givenDocument(portal, investor, { filename: 'Lost.pdf' })
  await owner.query("update documents set file_path = $2 || '/1764999999999.pdf' where id = $1", [id, investor.id])
  const files = await downloadExport(portal, await portal.sessionOf(investor))
  expect(files.at(-1)).toMatchObject({ name: 'Not in this archive.txt' })
  expect(files.at(-1)?.content.toString()).toContain('Lost.pdf')
})

test('an archive of more than a thousand documents is complete', async ({ portal, investor }) => {
  const { owner } = portal
  const { id } = await givenDocument(portal, investor, {
    filename: 'Statement.pdf',
    content: Buffer.alloc(3000, 'x'),
  })
  const { rows } = await owner.query('select file_path from documents where id = $1', [id])
  const folder = `${portal.dataDir}/files/`
  const stamps = Array.from({ length: rounds(1100, 2000) }, (_, i) => 1_770_000_000_000 + i)
  for (const stamp of stamps) await link(folder + rows[0].file_path, `${folder}${investor.id}/${stamp}.pdf`)
  await owner.query(
    `insert into documents (user_id, uploaded_by, filename, file_path, file_size, mime_type, sha256, file_type)
    select user_id, uploaded_by, filename, user_id || '/' || stamp || '.pdf', file_size, mime_type, sha256, file_type
    from documents, unnest($2::bigint[]) as stamp where id = $1`,
    [id, stamps],
  )
  const cookie = await portal.sessionOf(investor)
  const files = await downloadExport(portal, cookie)
  const names = files.map(({ name }) => name).filter(name => name.startsWith('documents/'))
  expect(new Set(names).size).toBe(stamps.length + 1)
  expect(files.filter(({ content }) => content.length === 3000)).toHaveLength(stamps.length + 1)
})

test('the archive requires a session and is rate-limited', async ({ portal, investor }) => {
  expect((await portal.fetch('/files/everything')).status).toBe(401)
  const cookie = await portal.sessionOf(investor)
  for (let i = 0; i < archivesPerPerson; i++) await downloadExport(portal, cookie)
  const refused = await portal.fetch('/files/everything', { cookie })
  expect(refused.status).toBe(303)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(3600)
  expect(refused.headers.get('location')).toBe(`/profile/settings?archive=later&wait=${wait}`)
})

test('guests together download so many archives in an hour; the others aren’t refused for it', async ({
  portal,
  investor,
  domain,
}) => {
  await using _ = await countedUses(portal, 'archives of guests', archivesOfGuests)
  const guest = await portal.newPerson(`guest@${domain}`, { guest: true })
  const refused = await portal.fetch('/files/everything', { cookie: await portal.sessionOf(guest) })
  expect([refused.status, refused.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('/profile/settings?archive=later'),
  ])
  await downloadExport(portal, await portal.sessionOf(investor))
})

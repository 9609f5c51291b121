import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '../../rules/messages.ts'
import { apiFor } from '../helpers/api.ts'
import { newSignedInPerson, type Person } from '../helpers/api-person.ts'
import { asOwner } from '../helpers/owner.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

/** How the built site answers the forms of the document list and of the delete requests. */
let site: TestServer
let investor: Person
let second: Person
let admin: Person

beforeAll(async () => {
  site = await startServer()
  investor = await newSignedInPerson(site)
  second = await newSignedInPerson(site)
  admin = await newSignedInPerson(site, { isAdmin: true })
})

afterAll(() => site?.dispose())

let names = 0

/** Uploads a document. @returns its id */
function upload(owner: Person = investor): Promise<string> {
  return owner.api.upload({ filename: `Note ${names++}.txt`, content: Buffer.from('a note') })
}

/** Submits a form as a browser without scripts does. @returns what the page then shows, or where the browser goes */
async function submit(person: Person, path: string, fields: Record<string, string>) {
  const headers = { accept: 'text/html', 'sec-fetch-dest': 'document' }
  const answer = await person.api.ask(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  return { status: answer.status, location: answer.headers.get('location'), page: await answer.text() }
}

const ok = (notice: string) => ({ status: 200, notice })
const refused = (code: string) => expect.objectContaining({ status: 200, error: { code, message: expect.any(String) } })

test('requesting, rejecting, requesting again and approving, in the specification’s words', async () => {
  const id = await upload()
  const requested = ok('Delete request submitted. Waiting for admin approval.')
  expect(await investor.api.act('document.request_delete', id)).toEqual(requested)
  expect(await investor.api.act('document.request_delete', id)).toEqual(requested)
  expect(await admin.api.act('document.reject_delete', id)).toEqual(ok('Delete request rejected'))
  expect(await admin.api.act('document.reject_delete', id)).toEqual(refused('REQUEST_REJECTED'))
  expect(await investor.api.act('document.request_delete', id)).toEqual(requested)
  expect(await admin.api.act('document.approve_delete', id)).toEqual(ok('Document deleted successfully'))
  expect(await admin.api.act('document.approve_delete', id)).toEqual(refused('REQUEST_APPROVED'))
  expect(await investor.api.act('document.request_delete', id)).toEqual(refused('DOCUMENT_GONE'))
  expect((await investor.api.documents()).some(document => document.id === id)).toBe(false)
})

test('deleting, renaming, moving and adding a link, for one document or several', async () => {
  const ids = [await upload(), await upload(), await upload()]
  const [first = '', next = ''] = ids
  expect(await admin.api.act('document.rename', first, { filename: ' March/2026.pdf' })).toEqual(ok('Document renamed'))
  expect(await admin.api.act('document.rename', first, { filename: ' .txt' })).toEqual(refused('FILE_NAME'))
  expect(await admin.api.act('documents.move', '', { ids, fund_name: ' Fund\nII ' })).toEqual(
    ok('Moved 3 documents to Fund II.'),
  )
  expect(await admin.api.act('documents.move', '', { ids, fund_name: ' ' })).toEqual(refused('FUND_REQUIRED'))
  expect((await investor.api.documents()).filter(({ fund_name }) => fund_name === 'Fund II')).toMatchObject([
    {},
    {},
    { id: first, filename: 'March-2026.txt' },
  ])
  expect(await admin.api.act('document.delete', next)).toEqual(ok('Document deleted successfully'))
  expect(await admin.api.act('document.delete', next)).toEqual(refused('DOCUMENT_GONE'))
  const some = ok(
    'Delete requests submitted for 2 of 3 documents. Waiting for admin approval. One was already deleted.',
  )
  expect(await investor.api.act('documents.request_delete', '', { ids })).toEqual(some)
  expect(await admin.api.act('documents.delete', '', { ids })).toEqual(
    ok('Deleted 2 of 3 documents. One was already deleted.'),
  )
  expect(await admin.api.act('documents.delete', '', { ids })).toEqual(refused('DOCUMENTS_GONE'))
  expect(await admin.api.act('documents.delete')).toEqual(refused('NOTHING_CHOSEN'))
  const link = { user: investor.id, name: 'Sign', url: 'https://sign.example/1' }
  expect(await admin.api.act('document.add_link', '', link)).toEqual(ok('DocuSign document created successfully'))
  expect(await admin.api.act('document.add_link', '', { ...link, url: 'http://x.y' })).toEqual(
    refused('LINK_URL_INVALID'),
  )
  expect((await investor.api.documents())[0]).toMatchObject({ filename: 'Sign', uploaded_by: admin.id })
})

test('without scripts the browser is redirected, or shows a page that says why not', async () => {
  const id = await upload()
  const path = `/profile/documents/${id}`
  expect(await submit(investor, path, { intent: 'document.request_delete' })).toMatchObject({
    status: 302,
    location: '/profile',
  })
  const next = `/profile/admin/people/${investor.id}`
  expect(await submit(admin, path, { intent: 'document.rename', filename: 'a', next })).toMatchObject({
    status: 302,
    location: next,
  })
  const elsewhere = { intent: 'document.reject_delete', next: '//evil.example' }
  expect(await submit(admin, path, elsewhere)).toMatchObject({ status: 302, location: '/profile' })
  const late = await submit(admin, path, { intent: 'document.approve_delete' })
  expect(late.status).toBe(409)
  expect(late.page).toContain(messages.REQUEST_REJECTED)
  const foreign = await submit(second, path, { intent: 'document.request_delete' })
  expect([foreign.status, foreign.page.includes(messages.DOCUMENT_GONE)]).toEqual([404, true])
  const none = await submit(investor, '/profile/documents', { intent: 'dance' })
  expect([none.status, none.page.includes(messages.NOT_FOUND)]).toEqual([404, true])
  const download = await submit(second, '/files/zip', { ids: id })
  expect(download).toMatchObject({ status: 303, location: '/profile/documents?refused=DOCUMENTS_GONE' })
  const page = await second.api.ask(download.location ?? '')
  expect([page.status, (await page.text()).includes(messages.DOCUMENTS_GONE)]).toEqual([404, true])
  expect((await investor.api.ask(path)).headers.get('location')).toBe(`/profile?document=${id}`)
  expect((await investor.api.ask('/profile/documents')).headers.get('location')).toBe('/profile')
})

test('a visitor or another person’s session can do nothing, and a body that is not a form does nothing', async () => {
  const id = await upload()
  const visitor: Person = { id: '', email: '', api: apiFor(site.url) }
  const forOwners = ['request_delete', 'withdraw_delete', 'undo_upload', 'rename'].map(name => `document.${name}`)
  for (const intent of [...forOwners, 'document.approve_delete', 'document.reject_delete', 'document.delete']) {
    expect(await visitor.api.act(intent, id), intent).toEqual(refused('NO_SESSION'))
    expect(await second.api.act(intent, id, { filename: 'x' }), intent).toEqual(
      refused(forOwners.includes(intent) ? 'DOCUMENT_GONE' : 'FORBIDDEN'),
    )
    if (!forOwners.includes(intent)) expect(await investor.api.act(intent, id)).toEqual(refused('FORBIDDEN'))
    expect(await submit(visitor, `/profile/documents/${id}`, { intent })).toMatchObject({
      status: 307,
      location: expect.stringMatching(/^\/login\/held\?/),
    })
  }
  for (const intent of ['documents.request_delete', 'documents.delete', 'documents.move', 'document.add_link']) {
    expect(await visitor.api.act(intent, '', { ids: id }), intent).toEqual(refused('NO_SESSION'))
    const fields = { ids: id, fund_name: 'x', user: investor.id, name: 'x', url: 'https://x.example/' }
    expect(await second.api.act(intent, '', fields), intent).toEqual(
      refused(['documents.request_delete', 'documents.move'].includes(intent) ? 'DOCUMENTS_GONE' : 'FORBIDDEN'),
    )
  }
  for (const name of ['toString', '__proto__', 'constructor', '']) {
    expect(await admin.api.act(name, id), name).toEqual(refused('NOT_FOUND'))
  }
  const noForm = await admin.api.ask('/profile/documents', { method: 'POST', body: '{}' })
  expect(noForm.status).toBe(404)
  const foreignPage = await admin.api.ask(`/profile/documents/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ intent: 'documents.delete' }),
    headers: { origin: 'https://evil.example' },
  })
  expect(foreignPage.status).toBe(403)
  expect((await investor.api.documents()).find(document => document.id === id)).toMatchObject({
    delete_request_status: null,
  })
})

test('a server error is reported in the specification’s words for each place', async () => {
  const id = await upload()
  await investor.api.act('document.request_delete', id)
  const other = await upload()
  await asOwner(site, 'alter table audit_log rename to audit_log_away')
  try {
    const errorOf = async (person: Person, intent: string, at = id, fields = {}) =>
      (await person.api.act(intent, at, fields)).error?.message
    expect(await errorOf(investor, 'document.request_delete', other)).toBe('Failed to request document deletion')
    expect(await errorOf(admin, 'document.approve_delete')).toBe('Failed to approve delete request')
    expect(await errorOf(admin, 'document.approve_delete', id, { place: 'requests' })).toBe('Failed to approve delete')
    expect(await errorOf(admin, 'document.reject_delete')).toBe('Failed to reject delete request')
    expect(await errorOf(admin, 'document.reject_delete', id, { place: 'requests' })).toBe('Failed to reject delete')
    expect(await errorOf(admin, 'document.delete')).toBe('Failed to delete document')
    expect(await errorOf(investor, 'document.withdraw_delete')).toBe('Failed to process delete request')
    const link = { user: investor.id, name: 'Sign', url: 'https://sign.example/1' }
    expect(await errorOf(admin, 'document.add_link', '', link)).toBe('Failed to create DocuSign document')
  } finally {
    await asOwner(site, 'alter table audit_log_away rename to audit_log')
  }
  expect(await admin.api.act('document.approve_delete', id)).toEqual(ok('Document deleted successfully'))
})

test('without scripts, a form whose session has ended is held until its sender has signed in, and then sent', async () => {
  const visitor = apiFor(site.url, { ip: '10.7.250.1' })
  const subject = 'Typed before the <session> ended'
  const sent = { intent: 'conversation.start', subject, body: 'Nothing of this is lost', formId: crypto.randomUUID() }
  const post = (api: typeof visitor, path: string) =>
    api.ask(path, {
      method: 'POST',
      body: new URLSearchParams(sent),
      headers: { accept: 'text/html', 'sec-fetch-dest': 'document' },
    })
  const ended = await post(visitor, '/profile/messages/new')
  const holder = ended.headers.get('location') ?? ''
  expect([ended.status, holder]).toEqual([
    307,
    '/login/held?next=%2Fprofile%2Fmessages%2Fnew&to=%2Fprofile%2Fmessages%2Fnew',
  ])
  const held = await post(visitor, holder)
  const page = await held.text()
  expect(held.status).toBe(200)
  expect(page).toContain('Nothing you entered is lost')
  expect(page).toContain('value="Typed before the &lt;session&gt; ended"')
  expect(page).toMatch(/<form[^>]* action="\/profile\/messages\/new"/)
  // The page has it, and nothing else: it names where it is sent by its address alone.
  expect(await (await visitor.ask(holder)).text()).not.toContain('Typed before')
  const stranger = await visitor.ask('/login/held?next=/&to=https://elsewhere.example/', {
    method: 'POST',
    body: new URLSearchParams(sent),
  })
  expect(await stranger.text()).not.toContain('elsewhere.example')

  const begun = await post(investor.api, '/profile/messages/new')
  expect(begun.status).toBe(302)
  const { rows } = await asOwner(site, 'select subject from conversations where person_id = $1', [investor.id])
  expect(rows).toContainEqual({ subject })
})

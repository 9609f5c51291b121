import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { accessesRecorded } from '../../../tests/helpers/accesses.ts'
import { givenDelegate, givenFiled } from '../../../tests/helpers/delegates.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { givenAccreditation } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { recorded } from '../../downloads/server/file-accesses.ts'

/** Ages a person's proofs in all sessions. */
async function stale({ owner }: SharedPortal, { id }: Actor): Promise<void> {
  await owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1", [id])
}

async function proved({ owner }: SharedPortal, { id }: Actor): Promise<void> {
  await owner.query('update auth.sessions set created_at = now() where user_id = $1', [id])
}

/** The status of each way to a document's bytes. */
async function waysTo(portal: SharedPortal, cookie: string, id: string): Promise<number[]> {
  const requested: [string, RequestInit][] = [
    [`/files/${id}`, {}],
    [`/files/${id}?download=1`, {}],
    [`/files/${id}`, { method: 'HEAD' }],
    [`/files/${id}`, { headers: { range: 'bytes=0-0' } }],
    [`/files/${id}`, { headers: { 'if-none-match': '"x"' } }],
    ['/files/zip', { method: 'POST', body: new URLSearchParams({ ids: id }) }],
  ]
  const found: number[] = []
  for (const [path, options] of requested) {
    const answer = await portal.fetch(path, { cookie, ...options })
    await answer.arrayBuffer()
    found.push(answer.status)
  }
  return found
}

const refused = Array(6).fill(403)
const served = [200, 200, 200, 206, 200, 200]

test('somebody else’s tax document takes fresh proof by what it is, wherever it came from and is filed', async ({
  portal,
  admin,
  investor,
  approver,
  second,
}) => {
  const { owner } = portal
  const holder = await givenHolder(admin, investor)
  await givenAccreditation(portal, holder.id, investor)
  const given = async (filename: string) => (await givenDocument(portal, investor, { filename })).id
  const [unsent, moved, evidence, page, other] = [
    await given('W-9 that is not sent.pdf'),
    await given('K-1.pdf'),
    await given('1040.pdf'),
    await given('Bank statement.pdf'),
    await given('Letter.pdf'),
  ]
  await owner.query("update documents set category = 'Tax' where id = any ($1)", [[unsent, moved]])
  await owner.query("update documents set category = 'Notices' where id = $1", [moved])
  const accreditation = 'select id from accreditations where holder_id = $2 limit 1'
  for (const [id, kind, ssn] of [
    [evidence, 'tax_form', '{}'],
    [page, 'assets', '{2}'],
  ])
    await owner.query(
      `insert into evidence (accreditation_id, holder_id, document_id, kind, filename, added_by, ssn_pages)
      values ((${accreditation}), $2, $1, $3, 'x.pdf', $4, $5)`,
      [id, holder.id, kind, investor.id, ssn],
    )
  await owner.query('delete from evidence where document_id = $1', [page])
  const filed = await givenFiled(portal, { holder: holder.id, owner: investor, by: admin }, 'Tax')
  await givenDelegate(portal, investor, second, holder.id)
  const all = [unsent, moved, evidence, page, filed]

  const [office, own, delegate] = [
    await portal.sessionOf(admin),
    await portal.sessionOf(investor),
    await portal.sessionOf(second),
  ]
  for (const person of [admin, investor, second, approver]) await stale(portal, person)
  for (const id of all) {
    expect(await waysTo(portal, office, id), id).toEqual(refused)
    expect(await waysTo(portal, own, id), id).toEqual(served)
  }
  expect(await waysTo(portal, office, other)).toEqual(served)
  expect(await waysTo(portal, delegate, filed)).toEqual(refused)
  const { rows } = await owner.query(
    'select 1 from file_accesses where user_id = any ($1) and document_id = any ($2)',
    [[admin.id, second.id], all],
  )
  expect(rows).toEqual([])

  await proved(portal, admin)
  await proved(portal, second)
  for (const id of all) expect(await waysTo(portal, office, id), id).toEqual(served)
  expect(await waysTo(portal, delegate, filed)).toEqual(served)
  await expect(
    owner.query('update documents set is_tax = false where id = $1 returning is_tax', [moved]),
  ).resolves.toMatchObject({
    rows: [{ is_tax: true }],
  })
})

test('a window that is refused for want of proof is led to the page that asks, and back to the file', async ({
  portal,
  admin,
  investor,
}) => {
  const { id } = await givenDocument(portal, investor)
  await portal.owner.query("update documents set category = 'Tax' where id = $1", [id])
  const cookie = await portal.sessionOf(admin)
  await stale(portal, admin)
  const window = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }
  const led = await portal.fetch(`/files/${id}?download=1`, { cookie, headers: window })
  const next = new URLSearchParams({ next: `/files/${id}?download=1` })
  expect([led.status, led.headers.get('location'), led.headers.get('cache-control')]).toEqual([
    303,
    `/profile/proof?${next}`,
    'no-store',
  ])
  const zip = (headers: Record<string, string>) =>
    portal.fetch('/files/zip', { cookie, method: 'POST', body: new URLSearchParams({ ids: id }), headers })
  const list = await zip({ ...window, referer: `${portal.url}/profile/admin/documents?q=x` })
  expect(list.headers.get('location')).toBe(
    `/profile/proof?${new URLSearchParams({ next: '/profile/admin/documents?q=x' })}`,
  )
  const elsewhere = await zip({ ...window, referer: 'https://evil.example/profile/admin' })
  expect(elsewhere.headers.get('location')).toBe('/profile/proof?next=%2Fprofile')
  const others: Record<string, string>[] = [{}, { 'sec-fetch-dest': 'iframe' }, { 'sec-fetch-dest': 'empty' }]
  for (const headers of others) {
    const answer = await portal.fetch(`/files/${id}`, { cookie, headers })
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'PROOF_NEEDED' }])
  }
})

test('a document counts as opened once its last byte has left, in one piece or in several', async ({
  portal,
  investor,
  admin,
}) => {
  const content = '%PDF-0123456789'
  const { id } = await givenDocument(portal, investor, { content, uploadedBy: admin })
  const cookie = await portal.sessionOf(investor)
  const ask = async (headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await portal.fetch(`/files/${id}`, { cookie, headers, method })
    await answer.arrayBuffer()
    await accessesRecorded()
    return answer.status
  }
  const isRead = async () =>
    (await portal.owner.query('select read_at is not null as read from documents where id = $1', [id])).rows[0].read
  expect(await ask({}, 'HEAD')).toBe(200)
  expect(await ask({ range: 'bytes=0-0' })).toBe(206)
  expect(await ask({ range: 'bytes=-1' })).toBe(206)
  expect(await ask({ 'sec-purpose': 'prefetch' })).toBe(503)
  expect(await isRead()).toBe(false)
  expect(await ask({ range: 'bytes=5-13' })).toBe(206)
  expect(await isRead()).toBe(false)
  expect(await ask({ range: 'bytes=1-4' })).toBe(206)
  await eventually('the opening', isRead)
})

test('a reader who leaves has opened nothing', async ({ investor }) => {
  async function* bytes() {
    yield Buffer.from('abc')
    yield Buffer.from('def')
  }
  const opened: string[] = []
  const serve = (name: string) =>
    recorded(
      investor,
      {
        itemId: crypto.randomUUID(),
        how: 'viewer',
        range: { start: 0, end: 5 },
        opened: async () => void opened.push(name),
      },
      bytes(),
    )
  for await (const _ of serve('left at once')) break
  const half = serve('left at the end')
  await half.next()
  await half.next()
  await half.return()
  for await (const _ of serve('stayed'));
  expect(opened).toEqual(['stayed'])
})

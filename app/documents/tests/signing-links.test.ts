import { expect } from 'vitest'
import { messages } from '../../../rules/messages.ts'
import { signingLinkRow } from '../../../server/sample/documents.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getUserDocuments } from '../server/documents.ts'
import { createDocuSignDocument } from '../server/signing-links.ts'
import { readSigningUrl } from '../signing-links.ts'

const hosts = ['docusign.net', 'sign.example']

test('an administrator adds a signing link, and its owner sees it', async ({ portal, investor, admin }) => {
  const made = await createDocuSignDocument(admin, {
    userId: investor.id,
    name: '  Promissory note 3/2026 ',
    url: ' HTTPS://Sign.Example:443/a b'.replace(' b', '%20b?x=1#here'),
  })
  expect(await getUserDocuments(investor, investor.id)).toEqual([made])
  expect(made).toMatchObject({
    filename: 'Promissory note 3-2026',
    file_size: 0,
    mime_type: 'application/docusign',
    file_type: 'docusign',
    is_external_link: true,
    external_url: 'https://sign.example/a%20b?x=1#here',
    uploaded_by: admin.id,
    fund_name: 'General',
    category: 'Investment Documents',
    view_count: 0,
    delete_request_status: null,
  })
  const { rows } = await portal.owner.query('select * from audit_log where subject_id = $1', [made.id])
  expect(rows).toMatchObject([{ action: 'document.link_created', actor_id: admin.id, subject_id: made.id }])
})

test.each<[address: string, code: keyof typeof messages | undefined]>([
  ['', 'LINK_URL_REQUIRED'],
  ['   ', 'LINK_URL_REQUIRED'],
  ['sign.example/1', 'LINK_URL_INVALID'],
  ['http://sign.example/1', 'LINK_URL_INVALID'],
  ['javascript:alert(1)', 'LINK_URL_INVALID'],
  ['data:text/html,hello', 'LINK_URL_INVALID'],
  ['https:sign.example/1', 'LINK_URL_INVALID'],
  ['https:///sign.example/1', 'LINK_URL_INVALID'],
  ['https://', 'LINK_URL_INVALID'],
  ['https://?x', 'LINK_URL_INVALID'],
  ['https://sign example/1', 'LINK_URL_INVALID'],
  ['https://sign.example/1 https://sign.example/2', 'LINK_URL_INVALID'],
  ['https://sign.example/1\nSet-Cookie: a=b', 'LINK_URL_INVALID'],
  ['https://sign.example/\t1', 'LINK_URL_INVALID'],
  ['https://sign.example/\u202e1', 'LINK_URL_INVALID'],
  ['https://sign.example\\@evil.example/', 'LINK_URL_INVALID'],
  ['https://sign.example:99999/', 'LINK_URL_INVALID'],
  ['https://user:word@sign.example/1', 'LINK_URL_CREDENTIALS'],
  ['https://sign.example@evil.example/', 'LINK_URL_CREDENTIALS'],
  ['https://@evil.example/', 'LINK_URL_CREDENTIALS'],
  ['https://sign.example/you@example.com', undefined],
  ['https://SIGN.example/1', undefined],
  ['https://na4.docusign.net/signing/1', undefined],
  ['https://ünter.example/1', 'LINK_URL_HOST'],
  ['https://evil-docusign.net/1', 'LINK_URL_HOST'],
  ['https://docusign.net.evil.example/1', 'LINK_URL_HOST'],
  ['https://docusign.net./1', 'LINK_URL_HOST'],
  ['https://docusign.net:8443/1', 'LINK_URL_HOST'],
  ['https://docusıgn.net/1', 'LINK_URL_HOST'],
  ['https://xn--docusgn-9db.net/1', 'LINK_URL_HOST'],
  ['https://net/1', 'LINK_URL_HOST'],
  ['https://192.0.2.1/docusign.net', 'LINK_URL_HOST'],
  ['https://evil.example/?docusign.net', 'LINK_URL_HOST'],
  ['https://evil.example#docusign.net', 'LINK_URL_HOST'],
  ['https://docusign.net@evil.example/', 'LINK_URL_CREDENTIALS'],
])('the address %j', (address, code) => {
  expect(readSigningUrl(address, hosts).problem).toBe(code)
})

test('the database, too, refuses what only looks like a signing service', async ({ portal, investor, admin }) => {
  const add = (address: string) =>
    queryAs(
      portal,
      admin.id,
      insertOf('documents', signingLinkRow({ user_id: investor.id, uploaded_by: admin.id, external_url: address })),
    )
  for (const address of [
    'https://evil-docusign.net/1',
    'https://docusign.net.evil.example/1',
    'https://docusign.net./1',
    'https://docusign.net:8443/1',
    'https://docusign.net@evil.example/',
    'https://docusign.net\\@evil.example/',
    'https://evil.example/?https://docusign.net/',
    'https://docus\u0131gn.net/1',
    'https://192.0.2.1/',
  ])
    await expect(add(address), address).rejects.toMatchObject({ code: '42501' })
  await add('https://na4.docusign.net/signing/1')
  await add('https://sign.example')
})

test('a refusal names the services that the fund uses', async ({ investor, admin }) => {
  const making = createDocuSignDocument(admin, { userId: investor.id, name: 'Note', url: 'https://evil.example/x' })
  await expect(making).rejects.toMatchObject({
    code: 'LINK_URL_HOST',
    message: expect.stringContaining('docusign.net, docusign.com, sign.example'),
  })
})

test('an address can have 2,048 characters, counted as it is stored', () => {
  const long = `https://sign.example/${'a'.repeat(2027)}`
  expect(readSigningUrl(long, hosts)).toEqual({ url: long })
  expect(readSigningUrl(`${long}a`, hosts)).toEqual({ problem: 'LINK_URL_LONG' })
  expect(readSigningUrl(`https://sign.example/${'ä'.repeat(1000)}`, hosts)).toEqual({ problem: 'LINK_URL_LONG' })
})

test('missing and invalid fields are reported, and nothing is stored', async ({ investor, admin }) => {
  for (const [name, url, code] of [
    ['', 'https://sign.example/1', 'LINK_NAME_REQUIRED'],
    ['  \u200b\n ', 'https://sign.example/1', 'LINK_NAME_REQUIRED'],
    ['Note', ' ', 'LINK_URL_REQUIRED'],
    ['Note', 'http://sign.example/1', 'LINK_URL_INVALID'],
  ] as const) {
    const making = createDocuSignDocument(admin, { userId: investor.id, name, url })
    await expect(making).rejects.toMatchObject({ code, status: 400, message: messages[code] })
  }
  expect(await getUserDocuments(investor, investor.id)).toEqual([])
})

test('only an administrator can add one, and only for an existing person', async ({ portal, investor, admin }) => {
  const link = { userId: investor.id, name: 'Note', url: 'https://sign.example/1' }
  await expect(createDocuSignDocument(investor, link)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  for (const userId of ['x', crypto.randomUUID()]) {
    await expect(createDocuSignDocument(admin, { ...link, userId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  // The role was just revoked: the operation does not know yet, but the database does.
  await portal.owner.query('update user_profiles set is_admin = false where id = $1', [admin.id])
  await expect(createDocuSignDocument(admin, link)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

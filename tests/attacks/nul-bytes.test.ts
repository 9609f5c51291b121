import { expect } from 'vitest'
import { searchLength } from '../../rules/limits.ts'
import * as operations from '../../server/operations.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { bookCall } from '../helpers/leads.ts'
import { test } from '../helpers/shared-portal.ts'

/** PostgreSQL text cannot contain NUL, but an address (as %00) or a form can. */
const nul = 'a\0b'

test('a NUL in a search or a form is dropped or rejected with a message, and never causes a server error', async ({
  portal,
  investor,
  admin,
}) => {
  const { owner } = portal
  const { id } = await givenDocument(portal, investor)
  const search = { search: nul, sort: 'newest' as const }
  const [time = ''] = await operations.getFreeTimes('phone')

  expect((await operations.findDocuments(investor, investor.id, search)).matching).toBe(0)
  expect((await operations.getAllUsersForAdmin(admin, { search: nul })).users).toEqual([])
  // The audit log shortens it in the middle of a character.
  const long = `${'x'.repeat(searchLength - 1)}🙂`
  expect((await operations.getAllUsersForAdmin(admin, { search: long })).users).toEqual([])
  expect((await operations.getAllDocumentsForAdmin(admin, { search: nul, owner: nul })).documents).toEqual([])
  await operations.saveProfile(investor, { full_name: nul })
  expect(await operations.getUserProfile(investor, investor.id)).toMatchObject({ full_name: 'ab' })
  await operations.nameDocument(admin, id, { filename: nul })
  await operations.placeDocuments(admin, { ids: [id], fund_name: nul })
  expect(await operations.getDocument(admin, id)).toMatchObject({ filename: 'ab.pdf', fund_name: 'ab' })
  await operations.addSigningLink(admin, { user: investor.id, name: nul, url: 'https://sign.example/1' })
  await operations.inviteUser(admin, { email: 'invited@example.com', full_name: nul, organization: nul })
  for (const refused of [
    () => operations.getDocument(investor, nul),
    () => operations.sendCode({ ip: '10.9.9.9', userAgent: nul, cookie: '' }, `${nul}@example.com`),
  ]) {
    await expect(refused()).rejects.toMatchObject({ name: 'PortalError' })
  }

  const call = await bookCall(portal, time)
  const conversationId = await operations.findVisitorConversation(admin, call.id)
  await operations.answerVisitor(admin, conversationId, { body: nul })
  await operations.remarkOnConversation(admin, conversationId, { body: nul })
  const kept = await owner.query('select body from conversation_messages where conversation_id = $1', [conversationId])
  expect(kept.rows).toEqual([{ body: 'ab' }])
  await operations.cancelCallForAdmin(admin, call.id, { reason: nul })
  await expect(operations.getLead(admin, nul)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

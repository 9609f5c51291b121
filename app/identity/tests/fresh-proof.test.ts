import { expect } from 'vitest'
import { codeAttempts } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { forgetLimits } from '../../../tests/helpers/email-change.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { inSession, makeStale, withPasskey } from '../../../tests/helpers/passkeys.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { exportAuditLog } from '../../audit/server/log-file.ts'
import { deleteDocuments } from '../../documents/server/bulk-deletion.ts'
import { deleteDocument } from '../../documents/server/deletion.ts'
import { exportAccessReview } from '../../people/server/access-review.ts'
import { disablePerson, enablePerson, endSessionsOf } from '../../people/server/account-access.ts'
import { erasePerson } from '../../people/server/erasure.ts'
import { permitNewPasskey } from '../../people/server/passkey-permit.ts'
import { removeAdministrator, requestAdministrator } from '../../people/server/rights.ts'
import { startEmailChange } from '../server/email-change/email-change.ts'
import { recordProof, requireFreshProof } from '../server/fresh-proof.ts'
import { makeRecoveryCodes } from '../server/passkeys/recovery-codes.ts'
import { getProofWays, proveByCode, proveByPasskey, proveByRecoveryCode, sendProofCode } from '../server/prove.ts'
import { verifyCode } from '../server/sign-in.ts'

const needed = { code: 'PROOF_NEEDED' }

/** Sends a code for fresh proof. @returns the code in the e-mail */
async function proofCode(portal: SharedPortal, actor: Actor): Promise<string> {
  await forgetLimits(portal)
  const before = portal.mailbox.count(actor.email)
  await sendProofCode(actor)
  return portal.mailbox.code(actor.email, before)
}

test('what is sensitive refuses a session whose proof is older than ten minutes, and changes nothing', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  expect(colleague.isAdmin).toBe(true)
  const { actor, cookie } = await inSession(portal, admin)
  const { id } = await givenDocument(portal, investor, { filename: 'Letter.pdf' })
  const operations: (() => Promise<unknown>)[] = [
    () => startEmailChange(actor, actor.sessionId ?? ''),
    () => requestAdministrator(actor, investor.id),
    () => removeAdministrator(actor, admin.id),
    () => deleteDocument(actor, id),
    () => deleteDocuments(actor, { ids: [id] }),
    () => makeRecoveryCodes(actor),
    () => permitNewPasskey(actor, second.id),
    () => disablePerson(actor, investor.id, { reason: 'Left the fund' }),
    () => enablePerson(actor, investor.id),
    () => endSessionsOf(actor, investor.id),
    () => erasePerson(actor, investor.id, { openNote: false, confirmation: investor.email }),
    () => exportAccessReview(actor),
    () => exportAuditLog(actor, {}, 'csv'),
  ]
  await portal.owner.query('update user_profiles set is_admin = true where id = $1', [second.id])
  await makeStale(portal, actor)
  for (const operation of operations) await expect(operation()).rejects.toMatchObject(needed)
  const answer = await portal.fetch('/files/everything', { cookie })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/profile/proof?next=/profile/settings'])
  const framed = await portal.fetch('/files/everything', { cookie, headers: { 'sec-fetch-dest': 'iframe' } })
  expect([framed.status, await framed.json()]).toMatchObject([403, needed])
  const { rows } = await portal.owner.query(
    `select (select is_admin from user_profiles where id = $1) as granted,
      (select disabled_at from user_profiles where id = $1) as disabled_at,
      (select count(*) from documents where id = $2) as kept, (select count(*) from auth.email_changes) as changes`,
    [investor.id, id],
  )
  expect(rows).toEqual([{ granted: false, disabled_at: null, kept: 1, changes: 0 }])

  await proveByCode(actor, await proofCode(portal, actor))
  await requestAdministrator(actor, investor.id)
  await deleteDocument(actor, id)
  expect((await portal.fetch('/files/everything', { cookie })).status).toBe(200)
})

test('signing in is fresh proof; another person’s session, an ended one and none at all are not', async ({
  portal,
  investor,
  second,
}) => {
  const { actor } = await inSession(portal, investor)
  await requireFreshProof(actor)
  const none = { code: 'NO_SESSION' }
  await expect(requireFreshProof({ ...second, sessionId: actor.sessionId })).rejects.toMatchObject(none)
  await expect(requireFreshProof({ id: investor.id })).rejects.toMatchObject(needed)
  await portal.owner.query('delete from auth.sessions where id = $1', [actor.sessionId])
  await expect(requireFreshProof(actor)).rejects.toMatchObject(none)
  // The session ended during the proof.
  await expect(recordProof(actor.sessionId ?? '', 'code')).rejects.toMatchObject(none)
})

test('a code proves the session that asked for it, once, and signs nobody in', async ({ portal, investor }) => {
  const { actor } = await inSession(portal, investor)
  const other = (await inSession(portal, investor)).actor
  await makeStale(portal, actor)
  await makeStale(portal, other)
  const code = await proofCode(portal, actor)
  await expect(proveByCode(other, code)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  const client = { ip: '192.0.2.77', userAgent: '', cookie: '' }
  await expect(verifyCode(client, investor.email, code)).rejects.toMatchObject({ name: 'PortalError' })
  await proveByCode(actor, code)
  await requireFreshProof(actor)
  // A used code starts no minute's wait.
  await sendProofCode(actor)
  await expect(requireFreshProof(other)).rejects.toMatchObject(needed)
  await expect(proveByCode(actor, code)).rejects.toMatchObject({ name: 'PortalError' })
  await makeStale(portal, actor)
  await expect(requireFreshProof(actor)).rejects.toMatchObject(needed)
})

test('a code for proof that a newer one took the place of says so, and counts', async ({ portal, investor }) => {
  const { actor } = await inSession(portal, investor)
  const [first, newer] = [await proofCode(portal, actor), await proofCode(portal, actor)]
  if (first !== newer) await expect(proveByCode(actor, first)).rejects.toMatchObject({ code: 'CODE_NEWER' })
  const { rows } = await portal.owner.query('select tries from auth.session_proofs where session_id = $1', [
    actor.sessionId,
  ])
  expect(rows).toEqual([{ tries: first === newer ? 0 : 1 }])
  await proveByCode(actor, newer)
})

test('a code for proof is limited in tries, in number and in time', async ({ portal, investor }) => {
  const { actor } = await inSession(portal, investor)
  const code = await proofCode(portal, actor)
  await expect(sendProofCode(actor)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  const wrong = code === '000000' ? '000001' : '000000'
  for (let i = 0; i < codeAttempts; i++)
    await expect(proveByCode(actor, wrong)).rejects.toMatchObject({ code: 'INVALID_CODE' })
  await expect(proveByCode(actor, code)).rejects.toMatchObject({ code: 'CODE_TRIES' })
  const late = await proofCode(portal, actor)
  await portal.owner.query(
    "update auth.session_proofs set code_expires_at = now() - interval '1 second' where session_id = $1",
    [actor.sessionId],
  )
  await expect(proveByCode(actor, late)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
})

test('a person with a passkey proves with it, not with a code; the passkey must be theirs', async ({
  portal,
  investor,
  second,
}) => {
  const { actor } = await inSession(portal, investor)
  const thief = (await inSession(portal, second)).actor
  const passkey = await withPasskey(portal, actor)
  const foreign = await withPasskey(portal, thief)
  await makeStale(portal, actor)
  await expect(sendProofCode(actor)).rejects.toMatchObject({ code: 'PASSKEY_NEEDED' })
  await expect(proveByCode(actor, '123456')).rejects.toMatchObject({ code: 'PASSKEY_NEEDED' })
  const ask = async () => (await getProofWays(actor, portal.url)).passkey as { challenge: string }
  const refused = { code: 'PASSKEY_REFUSED' }
  await expect(proveByPasskey(actor, portal.url, foreign.sign(await ask(), second.id))).rejects.toMatchObject(refused)
  await expect(requireFreshProof(actor)).rejects.toMatchObject(needed)
  await proveByPasskey(actor, portal.url, passkey.sign(await ask(), investor.id))
  await requireFreshProof(actor)
})

test('each recovery code works once, however it is typed; new ones void the old, and mail tells of each', async ({
  portal,
  investor,
  second,
}) => {
  const { actor } = await inSession(portal, investor)
  await withPasskey(portal, actor)
  const stranger = (await inSession(portal, second)).actor
  const { codes: old } = await makeRecoveryCodes(actor)
  const { codes } = await makeRecoveryCodes(actor)
  expect(new Set([...old, ...codes]).size).toBe(20)
  expect(codes.every(code => /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/.test(code))).toBe(true)
  const { rows } = await portal.owner.query('select * from auth.recovery_codes where user_id = $1', [investor.id])
  expect(JSON.stringify(rows)).not.toContain(codes[0]?.replaceAll('-', ''))
  const wrong = { code: 'RECOVERY_CODE_WRONG' }
  await makeStale(portal, actor)
  await expect(proveByRecoveryCode(actor, old[0] as string)).rejects.toMatchObject(wrong)
  await expect(proveByRecoveryCode(stranger, codes[0] as string)).rejects.toMatchObject(wrong)
  const typed = (codes[0] as string).toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')
  await proveByRecoveryCode(actor, typed)
  await requireFreshProof(actor)
  await expect(proveByRecoveryCode(actor, codes[0] as string)).rejects.toMatchObject(wrong)
  const subjects = () => portal.mailbox.allTo(investor.email).map(({ subject = '' }) => subject)
  await expect.poll(() => subjects().filter(subject => /recovery code/.test(subject)).length).toBe(3)
  await Promise.all(Array.from({ length: 12 }, () => proveByRecoveryCode(actor, 'none').catch(() => {})))
  await expect(proveByRecoveryCode(actor, codes[1] as string)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
})

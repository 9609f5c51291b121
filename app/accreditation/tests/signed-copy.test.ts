import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs, actAsJobs } from '../../../server/database/act-as.ts'
import { consentToEsign } from '../../../server/sample/lives.ts'
import { ownMoney, signedBy } from '../../../tests/helpers/accreditation.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { withFreshProof } from '../../../tests/helpers/notes.ts'
import { accessibilityProblems, checkPdf, textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { requireConsent, withdrawEsignConsent } from '../../signing/server/consents.ts'
import { getOwnAccreditation } from '../server/own-accreditation.ts'
import { returnAccreditation } from '../server/review.ts'
import { signAccreditation } from '../server/sign.ts'
import { accreditationSeal } from '../server/signed-copy.ts'
import { saveAccreditation } from '../server/start.ts'

const typedName = 'Iris Vestor'

/** A verification with nothing left to do but to sign it. */
async function ready(admin: Actor, investor: Actor, holder: Parameters<typeof givenHolder>[2] = {}) {
  const { id: holderId } = await givenHolder(admin, investor, holder)
  const answers = { holderId, ...ownMoney, ...(holder.kind === 'llc' && { category: 'a8', people: typedName }) }
  const { id } = await saveAccreditation(investor, answers)
  const { verification } = await getOwnAccreditation(investor, holderId)
  return { id, holderId, text: verification?.text ?? '' }
}

const copyOf = async (investor: Actor, holderId: string) =>
  (await getOwnAccreditation(investor, holderId)).copies[0] ?? expect.fail('there is no copy')

test('statements are signed under consent in force, with proof within ten minutes, as the operation and the database demand', async ({
  portal,
  admin,
  investor,
}) => {
  const { id, holderId, text } = await ready(admin, investor)
  const signature = { typedName, text }
  const here = await withFreshProof(portal, investor)
  await expect(signAccreditation(here, id, signature)).rejects.toMatchObject({ code: 'ESIGN_CONSENT_NEEDED' })
  await consentToEsign(portal.owner, investor)
  await expect(signAccreditation(investor, id, signature)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await portal.owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where id = $1", [
    here.sessionId,
  ])
  await expect(signAccreditation(here, id, signature)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })

  const consent = await actAs(investor, tx => requireConsent(tx, investor))
  const inserting = (person: Actor, under: string | null) =>
    actAs(person, tx =>
      tx
        .insertInto('representations')
        .values({
          ...{
            accreditation_id: id,
            holder_id: holderId,
            user_id: person.id,
            version: '1',
            text,
            typed_name: typedName,
          },
          ...{ round: 1, signer: 'Iris Vestor', capacity: 'Iris Vestor', consent_id: under },
        })
        .execute(),
    )
  const fresh = await withFreshProof(portal, investor)
  await expect(inserting(here, consent.id)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await expect(inserting(investor, consent.id)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await expect(inserting(fresh, null)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await portal.owner.query("update esign_consents set version = 'earlier' where id = $1", [consent.id])
  await expect(inserting(fresh, consent.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await portal.owner.query('update esign_consents set version = $2 where id = $1', [consent.id, consent.version])
  await withdrawEsignConsent(investor, consent.id)
  await expect(inserting(fresh, consent.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(signAccreditation(fresh, id, signature)).rejects.toMatchObject({ code: 'ESIGN_CONSENT_NEEDED' })
  await consentToEsign(portal.owner, investor)
  // No one chooses how they showed who they are.
  const claiming = `insert into representations (accreditation_id, holder_id, user_id, version, text, typed_name, proof)
    values ($1, $2, $3, '1', 'x', 'Iris Vestor', 'passkey')`
  await expect(queryAs(portal, investor.id, claiming, [id, holderId, investor.id])).rejects.toMatchObject({
    code: '42501',
  })
  expect(await signAccreditation(fresh, id, signature)).toBe(true)
})

test('a name with a letter that the copy can’t print is refused by that letter, and one in Polish or Vietnamese isn’t', async ({
  portal,
  admin,
  investor,
}) => {
  for (const [name, letter] of [
    ['王小明', '“王”'],
    ['आइरिस', '“आ”'],
  ] as const) {
    const { id, text } = await ready(admin, investor)
    await expect(signedBy(portal, investor, id, { typedName: name, text })).rejects.toMatchObject({
      code: 'SIGN_LETTERS',
      message: expect.stringContaining(letter),
    })
  }
  for (const name of ['Żaneta Święcka-Łoś', 'Nguyễn Thị Ánh Tuyết']) {
    const { id, holderId, text } = await ready(admin, investor)
    expect(await signedBy(portal, investor, id, { typedName: name, text })).toBe(true)
    const { id: copy } = await copyOf(investor, holderId)
    const { bytes } = await actAsJobs(tx => accreditationSeal.draw(tx, copy))
    expect(textOfPdf(Buffer.from(bytes)).normalize('NFC')).toContain(name)
  }
})

test('the copy has the statements as signed, and a certificate of who signed them, when, how and under what', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const members = [
    { userId: investor.id, right: 'manager' as const },
    { userId: second.id, right: 'authorized_signer' as const },
  ]
  const { id, holderId, text } = await ready(admin, investor, {
    ...{ kind: 'individual', legalName: 'Vestor Family', signingRule: 'all', members },
  })
  const from = { ip: '192.0.2.7', userAgent: 'Mozilla/5.0 (a test)' }
  expect(await signedBy(portal, { ...investor, from }, id, { typedName, text })).toBe(false)
  expect((await getOwnAccreditation(investor, holderId)).copies).toEqual([])
  expect(await signedBy(portal, second, id, { typedName: 'Second Person', text })).toBe(true)
  const copy = await copyOf(investor, holderId)
  expect(copy.documentId).toBeNull()

  const drawn = await actAsJobs(tx => accreditationSeal.draw(tx, copy.id))
  const pdf = Buffer.from(drawn.bytes)
  checkPdf(pdf)
  expect(accessibilityProblems(pdf)).toEqual([])
  const said = textOfPdf(pdf).replaceAll(/\s+/g, ' ')
  for (const statement of text.split('\n')) expect(said).toContain(statement)
  const sha256 = createHash('sha256').update(text).digest('hex')
  expect(drawn).toMatchObject({ originalSha256: sha256, category: 'Accreditation', holderId, folder: investor.id })
  const { rows } = await portal.owner.query(
    'select signed_at, proved_at, proof from representations where accreditation_id = $1 order by signed_at',
    [id],
  )
  const instant = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  for (const words of [
    sha256,
    'Vestor Family, by Iris Vestor, Manager',
    'Vestor Family, by Second Person, Authorized signer',
    `Iris Vestor (${investor.email})`,
    '192.0.2.7',
    'Mozilla/5.0 (a test)',
    `sign-in to the account, ${instant(rows[0].proved_at)}`,
    instant(rows[0].signed_at),
    instant(rows[1].signed_at),
    '/verify',
    'Submitted to the fund, with every signature that it takes',
  ])
    expect(said).toContain(words)
  // The same rows make the same bytes, also once it has come back.
  await returnAccreditation(await withFreshProof(portal, admin), id, { reason: 'Please sign again.' })
  expect(await signedBy(portal, investor, id, { typedName, text })).toBe(false)
  const again = await actAsJobs(tx => accreditationSeal.draw(tx, copy.id))
  expect(Buffer.from(again.bytes).equals(pdf)).toBe(true)
})

test('each submission has its own copy, which the page links to once it is filed, and which stays as it was filed', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const { id, holderId, text } = await ready(admin, investor)
  await signedBy(portal, investor, id, { typedName, text })
  const first = await copyOf(investor, holderId)
  await returnAccreditation(await withFreshProof(portal, admin), id, { reason: 'Please sign again.' })
  await signedBy(portal, investor, id, { typedName, text })
  const { copies } = await getOwnAccreditation(investor, holderId)
  expect(copies.map(({ id: copy }) => copy)).toEqual([expect.not.stringMatching(first.id), first.id])

  const { id: documentId } = await givenDocument(portal, investor, { filename: 'copy.pdf', content: 'x' })
  const hash = 'a'.repeat(64)
  await actAsJobs(tx => accreditationSeal.sealed?.(tx, first.id, documentId, hash) ?? Promise.resolve())
  expect((await getOwnAccreditation(investor, holderId)).copies[1]).toMatchObject({ id: first.id, documentId })
  expect((await getOwnAccreditation(second, holderId)).copies).toEqual([])
  const filing = "update accreditation_copies set sha256 = repeat('b', 64) where id = $1"
  await expect(queryAs(portal, investor.id, filing, [first.id])).rejects.toMatchObject({ code: '42501' })
  await expect(portal.owner.query(filing, [first.id])).rejects.toThrow(/stays as it is/)
})

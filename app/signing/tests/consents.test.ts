import { expect } from 'vitest'
import { electronicRecords } from '../../../content/electronic-records.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { consentToEsign } from '../../../server/sample/lives.ts'
import { accessibilityProblems, checkPdf, textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { sampleTries } from '../sample-words.ts'
import {
  getEsignConsentsOf,
  getOwnEsignConsent,
  giveEsignConsent,
  makeEsignSample,
  requestEsignConsent,
  requireConsent,
  withdrawEsignConsent,
  withdrawEsignConsentFor,
} from '../server/consents.ts'

const { signal } = new AbortController()
const { version } = electronicRecords
const needed = { code: 'ESIGN_CONSENT_NEEDED' }

const rowOf = async ({ owner }: SharedPortal, id: string) =>
  (await owner.query('select * from esign_consents where id = $1', [id])).rows[0]

test('a person agrees by typing the word that their sample bears, which is kept with the disclosure’s version and from where', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  expect(await getOwnEsignConsent(investor)).toEqual({ state: 'none' })
  await expect(actAs(investor, tx => requireConsent(tx, investor))).rejects.toMatchObject(needed)
  const id = await requestEsignConsent(investor)
  expect(await requestEsignConsent(investor)).toBe(id)
  const { word } = await rowOf(portal, id)
  const pdf = await makeEsignSample(investor, id, signal)
  checkPdf(pdf)
  expect(accessibilityProblems(pdf)).toEqual([])
  expect(textOfPdf(pdf)).toContain(word)

  for (const person of [second, admin]) {
    await expect(makeEsignSample(person, id, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(giveEsignConsent(person, id, { word })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(giveEsignConsent(investor, id, { word: 'something' })).rejects.toMatchObject({ code: 'CONSENT_WORD' })
  await expect(actAs(investor, tx => requireConsent(tx, investor))).rejects.toMatchObject(needed)
  const there = { ...investor, from: { ip: '192.0.2.7', userAgent: 'A browser' } }
  await giveEsignConsent(there, id, { word: ` ${word.toUpperCase()} ` })
  expect(await actAs(investor, tx => requireConsent(tx, investor))).toEqual({ id, version })
  expect(await rowOf(portal, id)).toMatchObject({ version, typed: word, ip: '192.0.2.7', user_agent: 'A browser' })
  expect(await getOwnEsignConsent(investor)).toMatchObject({ state: 'given', id })
  expect(await getEsignConsentsOf(admin, investor.id)).toMatchObject([{ id, version, isInForce: true }])
  await expect(giveEsignConsent(investor, id, { word })).rejects.toMatchObject({ code: 'CONSENT_GONE' })
  await expect(requestEsignConsent(investor)).rejects.toMatchObject({ code: 'CONSENT_GIVEN' })
  await expect(makeEsignSample(investor, id, signal)).rejects.toMatchObject({ code: 'CONSENT_GONE' })
  await expect
    .poll(() => portal.mailbox.allTo(investor.email).map(({ subject }) => subject))
    .toContain('You can sign in your portal now')
})

test('the sample has another word after a few wrong ones', async ({ portal, investor }) => {
  const id = await requestEsignConsent(investor)
  await portal.owner.query("update esign_consents set word = 'notintheliste' where id = $1", [id])
  for (let i = 1; i < sampleTries; i++)
    await expect(giveEsignConsent(investor, id, { word: 'wrong' })).rejects.toMatchObject({ code: 'CONSENT_WORD' })
  await expect(giveEsignConsent(investor, id, { word: 'wrong' })).rejects.toMatchObject({ code: 'CONSENT_TRIES' })
  const { word } = await rowOf(portal, id)
  expect(word).not.toBe('notintheliste')
  await giveEsignConsent(investor, id, { word })
})

test('a consent is withdrawn at any time, by the person or by the office for them, and that is confirmed by e-mail', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  await consentToEsign(portal.owner, investor)
  const { id } = await actAs(investor, tx => requireConsent(tx, investor))
  for (const person of [second, admin])
    await expect(withdrawEsignConsent(person, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(withdrawEsignConsentFor(second, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await withdrawEsignConsent(investor, id)
  await expect(withdrawEsignConsent(investor, id)).rejects.toMatchObject({ code: 'CONSENT_GONE' })
  await expect(actAs(investor, tx => requireConsent(tx, investor))).rejects.toMatchObject(needed)
  await consentToEsign(portal.owner, investor)
  const again = await actAs(investor, tx => requireConsent(tx, investor))
  expect(again.id).not.toBe(id)
  await withdrawEsignConsentFor(admin, again.id)
  expect(await rowOf(portal, again.id)).toMatchObject({ withdrawn_by: admin.id })
  expect(await getOwnEsignConsent(investor)).toEqual({ state: 'none' })
  await expect
    .poll(() =>
      portal.mailbox.allTo(investor.email).filter(({ subject }) => subject?.startsWith('You’ll sign on paper')),
    )
    .toHaveLength(2)
})

test('a consent to an earlier disclosure is none, and is asked for again', async ({ portal, admin, investor }) => {
  await consentToEsign(portal.owner, investor)
  const { id } = await actAs(investor, tx => requireConsent(tx, investor))
  await portal.owner.query("update esign_consents set version = 'earlier' where id = $1", [id])
  await expect(actAs(investor, tx => requireConsent(tx, investor))).rejects.toMatchObject(needed)
  const counts = await queryAs(portal, investor.id, 'select app.consents_now($1) as counts', [id])
  expect(counts.rows).toEqual([{ counts: false }])
  expect(await getOwnEsignConsent(investor)).toEqual({ state: 'outdated' })
  expect(await getEsignConsentsOf(admin, investor.id)).toMatchObject([{ isInForce: false, withdrawnAt: null }])
  await consentToEsign(portal.owner, investor)
  expect(await rowOf(portal, id)).toMatchObject({ superseded_at: expect.any(Date) })
  expect(await actAs(investor, tx => requireConsent(tx, investor))).toMatchObject({ version })
})

test('the database refuses a consent without its word, for another person, or after its withdrawal', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const id = await requestEsignConsent(investor)
  const give = `update esign_consents set typed = word, given_at = now() where id = '${id}'`
  await expect(queryAs(portal, admin.id, give)).rejects.toMatchObject({ code: '42501' })
  expect((await queryAs(portal, second.id, give)).rowCount).toBe(0)
  const wrong = `update esign_consents set typed = 'x', given_at = now() where id = '${id}'`
  await expect(queryAs(portal, investor.id, wrong)).rejects.toMatchObject({ code: '23514' })
  await giveEsignConsent(investor, id, await rowOf(portal, id))
  for (const change of [
    "given_at = now() - interval '1 day'",
    'given_at = null, typed = null',
    "word = 'other', typed = 'other'",
    "ip = '192.0.2.9'",
  ])
    await expect(
      queryAs(portal, investor.id, `update esign_consents set ${change} where id = '${id}'`),
      change,
    ).rejects.toMatchObject({ code: expect.stringMatching(/42501|23514/) })
  await withdrawEsignConsent(investor, id)
  const back = `update esign_consents set withdrawn_at = null, withdrawn_by = null where id = '${id}'`
  await expect(queryAs(portal, investor.id, back)).rejects.toMatchObject({ code: '42501' })
  await expect(portal.owner.query('delete from esign_consents where id = $1', [id])).rejects.toMatchObject({
    code: '42501',
  })
})

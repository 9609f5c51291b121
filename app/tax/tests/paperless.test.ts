import { expect } from 'vitest'
import { paperless } from '../../../content/paperless.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { accessibilityProblems, checkPdf, textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { givenConsent, wordOf } from '../../../tests/helpers/tax.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { requestFreeze } from '../../holders/server/freeze-holder.ts'
import { sampleTries } from '../../signing/sample-words.ts'
import { giveConsent, requestPaperless, withdrawConsent, withdrawConsentFor } from '../server/consents.ts'
import { getOwnTax } from '../server/own-tax.ts'
import { makeSampleForm } from '../server/sample-form.ts'
import { getTaxCard } from '../server/tax-card.ts'

const { signal } = new AbortController()

test('a member agrees by typing the word that their sample form bears, which is kept with the disclosure’s version', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  expect((await getOwnTax(investor, holder)).consent).toEqual({ state: 'none' })
  const id = await requestPaperless(investor, holder)
  expect(await requestPaperless(investor, holder)).toBe(id)
  expect((await getOwnTax(investor, holder)).consent).toEqual({ state: 'asked', id })
  const pdf = await makeSampleForm(investor, id, signal)
  checkPdf(pdf)
  expect(accessibilityProblems(pdf)).toEqual([])
  const word = await wordOf(portal, id)
  const text = textOfPdf(pdf)
  for (const said of [word, 'Form 1099-INT', '***-**-0000', 'important tax information', '1545-0112'])
    expect(text).toContain(said)

  await expect(giveConsent(investor, id, { word: 'something' })).rejects.toMatchObject({ code: 'CONSENT_WORD' })
  await expect(giveConsent(second, id, { word })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(makeSampleForm(second, id, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(makeSampleForm(admin, id, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await giveConsent(investor, id, { word: ` ${word.toUpperCase()} ` })
  expect((await getOwnTax(investor, holder)).consent).toMatchObject({ state: 'given', id })
  const { rows } = await portal.owner.query('select version, software, typed, word from tax_consents where id = $1', [
    id,
  ])
  expect(rows).toEqual([{ version: paperless.version, software: paperless.softwareVersion, typed: word, word }])
  expect((await getTaxCard(admin, holder)).consents).toMatchObject([{ id, isInForce: true, withdrawnAt: null }])
  await expect(giveConsent(investor, id, { word })).rejects.toMatchObject({ code: 'CONSENT_GONE' })
  await expect(requestPaperless(investor, holder)).rejects.toMatchObject({ code: 'CONSENT_GIVEN' })
  await portal.mailbox.to(investor.email)
  expect(portal.mailbox.allTo(investor.email).at(-1)?.subject).toBe('Your tax forms are paperless now')
})

test('the form has another word after a few wrong ones', async ({ portal, admin, investor }) => {
  const { id: holder } = await givenHolder(admin, investor)
  const id = await requestPaperless(investor, holder)
  await portal.owner.query("update tax_consents set word = 'hammer' where id = $1", [id])
  for (let i = 1; i < sampleTries; i++)
    await expect(giveConsent(investor, id, { word: 'wrong' })).rejects.toMatchObject({ code: 'CONSENT_WORD' })
  // Any other word of the list may follow.
  await portal.owner.query("update tax_consents set word = 'notintheliste' where id = $1", [id])
  await expect(giveConsent(investor, id, { word: 'wrong' })).rejects.toMatchObject({ code: 'CONSENT_TRIES' })
  expect(await wordOf(portal, id)).not.toBe('notintheliste')
  await giveConsent(investor, id, { word: await wordOf(portal, id) })
})

test('a consent is withdrawn at any time, and that is confirmed by e-mail; the office records it for those who write or call', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const id = await givenConsent(portal, investor, holder)
  await expect(withdrawConsent(admin, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // Even if no member may act for the holder.
  await decideApproval(colleague, await requestFreeze(admin, holder, { reason: 'dispute' }), 'approved')
  await withdrawConsent(investor, id)
  await expect(withdrawConsent(investor, id)).rejects.toMatchObject({ code: 'CONSENT_GONE' })
  expect((await getOwnTax(investor, holder)).consent).toEqual({ state: 'none' })
  await expect(requestPaperless(investor, holder)).rejects.toMatchObject({ code: 'HOLDER_FROZEN' })
  await expect
    .poll(() => portal.mailbox.allTo(investor.email).map(({ subject }) => subject))
    .toContain('You’ll get your tax forms on paper')

  const { id: other } = await givenHolder(admin, investor)
  const second = await givenConsent(portal, investor, other)
  await withdrawConsentFor(admin, second)
  expect((await getTaxCard(admin, other)).consents).toMatchObject([{ isInForce: false, withdrawnAt: expect.any(Date) }])
  const again = await givenConsent(portal, investor, other)
  expect(again).not.toBe(second)
})

test('a consent to forms that needed other software is no consent, and is asked for again', async ({
  portal,
  admin,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const before = await givenConsent(portal, investor, holder)
  await portal.owner.query("update tax_consents set software = '0' where id = $1", [before])
  expect((await getOwnTax(investor, holder)).consent).toEqual({ state: 'outdated' })
  expect((await getTaxCard(admin, holder)).consents).toMatchObject([{ isInForce: false }])
  const id = await givenConsent(portal, investor, holder)
  expect((await getOwnTax(investor, holder)).consent).toMatchObject({ state: 'given', id })
})

test('nobody gives, moves or brings back a consent past its word, whatever the site’s code does', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const id = await requestPaperless(investor, holder)
  const word = await wordOf(portal, id)
  const give = `update tax_consents set typed = word, given_at = now() where id = '${id}'`
  await expect(queryAs(portal, admin.id, give)).rejects.toMatchObject({ code: '42501' })
  expect((await queryAs(portal, second.id, give)).rowCount).toBe(0)
  await expect(
    queryAs(portal, investor.id, `update tax_consents set typed = 'x', given_at = now() where id = '${id}'`),
  ).rejects.toMatchObject({ code: '23514' })
  await giveConsent(investor, id, { word })
  for (const change of [
    "given_at = now() - interval '1 day'",
    'given_at = null, typed = null',
    "word = 'x', typed = 'x'",
  ])
    await expect(
      queryAs(portal, investor.id, `update tax_consents set ${change} where id = '${id}'`),
      change,
    ).rejects.toMatchObject({ code: expect.stringMatching(/42501|23514/) })
  await withdrawConsent(investor, id)
  await expect(
    queryAs(portal, investor.id, `update tax_consents set withdrawn_at = null, withdrawn_by = null where id = '${id}'`),
  ).rejects.toMatchObject({ code: '42501' })
})

import { expect, expectNoAxeViolationsInLightAndDark, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { measureLayout } from '../../../tests/e2e/measure-layout.ts'
import { makeStale } from '../../../tests/e2e/signed-in-person.ts'
import { insertHolder } from '../../../tests/helpers/insert-notes.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'

const slow = slowOf(test)

test('on a phone, the wizard leads through consent and proof to signed statements, and the consent is withdrawn again', async ({
  site,
  investor,
}) => {
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const person = await investor({ ...later, viewport: { width: 390, height: 844 } })
  const holder = await insertHolder(query, [person], { name: 'Phone Signer' })
  const { page } = person
  await visit(page, `/profile/accreditation?holder=${holder}`)
  await page.getByLabel('It’s my own money').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('is not financed, in whole or in part')).toBeVisible()
  await expect(page.getByLabel('Your full name')).toHaveCount(0)
  await page.getByRole('link', { name: 'Agree, then sign' }).click()

  await expect(page.getByText('You don’t have to sign electronically.')).toBeVisible()
  await expectNoAxeViolationsInLightAndDark(page)
  await page.getByRole('button', { name: 'Open the sample' }).click()
  const sample = page.getByRole('group', { name: /^Sample document\.pdf, \d page/ })
  await expect(sample).toContainText('The word on this sample')
  const [, word = ''] = /The word on this sample\s*([a-z]{4,})/.exec(await sample.innerText()) ?? []
  const typed = page.getByLabel('The word on the sample')
  await typed.fill('something')
  await page.getByRole('button', { name: 'I agree' }).click()
  await expect(typed).toHaveAccessibleDescription(/That isn’t the word on the sample/)
  await expectNoAxeViolationsInLightAndDark(page)
  expect((await page.evaluate(measureLayout)).sideways).toBeLessThanOrEqual(0)
  await typed.fill(word)
  await page.getByRole('button', { name: 'I agree' }).click()

  await makeStale(site, person.email)
  await page.getByLabel('Your full name').fill('Phone Signer')
  await page.getByRole('button', { name: 'Sign and send' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await proof.getByRole('button', { name: 'Send code' }).click()
  const [code = ''] = await site.mailbox.codes(person.email)
  await proof.getByLabel('Verification code').fill(code)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Sent. We’ll notify you once we’ve reviewed it.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your signed copy' })).toBeVisible()

  await visit(page, '/profile/settings')
  await page.getByRole('link', { name: 'Manage electronic signatures' }).click()
  await expect(page.getByText('You agreed on')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw, and sign on paper' }).click()
  await expect(page.getByText('Now you sign on paper.')).toBeVisible()
})

slow(
  'without scripts, a signature leads to the consent that is missing, and back; the office withdraws it for who calls',
  async ({ site, investor, administrator }) => {
    const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
    const person = await investor({ ...later, javaScriptEnabled: false })
    await insertHolder(query, [person], { name: 'Plain Signer' })
    const { page } = person
    await visit(page, '/profile/accreditation')
    await page.getByLabel('It’s my own money').check()
    await page.getByLabel('How much you invest').fill('200,000')
    await page.getByRole('radio', { name: /a person whose income was over/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Agree, then sign' }).click()
    await page.getByRole('button', { name: 'Open the sample' }).click()
    const words = await query('select word from esign_consents where user_id = $1', [person.id])
    await page.getByLabel('The word on the sample').fill(String(words.rows[0]?.word))
    await page.getByRole('button', { name: 'I agree' }).click()
    await expect(page.getByLabel('Your full name')).toBeVisible()

    // It is withdrawn while the form is open.
    const { page: office } = await administrator({ at: `/profile/admin/people/${person.id}/signing` })
    await office.getByRole('button', { name: 'They asked for paper' }).click()
    await expect(office.getByText('Withdrawn. They get an e-mail that confirms it.')).toBeVisible()
    await expectNoAxeViolationsInLightAndDark(office)
    await page.getByLabel('Your full name').fill('Plain Signer')
    await page.getByRole('button', { name: 'Sign and send' }).click()
    await expect(page).toHaveURL(/\/profile\/signing\/consent\?to=%2Fprofile%2Faccreditation/)
    await expect(page.getByText('You don’t have to sign electronically.')).toBeVisible()
  },
)

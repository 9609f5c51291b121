import { openDocumentsOf } from '../../../tests/e2e/document-list.ts'
import { expect, expectNoAxeViolations, later, test, visit } from '../../../tests/e2e/fixtures.ts'
import { admin } from '../../../tests/e2e/portal-paths.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'

const slow = slowOf(test)

slow(
  'what the fund asked for is uploaded far above the list of documents, and says where it is seen that it has arrived',
  async ({ investor, administrator }) => {
    const viewport = { width: 390, height: 664 }
    const [person, office] = [await investor({ viewport }), await administrator(later)]
    await openDocumentsOf(office, person)
    await office.page.getByText(`Ask ${person.email} for a document`).click()
    await office.page.getByRole('textbox', { name: 'Document', exact: true }).fill('Proof of address')
    await office.page.getByRole('button', { name: 'Send request' }).click()
    const choose = person.page.getByLabel('Upload Proof of address')
    await choose.setInputFiles({ name: 'lease.txt', mimeType: 'text/plain', buffer: Buffer.from('A lease') })
    await expect(person.page.getByText('We’ve received lease.txt. Thank you.')).toBeInViewport({ ratio: 1 })
    // Its row stays where it was, and another version can be sent.
    const row = person.page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem')
    await expect(row).toContainText(/^Proof of addressReceived .*You can replace it until we open it\.Replace$/)
    await expect(person.page.getByRole('link', { name: 'View Proof of address.txt' })).toBeVisible()
    await person.page.getByLabel('Replace Proof of address').setInputFiles({
      ...{ name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('A bill') },
    })
    await expect(person.page.getByText('We’ve received bill.txt. Thank you.')).toBeVisible()
    await expect(person.page.getByRole('link', { name: 'View Proof of address.txt' })).toHaveCount(1)
  },
)

test('an administrator asks for a signature and a document, the investor says they signed, and it is confirmed', async ({
  investor,
  administrator,
  site,
}) => {
  const [signer, office] = [await investor(later), await administrator(later)]
  await openDocumentsOf(office, signer)
  await office.page.getByText(`Add a signing link for ${signer.email}`).click()
  await office.page.getByRole('textbox', { name: 'Name' }).fill('Subscription agreement')
  await office.page.getByRole('textbox', { name: 'URL' }).fill('https://sign.example/a1')
  await office.page.getByRole('button', { name: 'Add link' }).click()
  await expect(office.page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  await office.page.getByText(`Ask ${signer.email} for a document`).click()
  await office.page.getByRole('button', { name: 'Send request' }).click()
  await expect(office.page.getByText('Enter which document you need.')).toBeVisible()
  await office.page.getByRole('textbox', { name: 'Document', exact: true }).fill('Proof of address')
  await office.page.getByRole('button', { name: 'Send request' }).click()
  await expect(office.page.getByRole('textbox', { name: 'Document', exact: true })).toHaveValue('')
  await expectNoAxeViolations(office.page)

  const { rows } = await asOwner(site, `select id from documents where user_id = '${signer.id}'`)
  await visit(signer.page, `/profile/signing/${rows[0].id}`)
  await expect(signer.page.getByRole('link', { name: 'Review and sign' })).toHaveAttribute(
    'href',
    'https://sign.example/a1',
  )
  await expectNoAxeViolations(signer.page)
  await signer.page.getByRole('button', { name: 'I’ve signed it' }).click()
  await expect(signer.page.getByText('We’ll confirm once we have the signed document; there’s')).toBeVisible()

  await visit(office.page, `${admin.outstanding}?signatures=said_signed`)
  await expectNoAxeViolations(office.page)
  const signature = office.page.getByRole('listitem').filter({ hasText: signer.email })
  await signature.getByRole('button', { name: 'Confirm: Subscription agreement' }).click()
  await expect(signature.filter({ hasText: 'Subscription agreement' })).toHaveCount(0)
  await expect(signer.page.getByText('It’s done: we have the document with your signature.')).toBeVisible()
  const request = office.page
    .getByRole('listitem')
    .filter({ hasText: 'Proof of address' })
    .filter({ hasText: signer.email })
  await request.getByRole('button', { name: 'Withdraw: Proof of address' }).click()
  await office.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(request).toHaveCount(0)
})

import { expect, expectNoAxeViolationsInLightAndDark, test } from '../../../tests/e2e/fixtures.ts'
import { byPdfkit } from '../../../tests/helpers/pdf-makers.ts'
import { makeCertificate } from '../server/make-certificate.ts'
import { sealPdf } from '../server/seal.ts'
import { signerOf } from '../server/seal-certificates.ts'

test('anyone has a file checked, with scripts and without, and reads what is known of it', async ({ visitor }) => {
  const plain = await byPdfkit([['An agreement']])
  const { certificate, key } = await makeCertificate()
  const signer = signerOf(certificate, [], Buffer.from(key))
  const sealed = Buffer.from(await sealPdf(plain, { signer, reason: 'A test' }))
  const changed = Buffer.from(sealed)
  changed[100] = (changed[100] ?? 0) ^ 1
  const files: [said: string, bytes: Buffer][] = [
    ['This isn’t a PDF', Buffer.from('A text')],
    ['This PDF has no seal', plain],
    ['This PDF was changed', changed],
    ['Sealed by someone else', Buffer.concat([sealed, Buffer.from('% more')])],
  ]
  for (const javaScriptEnabled of [true, false]) {
    const page = await visitor({ javaScriptEnabled })
    await page.goto('/verify')
    const check = page.getByRole('button', { name: 'Check file' })
    if (javaScriptEnabled) await expectNoAxeViolationsInLightAndDark(page)
    for (const [said, buffer] of files) {
      await page.getByLabel('PDF file').setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer })
      await check.click()
      await expect(page.getByRole('heading', { name: said })).toBeVisible()
    }
    await expect(page.getByText('6 bytes were added after the seal')).toBeVisible()
    if (javaScriptEnabled) await expectNoAxeViolationsInLightAndDark(page)
    await page
      .getByLabel('PDF file')
      .setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(11e6) })
    await check.click()
    await expect(page.getByText('This file is larger than 10 MB')).toBeVisible()
  }
})

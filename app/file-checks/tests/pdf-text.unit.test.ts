import { text } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { pagesWithSocialSecurityNumbers } from '../../accreditation/ssn.ts'
import { readPdfText } from '../server/pdf-text.ts'

test('what was typed into a form’s fields is read with the page: filled IRS forms have numbers only there', async () => {
  const form = new PDFDocument()
  form.initForm()
  form.text('Form 1040').formText('Your social security number', 100, 100, 200, 20, { value: '123456789' })
  form.addPage().text('Wages').formText('wages', 100, 100, 200, 20, { value: '250000' })
  form.end()
  const bytes = new Uint8Array(Buffer.from(await text(form.setEncoding('latin1')), 'latin1'))
  const pages = (await readPdfText(bytes, new AbortController().signal)) ?? []
  expect(pages).toEqual([expect.stringContaining('123456789'), expect.stringContaining('250000')])
  expect(pagesWithSocialSecurityNumbers(pages)).toEqual([1])
})

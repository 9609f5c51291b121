import { expect, test } from 'vitest'
import { fund } from '../../../content/fund.ts'
import { readFonts } from '../../../server/pdf/fonts.ts'
import { renderPdf } from '../../../server/pdf/render-pdf.ts'
import { accessibilityProblems, checkPdf, spokenText, textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { letterPdf } from '../server/letter-document.ts'

const fonts = readFonts()

test('a letter to sign has the investor’s name, the fund’s, who may sign it and a page of room for that', async () => {
  const pdf = await renderPdf(letterPdf('Gina Őry-Nguyễn', '2026-11-26'), fonts)
  checkPdf(pdf)
  expect(accessibilityProblems(pdf)).toEqual([])
  const text = textOfPdf(pdf)
  expect(text).toContain('Page 1 of 1')
  expect(text).toContain('Nov 26, 2026')
  const words = text.replaceAll(/\s+/g, ' ')
  expect(words).toContain('steps to verify that Gina Őry-Nguyễn is an accredited investor')
  expect(words).toContain(`${fund.name} may rely on this letter`)
  for (const signer of ['broker-dealer', 'investment adviser', 'attorney', 'certified public accountant'])
    expect(words).toContain(signer)
  expect(spokenText(pdf)).toContain('License or registration number')
})

test('a name that no font has is left for a hand to write', async () => {
  const text = textOfPdf(await renderPdf(letterPdf('李小龍', '2026-11-26'), fonts))
  expect(text).not.toContain('?')
  expect(text).toContain('________')
})

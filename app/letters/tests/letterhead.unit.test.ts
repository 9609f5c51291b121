import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fund } from '../../../content/fund.ts'
import { readFonts } from '../../../server/pdf/fonts.ts'
import { renderPdf } from '../../../server/pdf/render-pdf.ts'
import { accessibilityProblems, checkPdf, textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { letterPdf } from '../server/letter-document.ts'

const wordmark = await sharp({ create: { width: 400, height: 100, channels: 4, background: '#0a4' } })
  .png()
  .toBuffer()
const letter = letterPdf('Gina Marsh', '2026-11-26')

/** @returns the lines above a letter's recipient */
async function headOf(name: string): Promise<string> {
  const pdf = await renderPdf({ ...letter, letterhead: { ...letter.letterhead, name } }, readFonts(), {
    picture: wordmark,
    hasName: true,
  })
  checkPdf(pdf)
  expect(accessibilityProblems(pdf)).toEqual([])
  return textOfPdf(pdf).split(/^To /m)[0] ?? ''
}

test('a logo with the fund’s name isn’t followed by the name in letters; another name, such as a payer’s, is set', async () => {
  expect(await headOf(fund.name)).not.toContain(fund.name)
  expect(await headOf(fund.name)).toContain(fund.phone)
  expect(await headOf('Another Payer LLC')).toContain('Another Payer LLC')
})

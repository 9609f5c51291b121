import { fund } from '../../../content/fund.ts'
import { letterhead } from '../../../content/letterhead.ts'
import { verificationLetter } from '../../../content/verification-letter.ts'
import { type Day, formatDay } from '../../../rules/days.ts'
import { orBlank } from '../../../server/pdf/glyph-runs.ts'
import type { PdfContent } from '../../../server/pdf/pdf-content.ts'

/**
 * The letter by which a professional confirms that someone is accredited, to be ticked, filled in and signed by hand.
 * @param name of its subject
 * @param today on which it is prepared
 */
export function letterPdf(name: string, today: Day): PdfContent {
  const investor = orBlank(name)
  const filledIn = (text: string) => text.replaceAll('{investor}', () => investor).replaceAll('{fund}', () => fund.name)
  return {
    language: fund.language,
    title: 'Verification letter',
    subject: 'A letter for a professional to sign: an investor is accredited',
    letterhead,
    addressee: [`To ${fund.name}`],
    facts: [
      { label: 'Investor', value: investor },
      { label: 'Prepared', value: formatDay(today) },
    ],
    heading: { text: 'Verification letter', below: 'for a professional to complete and sign' },
    blocks: [
      { kind: 'paragraph', text: filledIn(verificationLetter.statement) },
      { kind: 'paragraph', text: 'I am (tick one)' },
      { kind: 'boxes', options: verificationLetter.signers },
      { kind: 'paragraph', text: filledIn(verificationLetter.reliance) },
      { kind: 'blanks', rows: blanks },
      {
        kind: 'paragraph',
        isSmall: true,
        text:
          'The letter counts for three months from its date. Please return it to the investor, who sends it to us, and ' +
          'leave out Social Security and account numbers. ' +
          `Questions: ${fund.emails.investors}, ${fund.phone.replaceAll(' ', '\u00a0')}.`,
      },
    ],
    dated: new Date(`${today}T12:00:00Z`),
  }
}

const blanks = [
  ['Signature', 'Date'],
  ['Name in print', 'Firm'],
  ['License or registration number', 'State or authority that issued it'],
  ['Address', 'Telephone or e-mail'],
]

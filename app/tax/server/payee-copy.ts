import { fund } from '../../../content/fund.ts'
import { tax } from '../../../content/tax.ts'
import type { Payer } from '../../../content/tax-types.ts'
import type { Day } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { orBlank } from '../../../server/pdf/glyph-runs.ts'
import type { Block, PdfContent } from '../../../server/pdf/pdf-content.ts'
import { maskedTin, type TinKind } from '../tin.ts'

/** What a payee's copy of Form 1099-INT says. Amounts are cents. */
export interface PayeeCopy {
  year: number
  payer: Payer
  recipient: { lines: readonly string[]; tin: { last4: string; kind: TinKind } | null; account: string }
  /** Box 1. */
  interest: bigint
  /** Box 4. */
  withheld: bigint
  isCorrected: boolean
  /** The day it was made on. */
  dated: Day
}

/**
 * A substitute for Copy B of Form 1099-INT: its title, year, OMB number, the payer with its whole number, the payee with a
 * masked one, numbered and titled boxes, the legend of the official form, and what its back says about the two boxes.
 * Sources: Copy B in stored copies of the forms of 2014 and 2022, and Publication 1179, section 4.3, as stored pages quote it.
 * Not verified: the wording of the back for the year that is printed; the tax adviser compares it each January.
 */
export function payeeCopyPdf(copy: PayeeCopy): PdfContent {
  const { year, payer, recipient, interest, withheld, isCorrected } = copy
  return {
    ...frame(copy),
    facts: [
      ...(isCorrected ? [{ label: 'This form', value: 'CORRECTED' }] : []),
      { label: 'For calendar year', value: String(year) },
      { label: 'Payer’s TIN', value: payer.ein ?? '' },
      {
        label: 'Recipient’s TIN',
        value: recipient.tin ? maskedTin(recipient.tin.last4, recipient.tin.kind) : 'None on file',
      },
      { label: 'Account number', value: recipient.account },
      { label: 'OMB No.', value: '1545-0112' },
    ],
    blocks: [...boxBlocks(interest, withheld), ...instructionsFor(recipient.tin !== null).map(small)],
  }
}

/**
 * The sample form, by which someone shows that they can open forms as they will get them.
 * @param word that they type
 */
export function samplePdf(word: string, today: Day): PdfContent {
  const copy: PayeeCopy = {
    year: Number(today.slice(0, 4)) - 1,
    payer: tax.payer,
    recipient: {
      lines: ['Jane Sample', '1 Example Lane', 'Sampletown, TX 00000'],
      tin: { last4: '0000', kind: 'ssn' },
      account: 'H-0000',
    },
    interest: 1_234_56n,
    withheld: 0n,
    isCorrected: false,
    dated: today,
  }
  const content = payeeCopyPdf(copy)
  const lead: Block[] = [
    { kind: 'figures', title: 'The word to type', figures: [{ label: 'The word on this sample form', value: word }] },
    {
      kind: 'paragraph',
      text: 'This is a sample form. If you can read the word above, you can open tax forms in your portal: type it on the page that you came from.',
    },
  ]
  return {
    ...content,
    title: 'Sample tax form',
    subject: 'A sample of a tax form, to show that it can be opened',
    blocks: [...lead, ...content.blocks],
  }
}

function frame({ year, payer, recipient, isCorrected, dated }: PayeeCopy) {
  const { name, street, city, state, zip, phone } = payer
  return {
    language: fund.language,
    title: `Form 1099-INT ${year}${isCorrected ? ', corrected' : ''}`,
    subject: `Interest income of ${year}, as reported to the Internal Revenue Service`,
    letterhead: { name, lines: [street, `${city}, ${state} ${zip}`, `Telephone ${writtenPhone(phone)}`] },
    addressee: recipient.lines.map(orBlank),
    heading: {
      text: 'Form 1099-INT',
      below: `${isCorrected ? 'CORRECTED · ' : ''}Interest income ${year} · Copy B, for recipient`,
    },
    dated: new Date(`${dated}T12:00:00Z`),
  }
}

const writtenPhone = (digits: string) => `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`

function boxBlocks(interest: bigint, withheld: bigint): Block[] {
  const box = (number: string, title: string, cents: bigint) => ({ cells: [number, title, formatCents(cents, true)] })
  return [
    {
      kind: 'table',
      title: 'Boxes of Form 1099-INT',
      columns: [
        { label: 'Box', share: 0.5 },
        { label: 'What it is', share: 4, wraps: true },
        { label: 'Amount', share: 1.5, align: 'right' },
      ],
      rows: [box('1', 'Interest income', interest), box('4', 'Federal income tax withheld', withheld)],
    },
    { kind: 'paragraph', text: legend },
  ]
}

const legend =
  'This is important tax information and is being furnished to the Internal Revenue Service. If you are required to file a return, a negligence penalty or other sanction may be imposed on you if this income is taxable and the IRS determines that it has not been reported.'

/** @param hasTin whether there is a number to report to the IRS */
const instructionsFor = (hasTin: boolean) => [
  'Instructions for recipient. The information above is for the promissory notes that you hold. Boxes that aren’t listed don’t apply to them.',
  hasTin
    ? 'Recipient’s taxpayer identification number (TIN). For your protection, this form may show only the last four digits of your TIN. The payer has reported your complete TIN to the IRS. The account number is one that the payer assigned to tell your account from others.'
    : 'The account number is one that the payer assigned to tell your account from others.',
  'Box 1 shows taxable interest paid to you during the calendar year by the payer. This doesn’t include interest that accrued and wasn’t paid.',
  'Box 4 shows backup withholding. Generally, a payer must backup withhold if you didn’t furnish your TIN, or you didn’t furnish the correct TIN. See Form W-9. Include this amount on your income tax return as tax withheld.',
  'Nominees. If this form includes amounts that belong to another person, you are considered a nominee recipient. File Form 1099-INT with the IRS for each of the other owners, and furnish them a copy. A spouse isn’t required to file a nominee return to show amounts owned by the other spouse.',
]

function small(text: string): Block {
  return { kind: 'paragraph', text, isSmall: true }
}

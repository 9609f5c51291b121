import { fund } from '../../content/fund.ts'
import { timeZone } from '../../content/fund-time-zone.ts'
import { letterhead } from '../../content/letterhead.ts'
import { noteSettings } from '../../content/notes.ts'
import { namedTimeIn } from '../../rules/dates.ts'
import { fromCents } from '../../rules/number.ts'
import type { PdfContent } from '../pdf/pdf-content.ts'
import { openPdfWorker } from '../pdf/pdf-worker.ts'
import { amountOf, rateFor, sampleNoteNumber, verifyingAmount } from './sample-terms.ts'

/** A document of the fund, by its own terms. */
interface SampleDocument {
  file: string
  title: string
  /** In small print above the title. */
  reference: string
  /** Labels and values, as in a ledger. */
  facts: [string, string][]
  paragraphs: string[]
  /** Names below the signature lines at the end. */
  signatures?: string[]
}

/** The first investor's loan: whole dollars, percent a year, months; and an earlier one. */
const note = {
  number: sampleNoteNumber,
  holder: 'Dr. Elena Marsh',
  amount: verifyingAmount(2),
  rate: rateFor(verifyingAmount(2), 2) / 100,
  months: 24,
}
const dollars = (amount: number) => fromCents(Math.round(amount * 100), true)
const monthly = (note.amount * note.rate) / 100 / 12
const earlier = amountOf(1.25)
const earlierMonthly = Math.round((earlier * rateFor(earlier, 2)) / 100 / 12) / 100

const documents: SampleDocument[] = [
  {
    file: 'promissory-note.pdf',
    title: 'Promissory note',
    reference: `No. ${note.number} · Sample, not an instrument`,
    facts: [
      ['Holder', note.holder],
      ['Principal', dollars(note.amount)],
      ['Rate, fixed', `${note.rate}% a year`],
      ['Term', `${note.months} months from Nov 14, 2026`],
      ['Paid', `monthly, ${dollars(Math.round(monthly * 100) / 100)}`],
      ['Principal due', 'Nov 14, 2028'],
    ],
    paragraphs: [
      `For value received, ${fund.name} (the “Maker”) promises to pay the Holder the principal sum above, with interest at the fixed rate above on the principal outstanding, computed on a year of twelve equal months.`,
      'Interest is payable on the fourteenth day of each month, the first payment being due on Dec 14, 2026. The principal, with any interest then unpaid, is due on the date above.',
      'If a payment is more than ten days late, the Holder may by written notice declare the whole principal due. The Maker waives presentment, demand and protest. This note is governed by the law of the State of ' +
        `${fund.governingLaw}.`,
      noteSettings.registered,
    ],
    signatures: ['For the Maker', 'Holder'],
  },
  {
    file: 'subscription-agreement.pdf',
    title: 'Subscription agreement',
    reference: 'Offering under Rule 506(c) · Sample',
    facts: [
      ['Subscriber', note.holder],
      ['Commitment', dollars(note.amount)],
      ['Status', 'Accredited investor, verified Nov 6, 2026'],
    ],
    paragraphs: [
      'The Subscriber subscribes for a promissory note of the Maker in the amount above, on the terms of the offering documents, and will transfer the amount within ten days of acceptance.',
      'The Subscriber confirms that it has received the offering documents, has had the opportunity to ask questions of the Maker’s officers, can bear the loss of the whole amount, and buys for its own account and not with a view to distribution.',
      'The note has not been registered under the Securities Act of 1933 and may be transferred only as the offering documents allow.',
    ],
    signatures: ['Subscriber', 'Accepted for the Maker'],
  },
  {
    file: 'wire-confirmation.pdf',
    title: 'Wire received',
    reference: 'Confirmation · Sample',
    facts: [
      ['From', note.holder],
      ['Amount', dollars(note.amount)],
      ['Received', namedTimeIn(timeZone, '2026-11-13T16:42:00Z', fund.language)],
      ['Applied to', `Note ${note.number}`],
    ],
    paragraphs: [
      'Thank you. We’ve received the amount above and will credit it to your note tomorrow, when interest begins.',
      `If any of this differs from your own records, call us at ${fund.phone} before doing anything else. We never change our wire instructions by e-mail.`,
    ],
  },
  {
    file: 'statement.pdf',
    title: 'Statement, third quarter',
    reference: 'Jul 1 to Sep 30, 2026 · Sample',
    facts: [
      ['Principal on Jul 1', dollars(earlier)],
      ['Interest paid Jul 15', dollars(earlierMonthly)],
      ['Interest paid Aug 15', dollars(earlierMonthly)],
      ['Interest paid Sep 15', dollars(earlierMonthly)],
      ['Principal on Sep 30', dollars(earlier)],
    ],
    paragraphs: ['Every payment this quarter was made on time. The next one is due on Oct 15, 2026.'],
  },
]

const offeringMemorandum: SampleDocument = {
  file: '',
  title: 'Private placement memorandum',
  reference: `${noteSettings.offering} · Offering under Rule 506(c) · Sample`,
  facts: [
    ['Issuer', fund.name],
    ['Security', 'Promissory notes, 12 or 24 months'],
    ['For', 'Accredited investors whose status the fund has verified'],
  ],
  paragraphs: [
    'The notes are obligations of the Maker alone. They aren’t insured, aren’t a bank deposit, and can lose their whole value.',
    'The Maker lends the proceeds to businesses and against real estate. Borrowers may fail to pay, and collateral may not cover what they owe.',
    'The notes can’t be resold or redeemed early except as they say. No one should invest what they may need before maturity.',
  ],
}

/** @returns the PDF of the sample fund's memorandum */
export async function printMemorandum(): Promise<Uint8Array> {
  await using worker = openPdfWorker()
  return await worker.render({ ...toPdfContent(offeringMemorandum), addressee: [] })
}

/** @returns each document's PDF, by its name in people.ts */
export async function printDocuments(): Promise<Map<string, Uint8Array>> {
  await using worker = openPdfWorker()
  const printed = new Map<string, Uint8Array>()
  for (const content of documents) printed.set(content.file, await worker.render(toPdfContent(content)))
  return printed
}

function toPdfContent({ title, reference, facts, paragraphs, signatures }: SampleDocument): PdfContent {
  return {
    language: fund.language,
    title,
    subject: `${title}, for demonstration`,
    letterhead,
    addressee: [note.holder],
    facts: [],
    heading: { text: title, below: reference },
    blocks: [
      {
        kind: 'table',
        title: `${title}: facts`,
        columns: [
          { label: 'What', share: 1 },
          { label: 'Agreed', align: 'right', share: 1 },
        ],
        rows: facts.map(cells => ({ cells })),
      },
      ...paragraphs.map(text => ({ kind: 'paragraph', text }) as const),
      ...(signatures ? [{ kind: 'blanks', rows: [signatures] } as const] : []),
      { kind: 'paragraph', text: 'A sample for demonstration only. It creates no obligations.', isSmall: true },
    ],
    dated: new Date('2026-11-14T12:00:00Z'),
  }
}

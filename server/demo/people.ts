import { fund } from '../../content/fund.ts'
import { leaders } from '../../content/leaders.ts'
import { familyOffice } from './payday.ts'
import { atFund, sampleNoteNumber } from './sample-terms.ts'

/** A fictional person of the sample fund. */
export interface DemoPerson {
  email: string
  full_name: string | null
  organization: string | null
  is_admin: boolean
  /** Not accepted by the fund yet. */
  guest?: true
  /** Days ago. */
  joined: number
  documents: DemoDocument[]
  /** A document requested by the fund, two days ago. */
  requestedDocuments?: { name: string; note: string; by: string }
}

/** A person's document: one of documents.ts or in `files/`, or a signing link. */
export interface DemoDocument {
  name: string
  file?: string
  url?: string
  /** Days ago. */
  ago: number
  /** Uploader; the owner by default. */
  by?: string
  fund?: string
  /** Viewers, and days ago. */
  views?: [email: string, ago: number][]
  /** Days since its owner requested its deletion. */
  deletionRequested?: number
}

const desk = atFund('admin')
const elena = 'elena.marsh@example.com'
const paul = 'paul.okafor@example.com'
const ruth = 'ruth.lindqvist@example.com'
const bridge = 'Bridge Notes 2026'

export const people: DemoPerson[] = [
  {
    email: desk,
    full_name: 'Investor desk',
    organization: fund.name,
    is_admin: true,
    joined: 420,
    documents: [],
  },
  {
    email: atFund('controller'),
    full_name: leaders.at(-1)?.name ?? fund.name,
    organization: fund.name,
    is_admin: true,
    joined: 400,
    documents: [],
  },
  {
    email: elena,
    full_name: 'Dr. Elena Marsh',
    organization: 'Marsh Family Trust',
    is_admin: false,
    joined: 390,
    documents: [
      {
        name: `Promissory note ${sampleNoteNumber}.pdf`,
        file: 'promissory-note.pdf',
        ago: 7.2,
        by: desk,
        views: [
          [elena, 7.1],
          [desk, 6.9],
          [elena, 2.4],
        ],
      },
      {
        name: 'Wire confirmation.pdf',
        file: 'wire-confirmation.pdf',
        ago: 8.1,
        by: desk,
        views: [
          [elena, 8.05],
          [elena, 7.9],
        ],
      },
      {
        name: 'Signature page, scanned.jpg',
        file: 'signature-page.jpg',
        ago: 9.4,
        views: [[desk, 9.2]],
        deletionRequested: 1.3,
      },
      {
        name: 'Subscription agreement.pdf',
        file: 'subscription-agreement.pdf',
        ago: 14.6,
        by: desk,
        views: [
          [elena, 14.5],
          [elena, 12.2],
          [desk, 12.1],
          [elena, 9.5],
        ],
      },
      { name: 'Letter of instruction.docx', file: 'letter-of-instruction.docx', ago: 3.3, views: [[desk, 3.1]] },
      {
        name: 'Renewal agreement, to be signed',
        url: `https://sign.example/renewal-${sampleNoteNumber}`,
        ago: 0.6,
        by: desk,
      },
    ],
    requestedDocuments: {
      name: 'Proof of address',
      note: 'A utility bill or bank statement, not older than three months.',
      by: desk,
    },
  },
  {
    email: paul,
    full_name: 'Paul Okafor',
    organization: 'Okafor Holdings LLC',
    is_admin: false,
    joined: 370,
    documents: [
      {
        name: 'Statement, third quarter 2026.pdf',
        file: 'statement.pdf',
        ago: 45.2,
        by: desk,
        views: [
          [paul, 44.8],
          [paul, 20.1],
        ],
      },
      {
        name: 'Subscription agreement.pdf',
        file: 'subscription-agreement.pdf',
        ago: 186.3,
        by: desk,
        fund: bridge,
        views: [[paul, 186.1]],
      },
      { name: 'Promissory note.pdf', file: 'promissory-note.pdf', ago: 180.4, by: desk, fund: bridge },
    ],
  },
  {
    email: ruth,
    full_name: 'Ruth Lindqvist',
    organization: null,
    is_admin: false,
    joined: 380,
    documents: [{ name: 'Subscription agreement.pdf', file: 'subscription-agreement.pdf', ago: 11.4, by: desk }],
  },
  {
    email: 'karl.lindqvist@example.com',
    full_name: 'Karl Lindqvist',
    organization: null,
    is_admin: false,
    joined: 379,
    documents: [],
  },
  {
    email: familyOffice,
    full_name: 'Grace Tran',
    organization: 'Tran Family Office',
    is_admin: false,
    joined: 410,
    documents: [],
  },
  // Elena Marsh's accountant, a delegate.
  {
    email: 'carla.nguyen@example.com',
    full_name: 'Carla Nguyen',
    organization: 'Nguyen & Bell CPAs',
    is_admin: false,
    guest: true,
    joined: 25,
    documents: [],
  },
  {
    email: 'new.investor@example.com',
    full_name: null,
    organization: null,
    is_admin: false,
    guest: true,
    joined: 0.4,
    documents: [],
  },
]

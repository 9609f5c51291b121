import { fund } from '../../../../content/fund.ts'
import { timeZone } from '../../../../content/fund-time-zone.ts'
import { letterhead } from '../../../../content/letterhead.ts'
import { dateIn } from '../../../../rules/dates.ts'
import { type Day, formatDay } from '../../../../rules/days.ts'
import type { Block, PdfContent } from '../../../../server/pdf/pdf-content.ts'

/** How a session showed who was there. */
export type Proof = 'passkey' | 'code' | 'recovery-code' | 'sign-in' | 'paper'

const proofWords: Record<Proof, string> = {
  passkey: 'a passkey',
  code: 'a code, by e-mail to the account’s address',
  'recovery-code': 'a recovery code',
  'sign-in': 'sign-in to the account',
  paper: 'a scan of the signed paper, which two people at the fund have accepted',
}

/** A signature, as it was recorded. */
export interface CertifiedSigner {
  /** The account; a signature on paper has none. */
  name: string
  /** Such as 'Doe Family LLC, by Jane Doe, Manager'. */
  capacity: string
  typedName: string
  signedAt: Date
  /** In the fund's zone; of a signature on paper, the day beside it. */
  signedOn: Day
  ip: string | null
  userAgent: string | null
  proof: { method: Proof; at: Date }
  /** To electronic records and signatures; none for the fund's own signature, and for one on paper. */
  consent?: { version: string; givenAt: Date }
}

/** What the certificate of a signed document says. */
export interface Certified {
  title: string
  /** Of what was signed, as it was signed. */
  originalSha256: string
  /** Its legal name. */
  holder: string
  signers: readonly CertifiedSigner[]
  events: readonly { at: Date; words: string }[]
  /** Where anyone with the file can check it. */
  verifyUrl: string
}

/** The certificate of a signed document's signatures: its last page, or a PDF of its own that is appended to another. */
export function certificateContent(certified: Certified): PdfContent {
  const { title, originalSha256, holder, signers, events, verifyUrl } = certified
  return {
    language: fund.language,
    title: 'Certificate of signatures',
    subject: 'Who signed a document, when, and how they showed who they are',
    letterhead,
    addressee: [holder],
    facts: [],
    heading: { text: 'Certificate', below: 'of signatures' },
    blocks: [
      recorded('The document', [
        ['Document', title],
        ['For', holder],
        ['SHA-256 of the original', originalSha256],
      ]),
      ...signers.flatMap(signatureBlocks),
      { kind: 'heading', text: 'Events' },
      recorded(
        'Events',
        events.map(({ at, words }) => [instant(at), words]),
      ),
      {
        kind: 'paragraph',
        isSmall: true,
        text: `This file is sealed with ${fund.name}’s certificate after the last signature: a change of it shows. Anyone can check it at ${verifyUrl}. Days are those of the fund’s zone (${timeZone}).`,
      },
    ],
    dated: events.at(-1)?.at ?? signers.at(-1)?.signedAt ?? new Date(0),
  }
}

function signatureBlocks(signer: CertifiedSigner): Block[] {
  const { capacity, typedName, proof } = signer
  return [
    { kind: 'heading', text: 'Signature' },
    { kind: 'paragraph', text: capacity },
    recorded(`Signature of ${typedName}`, proof.method === 'paper' ? paperRows(signer) : portalRows(signer)),
  ]
}

type Rows = readonly (readonly [string, string])[]

function portalRows({ name, typedName, signedAt, signedOn, ip, userAgent, proof, consent }: CertifiedSigner): Rows {
  return [
    ['Signed, by typing the name', typedName],
    ['Day', `${formatDay(signedOn)}; ${instant(signedAt)}`],
    ['Account', name],
    ['Identity shown with', `${proofWords[proof.method]}, ${instant(proof.at)}`],
    [
      'Consent to sign electronically',
      consent
        ? `version ${consent.version}, given ${dateIn(timeZone, consent.givenAt, fund.language)}; ${instant(consent.givenAt)}`
        : 'not asked',
    ],
    ['Network address', ip ?? 'not recorded'],
    ['Browser', userAgent ?? 'not recorded'],
  ]
}

/** Without what only a signature in the portal has. */
function paperRows({ typedName, signedOn, proof }: CertifiedSigner): Rows {
  return [
    ['Signed on paper, by', typedName],
    ['Day', `${formatDay(signedOn)}, as beside the signature`],
    ['Shown with', `${proofWords[proof.method]}, ${instant(proof.at)}`],
  ]
}

function recorded(title: string, rows: Rows): Block {
  return {
    kind: 'table',
    title,
    columns: [
      { label: 'What', share: 2 },
      { label: 'As recorded', share: 5, wraps: true },
    ],
    rows: rows.map(cells => ({ cells })),
  }
}

/** @returns such as '2026-12-01 18:04:12 UTC' */
function instant(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

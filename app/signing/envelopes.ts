/** Envelopes: documents that people sign in the portal, one after the other. What page and server share. */

/** What an envelope holds. */
export const envelopeKinds = { document: 'Document', agreement: 'Agreement', note: 'Note' } as const
export type EnvelopeKind = keyof typeof envelopeKinds

/** States, with their labels. How far sealing is, `sealed_files` says. */
export const envelopeStates = {
  draft: 'Draft',
  sent: 'Being signed',
  signed: 'Signed, being sealed',
  sealed: 'Sealed',
  declined: 'Declined',
  voided: 'Voided',
  expired: 'Expired',
} as const
export type EnvelopeState = keyof typeof envelopeStates

/** Filters of the office's list; all by default. */
export const envelopeShows = {
  fund: 'To countersign',
  draft: 'Drafts',
  sent: 'Being signed',
  signed: 'Signed, being sealed',
  sealed: 'Sealed',
  ended: 'Declined, voided or expired',
} as const
export type EnvelopeShow = keyof typeof envelopeShows

export type SignerRole = 'holder' | 'custodian' | 'fund'
export type SignerState = 'waiting' | 'viewed' | 'signed' | 'declined'

/** What is written for a signer into the PDF. */
export const fieldKinds = { signature: 'Signature', name: 'Name', capacity: 'Capacity', day: 'Day' } as const
export type FieldKind = keyof typeof fieldKinds

/** A place for it: a page from 1, and a box in points from the top left of the page as shown. */
export interface EnvelopeField {
  /** Of one that the office placed. */
  id?: string
  /** The signer's. */
  turn: number
  what: FieldKind
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** A line that signers confirm before they sign. */
export interface ReadBackLine {
  label: string
  value: string
  /** The page of the portal where it is changed, if that is possible. */
  to?: string
}

export interface PageSize {
  width: number
  height: number
}

export const envelopesPerPage = 50
/** Most fields of an envelope. */
export const mostFields = 200
/** Most envelopes that are countersigned together. */
export const countersignedAtOnce = 100
/** Of an envelope's form with its PDF, in bytes. */
export const envelopeForm = { bytes: 26 * 1024 * 1024, fields: 2000 }
export const originalBytes = 25 * 1024 * 1024
/** Points of an inch, in which people measure a page. */
export const inch = 72

/** What the button says that signs. */
export function signButton(kind: EnvelopeKind): string {
  return kind === 'agreement' ? 'I sign this agreement' : 'I sign this document'
}

/** @returns the first signer who hasn't signed */
export function nextSigner<Signer extends { state: SignerState }>(signers: readonly Signer[]): Signer | undefined {
  return signers.find(({ state }) => state !== 'signed')
}

/** @param typed a line each, such as 'Principal: $200,000.00' @returns undefined if a line has no label or value */
export function readBackLines(typed: string): ReadBackLine[] | undefined {
  const lines = typed.split('\n').filter(line => line.trim() !== '')
  const read = lines.map(line => {
    const [, label = '', value = ''] = /^([^:]{1,60}):(.{1,200})$/.exec(line.trim()) ?? []
    return { label: label.trim(), value: value.trim() }
  })
  return read.length <= 40 && read.every(({ label, value }) => label && value) ? read : undefined
}

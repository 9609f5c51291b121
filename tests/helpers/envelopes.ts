import { getEnvelope, getEnvelopeToSign } from '../../app/signing/server/envelope.ts'
import { prepareEnvelope } from '../../app/signing/server/prepare-envelope.ts'
import { sendEnvelope } from '../../app/signing/server/send-envelope.ts'
import { reportDrawn, signEnvelope } from '../../app/signing/server/sign-envelope.ts'
import { addDays } from '../../rules/days.ts'
import type { Actor } from '../../server/access/actor.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { consentToEsign } from '../../server/sample/lives.ts'
import { openedBy } from './accreditation.ts'
import { withFreshProof } from './notes.ts'
import { byPdfkit } from './pdf-makers.ts'
import type { SharedPortal } from './shared-portal.ts'

let pdf: Promise<File> | undefined

/** An agreement of two pages, by another program. */
export function agreement(): Promise<File> {
  pdf ??= byPdfkit([['Note purchase agreement', 'Principal: $200,000.00'], ['Term: 12 months']]).then(
    bytes => new File([new Uint8Array(bytes)], 'agreement.pdf', { type: 'application/pdf' }),
  )
  return pdf
}

/** Prepares an envelope with the usual signers. @returns its id */
export async function givenDraft(admin: Actor, holderId: string, title = 'Note purchase agreement'): Promise<string> {
  return prepareEnvelope(admin, { holder: holderId, title, kind: 'agreement', file: await agreement(), document: '' })
}

/** The same, sent. */
export async function givenSent(portal: SharedPortal, admin: Actor, holderId: string, title?: string): Promise<string> {
  const id = await givenDraft(admin, holderId, title)
  await sendEnvelope(await withFreshProof(portal, admin), id, { expiresOn: addDays(fundDay(), 30) })
  return id
}

/** Reads an envelope's document to its last page, as the person's browser shows it. */
export async function readEnvelopeAs(portal: SharedPortal, person: Actor, id: string): Promise<void> {
  const { rows } = await portal.owner.query(
    'select document_id, jsonb_array_length(pages) as pages from envelopes where id = $1',
    [id],
  )
  await openedBy(person, rows[0].document_id)
  await reportDrawn(person, id, { page: Array.from({ length: rows[0].pages }, (_, n) => String(n + 1)) })
}

/** Reads and signs an envelope, with consent and fresh proof. */
export async function signedAs(
  portal: SharedPortal,
  person: Actor,
  id: string,
  typedName = 'Iris Vestor',
): Promise<void> {
  await consentToEsign(portal.owner, person)
  await readEnvelopeAs(portal, person, id)
  const { shown } = await getEnvelopeToSign(person, id)
  await signEnvelope(await withFreshProof(portal, person), id, { shown, confirmed: true, read: false, typedName })
}

/** @returns an envelope's state, and those of its signers in order */
export async function statesOf(admin: Actor, id: string): Promise<string[]> {
  const { state, signers } = await getEnvelope(admin, id)
  return [state, ...signers.map(signer => signer.state)]
}

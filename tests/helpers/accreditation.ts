import { approveAccreditation } from '../../app/accreditation/server/review.ts'
import { getAccreditationForReview } from '../../app/accreditation/server/review-list.ts'
import { signAccreditation } from '../../app/accreditation/server/sign.ts'
import { saveAccreditation } from '../../app/accreditation/server/start.ts'
import { countServed } from '../../app/downloads/server/file-accesses.ts'
import type { Actor } from '../../server/access/actor.ts'
import { consentToEsign, signVerification } from '../../server/sample/lives.ts'
import { withFreshProof } from './notes.ts'
import { simplePdf } from './pdf.ts'
import type { SharedPortal } from './shared-portal.ts'
import { uploader } from './uploads.ts'

/** The answers of a person with their own $200,000. */
export const ownMoney = { money: 'own', amount: '$200,000', category: 'a5', method: '' }

/** Answers and signs, like the wizard. @returns the verification's id */
export async function signedByMinimum(
  portal: SharedPortal,
  person: Actor,
  holderId: string,
  answers = ownMoney,
): Promise<string> {
  const { id } = await saveAccreditation(person, { holderId, ...answers })
  await signVerification(portal.owner, await withFreshProof(portal, person), holderId, id)
  return id
}

/** `signAccreditation` by a person who has agreed to sign in the portal, and shows who they are. */
export async function signedBy(
  portal: SharedPortal,
  person: Actor,
  id: string,
  signature: Parameters<typeof signAccreditation>[2],
): Promise<boolean> {
  await consentToEsign(portal.owner, person)
  return signAccreditation(await withFreshProof(portal, person), id, signature)
}

/** A reviewer opens every document of a verification and checks all items. @returns whether it is approved now */
export async function approvedBy(reviewer: Actor, id: string): Promise<boolean> {
  const { checklist, evidence } = await getAccreditationForReview(reviewer, id)
  for (const { documentId } of evidence) if (documentId) await openedBy(reviewer, documentId)
  const answer = await approveAccreditation(reviewer, id, { ticks: checklist.map(({ code }) => code) })
  return answer !== undefined
}

/** Records that a person was served the last byte of a document. */
export async function openedBy(person: Actor, documentId: string): Promise<void> {
  await countServed(person, documentId, { start: 0, bytes: mostBytes })
}

/** The maximum size of a document. */
const mostBytes = 52_428_800

/** Uploads a PDF of the category Accreditation. @returns the document's id */
export async function uploadedEvidence(
  portal: SharedPortal,
  person: Actor,
  pages: string[],
  filename = 'evidence.pdf',
): Promise<string> {
  const sender = uploader(portal, await portal.sessionOf(person))
  const answer = await sender.upload({ filename, content: simplePdf(pages), metadata: { category: 'Accreditation' } })
  return answer.headers.get('Upload-Document-Id') ?? ''
}

/** A day, YYYY-MM-DD, in UTC. */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10)
}

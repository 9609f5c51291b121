import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { addMonths, formatDay } from '../../../rules/days.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { siteOrigin } from '../../../server/mail/mailer.ts'
import { openPdfWorker } from '../../../server/pdf/pdf-worker.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { SealKind } from '../../sealing/server/seal-kinds.ts'
import { accountOf } from './capacity.ts'
import { mailSigners } from './envelope-mail.ts'
import { type EnvelopeRow, readEnvelope, readSigners, type SignerRow } from './envelope-rows.ts'
import { keptYears } from './original.ts'
import { readDocument, withScans } from './paper-scan.ts'
import { certificateContent, type Proof } from './pdf/certificate.ts'
import { fillTemplate, type PlacedField } from './pdf/template.ts'

/** What happened, in the certificate's words. */
const eventWords: Record<string, string> = {
  draft: 'Prepared by',
  sent: 'Sent for signature',
  viewed: 'Opened by',
  signed: 'Signed by',
  reminded: 'Reminder sent',
  completed: 'Completed: everyone has signed',
}

/** How an envelope is sealed: everyone's fields are written into the PDF, and the certificate of who signed follows. */
export const envelopeSeal: SealKind = {
  kind: 'envelope',
  label: 'Signed document',

  async draw(tx, envelopeId) {
    const envelope = await readEnvelope(tx, envelopeId)
    const signers = await readSigners(tx, envelope.id)
    const certificate = await certificateOf(tx, envelope, signers)
    const scans = signers.map(({ paper_document_id: id }) => id)
    const appended = await withScans(tx, certificate, scans)
    const original = await readDocument(tx, envelope.document_id)
    const folder = signers.find(({ role }) => role === 'holder')?.user_id ?? ''
    return {
      bytes: await fillTemplate(original, placedFields(envelope, signers), appended),
      originalSha256: envelope.original_sha256,
      ...{ name: envelope.title, category: 'Agreements', holderId: envelope.holder_id, folder },
      retainUntil: addMonths(fundDay(envelope.closed_at ?? new Date()), 12 * keptYears),
      reason: `${envelope.number}, signed by everyone`,
    }
  },

  async sealed(tx, envelopeId, documentId, sha256) {
    await tx
      .updateTable('envelopes')
      .set({ state: 'sealed', sealed_document_id: documentId, sealed_sha256: sha256, sealed_at: sql<Date>`now()` })
      .where('id', '=', envelopeId)
      .execute()
    const signers = await readSigners(tx, envelopeId)
    // The holder's members hear of their new document anyway.
    const custodians = signers.filter(({ role }) => role === 'custodian').map(({ user_id }) => user_id)
    await mailSigners(tx, custodians, 'signed-copy')
  },
}

/** @returns what is written into the PDF, and where */
function placedFields({ fields }: EnvelopeRow, signers: readonly SignerRow[]): PlacedField[] {
  const bySeat = new Map(signers.map(signer => [signer.turn, signer]))
  return fields.flatMap(({ turn, what, ...place }) => {
    const signer = bySeat.get(turn)
    if (!signer?.typed_name || !signer.signed_on) return []
    const texts = {
      ...{ name: signer.typed_name, capacity: signer.capacity, day: formatDay(signer.signed_on) },
      signature: signer.proof === 'paper' ? 'Signed on paper, scan attached' : signer.typed_name,
    }
    return [{ ...place, text: texts[what] }]
  })
}

/** @returns who made an envelope: an investor makes their own agreement, the fund all others */
function makerOf({ created_by }: EnvelopeRow, signers: readonly SignerRow[]): string {
  const maker = signers.find(({ user_id, role }) => user_id === created_by && role !== 'fund')
  return maker?.capacity ?? 'the fund'
}

async function certificateOf(
  tx: Transaction<Database>,
  envelope: EnvelopeRow,
  signers: readonly SignerRow[],
): Promise<Uint8Array> {
  const { rows: events } = await sql<{ at: Date; what: string; signer_id: string | null }>`
    select at, what, signer_id from envelope_events where envelope_id = ${envelope.id} order by id`.execute(tx)
  const { rows: consents } = await sql<{ id: string; version: string; givenAt: Date }>`
    select id, version, given_at as "givenAt" from esign_consents
    where id = any (${signers.flatMap(({ consent_id }) => consent_id ?? [])}::uuid[])`.execute(tx)
  const { rows: holders } = await sql<{ name: string }>`
    select legal_name as name from holders where id = ${envelope.holder_id}`.execute(tx)
  const capacityOfSeat = (id: string | null) => signers.find(signer => signer.id === id)?.capacity
  const consentOf = (id: string | null) => {
    const consent = consents.find(each => each.id === id)
    return consent && { consent }
  }
  const accounts = new Map(
    await Promise.all(signers.map(async ({ id, user_id }) => [id, await readAccount(user_id)] as const)),
  )
  const content = certificateContent({
    ...{ title: envelope.title, originalSha256: envelope.original_sha256, holder: holders[0]?.name ?? '' },
    signers: signers.map(signer => ({
      ...{ name: accounts.get(signer.id) ?? '', typedName: signer.typed_name ?? '', capacity: signer.capacity },
      ...{ signedAt: signer.signed_at ?? new Date(0), signedOn: signer.signed_on ?? '' },
      ...{ ip: signer.ip, userAgent: signer.user_agent },
      proof: { method: (signer.proof ?? 'sign-in') as Proof, at: signer.proved_at ?? new Date(0) },
      ...consentOf(signer.consent_id),
    })),
    events: events.flatMap(({ at, what, signer_id }) => {
      const who = what === 'draft' ? makerOf(envelope, signers) : capacityOfSeat(signer_id)
      return eventWords[what] ? [{ at, words: [eventWords[what], who].filter(Boolean).join(' ') }] : []
    }),
    verifyUrl: siteOrigin() + href('/verify'),
  })
  await using worker = openPdfWorker()
  return await worker.render(content)
}

/** Read as the account itself: the queue reads no profiles. */
async function readAccount(id: string | null): Promise<string> {
  if (!id) return ''
  return queryAs({ id }, async tx => {
    const account = tx.selectFrom('user_profiles').select(['full_name as fullName', 'email']).where('id', '=', id)
    return accountOf(await account.executeTakeFirstOrThrow())
  })
}

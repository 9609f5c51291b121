import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { timeZone } from '../../../content/fund-time-zone.ts'
import { retention } from '../../../content/retention.ts'
import { isoDayIn } from '../../../rules/dates.ts'
import { addMonths } from '../../../rules/days.ts'
import type { Database } from '../../../server/database/types.ts'
import { siteOrigin } from '../../../server/mail/mailer.ts'
import type { Block } from '../../../server/pdf/pdf-content.ts'
import { openPdfWorker } from '../../../server/pdf/pdf-worker.ts'
import type { SealKind } from '../../sealing/server/seal-kinds.ts'
import { queueSeal } from '../../sealing/server/sealed-files.ts'
import { type Certified, certificateContent, type Proof } from '../../signing/server/pdf/certificate.ts'

const kind = 'accreditation'
const title = 'Statements about accreditation'

/** A member's copy of what was signed for a submission. */
export interface SignedCopy {
  id: string
  submittedAt: Date
  /** Null until it is sealed and filed. */
  documentId: string | null
}

/** Has the signed copy of a submission made, in the transaction that submits it. */
export async function requestCopy(
  tx: Transaction<Database>,
  { id, holderId, round }: { id: string; holderId: string; round: number },
): Promise<void> {
  const copy = { id: randomUUID(), accreditation_id: id, holder_id: holderId, round: round + 1 }
  await tx.insertInto('accreditation_copies').values(copy).execute()
  await queueSeal(tx, { kind, subjectId: copy.id, holderId })
}

/** @returns the signed copies of a holder's last submissions, but for those deleted since, the newest first */
export function findCopies(tx: Transaction<Database>, holderId: string): Promise<SignedCopy[]> {
  return tx
    .selectFrom('accreditation_copies')
    .select(['id', 'submitted_at as submittedAt', 'document_id as documentId'])
    .where('holder_id', '=', holderId)
    .where(eb => eb.or([eb('document_id', 'is not', null), eb('filed_at', 'is', null)]))
    .orderBy('submitted_at', 'desc')
    .limit(5)
    .execute()
}

/** Sealed: the statements of a submission exactly as they were signed, then the certificate of their signatures. */
export const accreditationSeal = {
  kind,
  label: 'Accreditation',
  async draw(tx, copyId) {
    const { holder, startedAt, submittedAt, signatures } = await readCopy(tx, copyId)
    const [first] = signatures
    if (!first) throw new Error('A submission without signatures can’t be drawn.')
    const certificate = certificateContent({
      title,
      originalSha256: first.sha256,
      holder,
      signers: signatures,
      events: eventsOf(startedAt, submittedAt, signatures),
      verifyUrl: `${siteOrigin()}/verify`,
    })
    await using worker = openPdfWorker()
    const bytes = await worker.render({
      ...certificate,
      title,
      subject: 'What was stated about an investor’s accreditation, and by whom it was signed',
      facts: [{ label: 'Version', value: first.version }],
      heading: { text: 'Accreditation', below: 'statements, as signed' },
      blocks: [
        ...first.text.split('\n').map((text): Block => ({ kind: 'paragraph', text })),
        { kind: 'page' },
        { kind: 'heading', text: certificate.title },
        ...certificate.blocks,
      ],
    })
    const day = isoDayIn(timeZone, submittedAt)
    return {
      bytes,
      originalSha256: first.sha256,
      name: `${title}, ${day}`,
      category: 'Accreditation',
      holderId: first.holderId,
      folder: first.userId,
      retainUntil: addMonths(day, 12 * years),
      reason: `${title} of ${holder}`,
    }
  },
  async sealed(tx, copyId, documentId, sha256) {
    await tx
      .updateTable('accreditation_copies')
      .set({ document_id: documentId, sha256, filed_at: sql<Date>`now()` })
      .where('id', '=', copyId)
      .execute()
  },
} satisfies SealKind

/** As long as whatever else shows that an investor may invest. */
const { years } = retention.find(({ id }) => id === 'accreditation') ?? { years: 5 }

type Signature = Certified['signers'][number] & {
  text: string
  version: string
  sha256: string
  userId: string
  holderId: string
}

/** @returns a submission, with the signatures that counted when it was made, whatever has happened since */
async function readCopy(tx: Transaction<Database>, copyId: string) {
  const copies = await sql<{ holder: string; startedAt: Date; submittedAt: Date }>`
    select h.legal_name as holder, a.started_at as "startedAt", c.submitted_at as "submittedAt"
    from accreditation_copies c join accreditations a on a.id = c.accreditation_id join holders h on h.id = c.holder_id
    where c.id = ${copyId}`.execute(tx)
  const [copy] = copies.rows
  if (!copy) throw new Error(`There is no copy ${copyId} to draw.`)
  const { rows } = await sql<
    Omit<Signature, 'proof' | 'consent'> & { method: Proof; provedAt: Date; consentVersion: string; givenAt: Date }
  >`
    select r.signer as name, r.capacity, r.typed_name as "typedName", r.signed_at as "signedAt",
      app.fund_day(r.signed_at)::text as "signedOn", r.ip,
      r.user_agent as "userAgent", r.text, r.version, encode(r.sha256, 'hex') as sha256, r.user_id as "userId",
      r.holder_id as "holderId", r.proof as method, r.proved_at as "provedAt", e.version as "consentVersion",
      e.given_at as "givenAt"
    from accreditation_copies c
      join representations r on r.accreditation_id = c.accreditation_id and r.round = c.round
        and (r.superseded_at is null or r.superseded_at > c.submitted_at)
      join esign_consents e on e.id = r.consent_id
    where c.id = ${copyId} order by r.signed_at, r.id`.execute(tx)
  const signatures = rows.map(
    ({ method, provedAt, consentVersion, givenAt, ...signature }): Signature => ({
      ...signature,
      proof: { method, at: provedAt },
      consent: { version: consentVersion, givenAt },
    }),
  )
  return { ...copy, signatures }
}

function eventsOf(startedAt: Date, submittedAt: Date, signatures: readonly Signature[]): Certified['events'] {
  return [
    { at: startedAt, words: 'Answers begun' },
    ...signatures.map(({ signedAt: at, typedName }) => ({ at, words: `Signed by ${typedName}` })),
    { at: submittedAt, words: 'Submitted to the fund, with every signature that it takes' },
  ]
}

import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { addMonths } from '../../../rules/days.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { sealProblem } from '../../sealing/server/seal-certificates.ts'
import type { ReadBackLine, SignerRole } from '../envelopes.ts'
import { mailSigners } from './envelope-mail.ts'
import { requireLetters } from './letters.ts'
import { keptYears, storeOriginal } from './original.ts'
import { fillTemplate, prepareTemplate } from './pdf/template.ts'
import { signaturePages } from './signature-page.ts'

/** An envelope of a PDF that the product drew. */
export interface NewEnvelope {
  kind: 'agreement'
  subjectId: string
  holderId: string
  title: string
  bytes: Uint8Array
  readBack: ReadBackLine[]
  /** In their order; the first is a person. The fund's seat has a person once an administrator has signed it. */
  signers: { turn: number; role: SignerRole; userId: string | null; capacity: string }[]
  /** 'YYYY-MM-DD' in the fund's zone. */
  expiresOn: string
}

/**
 * Makes an envelope of a PDF that the product drew, and sends it, in the caller's transaction. The database lets a member do
 * so where the envelope's subject came to its agreement in this transaction (app.send_agreement).
 * @returns its id
 * @throws PortalError ENVELOPE_SEAL while nothing can be sealed; the letters that the signatures' type lacks, by name
 */
export async function createEnvelope(tx: Transaction<Database>, envelope: NewEnvelope): Promise<string> {
  const { kind, subjectId, holderId, title, bytes, readBack, signers, expiresOn } = envelope
  const lines = readBack.flatMap(({ label, value }) => [label, value])
  for (const text of [title, ...lines, ...signers.map(({ capacity }) => capacity)]) requireLetters(text)
  if (await sealProblem()) throw new PortalError('ENVELOPE_SEAL')
  const drawn = await prepareTemplate(bytes)
  const { pdf, labels, fields, sizes } = await signaturePages(signers, drawn.pages.length)
  const whole = await fillTemplate(await fillTemplate(drawn.bytes, [], pdf), labels)
  const { path, sha256, size } = await storeOriginal(signers[0]?.userId ?? '', whole)
  const id = randomUUID()
  const made = {
    ...{ id, kind, subject_id: subjectId, holder_id: holderId, title, expires_on: expiresOn, original_sha256: sha256 },
    ...{ pages: [...drawn.pages, ...sizes], fields, read_back: readBack },
    document: {
      ...{ user_id: signers[0]?.userId, filename: `${title}.pdf`, file_path: path, file_size: size },
      retain_until: addMonths(fundDay(), 12 * keptYears),
    },
    signers: signers.map(({ turn, role, userId, capacity }) => ({ turn, role, user_id: userId, capacity })),
  }
  await sql`select app.send_agreement(${JSON.stringify(made)}::jsonb)`.execute(tx)
  await mailSigners(tx, [signers[0]?.userId ?? null], 'your-turn')
  return id
}

import type { Transaction } from 'kysely'
import { type Day, formatDay } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { addOriginal, bytesOf, readStored, storeOriginal } from './original.ts'
import { fillTemplate, missingLetters, prepareTemplate } from './pdf/template.ts'

/* A signature on paper: the office files its scan, and it counts once a second person has compared it. */

/** In the content of the approval. */
export interface Scan {
  documentId: string
  sha256: string
  /** The day beside the signature. */
  day: Day
}

/**
 * Files the scan as a document that is never released.
 * @param about the signer, and the name of the document
 * @throws PortalError PAPER_DAY, PAPER_FILE; TEMPLATE_… for a PDF that can't go into the sealed file
 */
export async function fileScan(
  tx: Transaction<Database>,
  actor: Actor,
  { day, file }: { day: Day; file: File },
  about: { signerId: string; holderId: string; name: string },
): Promise<Scan> {
  if (day > fundDay()) throw new PortalError('PAPER_DAY')
  const bytes = await bytesOf(file)
  if (!bytes) throw new PortalError('PAPER_FILE')
  const stored = await storeOriginal(about.signerId, (await prepareTemplate(bytes)).bytes)
  const documentId = await addOriginal(tx, actor, stored, { holderId: about.holderId, name: about.name, isOwn: true })
  return { documentId, sha256: stored.sha256, day }
}

/** @returns the signer's name, or something else that says who it is where documents can't print the name */
export function printedName(name: string | null | undefined, otherwise: string): string {
  return name && missingLetters(name).length === 0 ? name : otherwise
}

/** @returns what a second person is asked, in words */
export function describeScan(signer: string, signed: string, { day, sha256 }: Scan): string[] {
  return [
    `${signer} signed ${signed} on paper on ${formatDay(day)}.`,
    `Compare the scan, which has the SHA-256 ${sha256}, with what was to be signed and with a signature that you know.`,
  ]
}

/** @returns a certificate with the scans of signatures on paper behind it */
export async function withScans(
  tx: Transaction<Database>,
  certificate: Uint8Array,
  documentIds: readonly (string | null)[],
): Promise<Uint8Array> {
  let whole = certificate
  for (const id of documentIds) if (id) whole = await fillTemplate(whole, [], await readDocument(tx, id))
  return whole
}

/** @returns the bytes of a document */
export async function readDocument(tx: Transaction<Database>, id: string): Promise<Uint8Array> {
  const file = await tx
    .selectFrom('documents')
    .select(['file_path', 'file_size'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return readStored(file)
}

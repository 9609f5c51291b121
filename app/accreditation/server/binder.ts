import { fund } from '../../../content/fund.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { asAdministrator, requireAdministrator } from '../../../server/access/roles.ts'
import { type MadeFile, madeFile } from '../../../server/http/made-file.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { streamOf } from '../../../server/platform/stream-of.ts'
import { recordedInArchive } from '../../downloads/server/file-accesses.ts'
import { openStoredFile } from '../../downloads/server/serve-zip.ts'
import { type ZipEntry, zipChunks } from '../../downloads/server/zip.ts'
import { copied, textEntry, withManifest } from '../../downloads/server/zip-manifest.ts'
import { safeName, uniqueNames } from '../../downloads/server/zip-names.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { type BinderPart, type BinderSale, findSalesWith, readBinder } from './binder-content.ts'
import { auditCsv, certificateText, checklistText, indexText, representationsText, salesCsv } from './binder-texts.ts'

/** @returns the sales of a holder or an offering; the notes' capability knows them */
export type FindSales = Parameters<typeof findSalesWith>[1]

/** The binder's subject: one holder, or all that an offering was sold to. */
export type BinderOf = { holderId: string } | { offering: string }

/**
 * The file for counsel: of one holder or offering, an archive with an index, what was represented, the checklists with
 * their reviewers, the evidence or the certificate of its destruction, the log's entries, the sales that relied on it,
 * and the SHA-256 of each of these files. It is created while it is read.
 * @returns the archive (ZIP), and what it is about, for its name
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; NOT_FOUND where there is nothing
 */
export async function exportBinder(
  actor: Actor,
  of: BinderOf,
  findSales: FindSales,
): Promise<{ name: string; archive: MadeFile<ReadableStream<Uint8Array>> }> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  const about = 'holderId' in of ? { holderId: assertId(of.holderId) } : of
  const { parts, sales, name } = await asAdministrator(actor, async tx => {
    const sold = await findSalesWith(tx, findSales, about)
    const holderIds = 'holderId' in about ? [about.holderId] : [...new Set(sold.map(({ holderId }) => holderId))]
    const read = await readBinder(tx, holderIds, sold)
    const isEmpty = sold.length === 0 && read.every(({ verifications }) => verifications.length === 0)
    if (isEmpty) throw new PortalError('NOT_FOUND')
    for (const holderId of holderIds) {
      await audit(tx, actor, 'accreditation.binder', holderId, 'offering' in of ? { offering: of.offering } : {})
    }
    return { parts: read, sales: sold, name: 'offering' in of ? of.offering : (read[0]?.holder.number ?? '') }
  })
  const archive = streamOf(copied(zipChunks(withManifest(entriesOf(actor, parts, sales, 'offering' in of)))))
  return { name, archive: madeFile({ proof: 'fresh', entry: 'accreditation.binder' }, archive) }
}

async function* entriesOf(
  actor: Actor,
  parts: BinderPart[],
  sales: BinderSale[],
  isOffering: boolean,
): AsyncGenerator<ZipEntry, void, void> {
  yield textEntry('Index.txt', indexText(fund.name, parts, sales, isOffering))
  yield textEntry('Sales.csv', salesCsv(parts, sales))
  for (const part of parts) {
    const folder = `${safeName(`${part.holder.number} ${part.holder.legalName}`)}/`
    for (const [at, verification] of part.verifications.entries()) {
      const place = `${folder}${at + 1} ${fundDay(verification.startedAt)} ${verification.state}/`
      yield textEntry(`${place}Representations.txt`, representationsText(verification))
      for (const { submittedAt, file } of verification.copies) {
        const stored = await openStoredFile(file)
        if (!stored) continue
        const name = `${place}Signed copy of ${fundDay(submittedAt)}, ${file.id.slice(0, 8)}.pdf`
        const open = async () => recordedInArchive(actor, file, stored)
        yield { name, modified: submittedAt, size: file.file_size, open }
      }
      yield textEntry(`${place}Checklist.txt`, checklistText(part, verification))
      const named = uniqueNames()
      for (const evidence of verification.evidence) {
        const file = evidence.file
        const stored = file ? await openStoredFile(file) : undefined
        const path = named(`${place}Evidence/${safeName(evidence.filename)}`)
        if (file && stored) {
          const open = async () => recordedInArchive(actor, file, stored)
          yield { name: path, modified: evidence.addedAt, size: file.file_size, open }
        } else {
          yield textEntry(`${path} - certificate.txt`, certificateText(part, evidence))
        }
      }
    }
    yield textEntry(`${folder}Log.csv`, auditCsv(part))
  }
}

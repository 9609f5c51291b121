import { sql } from 'kysely'
import type { Client } from '../../../server/access/client.ts'
import { assertFields, performStep } from '../../../server/access/perform.ts'
import { enforceNetworkLimit } from '../../../server/access/rate-limit.ts'
import { actAsVisitor } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { checkFileCommand } from '../check-file.commands.ts'
import { checkedFileLimit, checksPerHour } from '../sealing.ts'
import { inOneLine, timestampAuthority } from './seal-certificates.ts'
import { sha256 } from './sha256.ts'

/** What anyone learns of a file. */
export type FileVerdict =
  | { is: 'not a PDF' | 'encrypted' | 'no seal' | 'changed' }
  /** Of someone else: who, as the certificate in the file has it. */
  | { is: 'foreign'; by: string; appended: number }
  /** Ours, unchanged as far as the seal covers it. `isKnown`: our records have this very file, or what was sealed in it. */
  | ({ is: 'ours'; isKnown: boolean; time: Date | null; appended: number } & SealFacts)

interface SealFacts {
  sealedAt: Date | null
  /** From when until when the certificate sealed; until now, if null. */
  inForceFrom: Date
  inForceUntil: Date | null
  /** Since when the seal can't be relied on, 'YYYY-MM-DD': no time stamp that we trust is older. */
  revokedSince: string | null
}

/**
 * Checks a file that anyone has. Its bytes are neither stored nor logged, and the answer says nothing that isn't in it, but
 * whether we know it.
 */
export const checkFile = performStep(
  checkFileCommand,
  async ({ refuse }, client: Pick<Client, 'ip'>, typed: { file: unknown }): Promise<FileVerdict> => {
    const { file } = assertFields(checkFileCommand, typed)
    // A browser sends an empty one where none was chosen.
    if (file.size === 0) throw refuse('CHECK_FILE')
    await enforceNetworkLimit('files checked for', client.ip, {
      most: checksPerHour,
      window: 3_600_000,
      code: 'CHECKED_OFTEN',
    })
    if (file.size > checkedFileLimit) throw refuse('CHECK_FILE_LARGE')
    const bytes = new Uint8Array(await file.arrayBuffer())
    const { verifyPdf } = await import('./seal-tools.ts')
    const checked = await verifyPdf(bytes, timestampAuthority()?.roots)
    if (checked.found !== 'sealed') return { is: checked.found }
    // Someone may have signed after us.
    for (const seal of [checked, ...checked.earlier]) {
      const { appended, certificate, isExact, time, isTimeTrusted } = seal
      const facts = await findSeal(bytes.subarray(0, bytes.length - appended), certificate.raw)
      if (!facts) continue
      // Ours are always exact.
      if (!isExact) return { is: 'changed' }
      const stamped = isTimeTrusted ? time : null
      const isOlder = facts.revokedSince !== null && stamped !== null && fundDay(stamped) < facts.revokedSince
      const revokedSince = isOlder ? null : facts.revokedSince
      return { is: 'ours', isKnown: facts.sealedAt !== null, time: stamped, appended, ...facts, revokedSince }
    }
    return { is: 'foreign', by: nameIn(checked.certificate.subject), appended: checked.appended }
  },
)

/** @returns what our records have of a seal; undefined if its certificate isn't ours */
async function findSeal(file: Uint8Array, certificate: Uint8Array): Promise<SealFacts | undefined> {
  const { rows } = await actAsVisitor(tx =>
    sql<SealFacts>`select sealed_at as "sealedAt", in_force_from as "inForceFrom", in_force_until as "inForceUntil",
        revoked_since::text as "revokedSince"
      from app.seal_facts(${sha256(file).toString('hex')}, ${sha256(certificate).toString('hex')})`.execute(tx),
  )
  return rows[0]
}

/** @returns the common name of a certificate's subject, or all of it */
function nameIn(subject: string): string {
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? inOneLine(subject)
}

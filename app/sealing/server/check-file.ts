import { sql } from 'kysely'
import type { Client } from '../../../server/access/client.ts'
import { assertFields, performStep } from '../../../server/access/perform.ts'
import { enforceNetworkLimit } from '../../../server/access/rate-limit.ts'
import { actAsVisitor } from '../../../server/database/act-as.ts'
import { checkFileCommand } from '../check-file.commands.ts'
import { checkedFileLimit, checksPerHour } from '../sealing.ts'
import { sha256 } from './cms.ts'
import { inOneLine, timestampAuthority } from './seal-certificates.ts'
import { verifyPdf } from './verify.ts'

/** What anyone learns of a file. */
export type FileVerdict =
  | { is: 'not a PDF' | 'encrypted' | 'no seal' | 'changed' }
  /** Of someone else: who, as the certificate in the file has it. */
  | { is: 'foreign'; by: string; appended: number }
  /** Ours, unchanged as far as the seal covers it. `isKnown`: our records have this very file, or what was sealed in it. */
  | { is: 'ours'; isKnown: boolean; sealedAt: Date | null; time: Date | null; appended: number }

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
    const checked = await verifyPdf(bytes, timestampAuthority()?.roots)
    if (checked.found !== 'sealed') return { is: checked.found }
    // Someone may have signed after us.
    for (const seal of [checked, ...checked.earlier]) {
      const { appended, certificate, isExact, time, isTimeTrusted } = seal
      const { isOurs, sealedAt } = await findSeal(bytes.subarray(0, bytes.length - appended), certificate.raw)
      // Ours are always exact.
      if (isOurs && !isExact) return { is: 'changed' }
      if (isOurs)
        return { is: 'ours', isKnown: sealedAt !== null, sealedAt, time: isTimeTrusted ? time : null, appended }
    }
    return { is: 'foreign', by: nameIn(checked.certificate.subject), appended: checked.appended }
  },
)

async function findSeal(file: Uint8Array, certificate: Uint8Array) {
  const { rows } = await actAsVisitor(tx =>
    sql<{ isOurs: boolean; sealedAt: Date | null }>`select is_ours as "isOurs", sealed_at as "sealedAt"
      from app.find_seal(${sha256(file).toString('hex')}, ${sha256(certificate).toString('hex')})`.execute(tx),
  )
  return rows[0] ?? { isOurs: false, sealedAt: null }
}

/** @returns the common name of a certificate's subject, or all of it */
function nameIn(subject: string): string {
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? inOneLine(subject)
}

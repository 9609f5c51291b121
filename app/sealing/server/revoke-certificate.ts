import { type Selectable, sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { assertId } from '../../../server/access/ids.ts'
import type { Database, SealCertificatesTable } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { requestCommand } from '../../approvals/server/request-command.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { revokeCertificateCommand } from '../seals.commands.ts'

interface RevocationContent {
  subject: string
  fingerprint: string
  /** 'YYYY-MM-DD' */
  since: string
  reason: string
}

type Certificate = Pick<
  Selectable<SealCertificatesTable>,
  'id' | 'subject' | 'fingerprint' | 'in_force_from' | 'revoked_at'
>

/**
 * Says that someone else may have had a certificate's key since a day. From then on a seal without an earlier time stamp proves
 * nothing. If the certificate is in force, its key is destroyed, and the portal makes another one.
 */
export const requestRevocation = requestCommand(revokeCertificateCommand, {
  before: requireFreshProof,
  async ask({ tx, refuse }, certificateId, { since, reason }) {
    const found = await findCertificate(tx, assertId(certificateId))
    if (!found) throw refuse('NOT_FOUND')
    const { id, subject, fingerprint, in_force_from, revoked_at } = found
    if (!in_force_from || revoked_at) throw refuse('SEAL_REVOKED')
    if (since < fundDay(in_force_from) || since > fundDay()) throw refuse('SEAL_REVOKE_DAY')
    const content: RevocationContent = { subject, fingerprint, since, reason }
    return { subjectId: id, holderId: null, content, summary: `Revoke the certificate of ${subject}` }
  },
  title: 'Revocation of a certificate',
  describe: ({ subject, fingerprint, since, reason }: RevocationContent) => [
    `Someone else may have had the key of the certificate of ${subject} since ${formatDay(since)}: ${reason}`,
    `SHA-256 of the certificate: ${fingerprint}.`,
    'From then on, anyone who checks a file that it sealed reads not to rely on the seal, unless a time stamp is older. This can’t be undone.',
    'If it is the one in force, its key is destroyed, and the portal seals with a certificate that it makes, until you bring another one.',
  ],
  async apply({ tx, refuse, audit }, { id, subjectId, content: { fingerprint, since, reason } }) {
    const { numUpdatedRows } = await tx
      .updateTable('seal_certificates')
      .set({ revoked_since: since, revoke_reason: reason, revoked_at: sql<Date>`now()` })
      .where('id', '=', subjectId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw refuse('SEAL_REVOKED')
    await audit('seal.certificate_revoked', subjectId, { fingerprint, since, reason, approval_id: id })
  },
  link: () => href('/profile/admin/seals'),
})

function findCertificate(tx: Transaction<Database>, id: string): Promise<Certificate | undefined> {
  const certificates = tx.selectFrom('seal_certificates')
  const columns = certificates.select(['id', 'subject', 'fingerprint', 'in_force_from', 'revoked_at'])
  return columns.where('id', '=', id).executeTakeFirst()
}

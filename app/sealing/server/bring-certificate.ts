import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { requestCommand } from '../../approvals/server/request-command.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { certificateFileLimit } from '../sealing.ts'
import { bringCertificateCommand, makeCertificateCommand } from '../seals.commands.ts'
import { certificateRow } from './seal-certificates.ts'

/** Content of the approval. */
interface CertificateContent {
  subject: string
  issuer: string
  /** 'YYYY-MM-DD' */
  until: string
  /** SHA-256, in hexadecimal. */
  fingerprint: string
}

/** What both kinds of new certificates share: a second person puts them in force. */
const newCertificate = {
  title: 'Certificate for the seal',
  describe: ({ subject, issuer, until, fingerprint }: CertificateContent) => [
    `From now on, signed documents are sealed with the certificate of ${subject}, issued by ${issuer}, until ${formatDay(until)}.`,
    `SHA-256 of the certificate: ${fingerprint}.${issuer === subject ? '' : ' Compare it with the issuer’s, by another way than this site.'}`,
    'The key of the certificate before is destroyed. What it sealed can still be checked.',
  ],
  link: () => href('/profile/admin/seals'),
}

/** @returns the request to put a certificate in force, which waits with its key */
async function requestOf(tx: Transaction<Database>, row: ReturnType<typeof certificateRow> & { is_own: boolean }) {
  await tx.insertInto('seal_certificates').values(row).execute()
  const { subject, issuer, fingerprint, valid_until } = row
  const content: CertificateContent = { subject, issuer, until: valid_until.toISOString().slice(0, 10), fingerprint }
  return { subjectId: row.id, holderId: null, content, summary: `Seal with the certificate of ${subject}` }
}

type Recorded = (action: 'seal.certificate_in_force', id: string, details: Record<string, unknown>) => Promise<void>

async function putInForce(
  { tx, audit }: { tx: Transaction<Database>; audit: Recorded },
  { id, subjectId, content: { fingerprint } }: RequestedApproval<CertificateContent>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('seal_certificates')
    .set({ in_force_from: sql<Date>`now()` })
    .where('id', '=', subjectId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new PortalError('APPROVAL_GONE')
  await audit('seal.certificate_in_force', subjectId, { fingerprint, approval_id: id })
}

/**
 * Brings a certificate of the fund's own, which seals once a second person has approved it. It says to investors who sealed
 * their agreements.
 */
export const requestCertificate = requestCommand(bringCertificateCommand, {
  ...newCertificate,
  before: requireFreshProof,
  async ask({ tx }, _, { file, password }) {
    if (file.size === 0 || file.size > certificateFileLimit) throw new PortalError('SEAL_KEY_FILE')
    const { readKeyFile, requireUsable } = await import('./read-key-file.ts')
    const { certificate, chain, key } = await readKeyFile(new Uint8Array(await file.arrayBuffer()), password)
    requireUsable(certificate)
    return requestOf(tx, { ...certificateRow(certificate, chain, key), is_own: true })
  },
  apply: putInForce,
})

/** Has the portal make a certificate, in place of any that is in force. */
export const requestMadeCertificate = requestCommand(makeCertificateCommand, {
  ...newCertificate,
  before: requireFreshProof,
  async ask({ tx }) {
    const { makeCertificate } = await import('./seal-tools.ts')
    const { certificate, key } = await makeCertificate()
    return requestOf(tx, { ...certificateRow(certificate, [], key), is_own: false })
  },
  apply: putInForce,
})

import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { representations } from '../../../content/representations.ts'
import { accreditationSteps, canTake } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requestCommand } from '../../approvals/server/request-command.ts'
import { findHolderFacts, type HolderFacts } from '../../holders/server/holder-facts.ts'
import { capacityOf } from '../../signing/server/capacity.ts'
import { describeScan, fileScan, printedName, type Scan } from '../../signing/server/paper-scan.ts'
import { paperStatementsCommand } from '../review.commands.ts'
import { type Accreditation, lockAccreditation } from './accreditation.ts'
import {
  currentSigners,
  hasEvidence,
  requireEvidence,
  submitIfSigned,
  supersedeReturned,
  supersedeSignatures,
  textOf,
} from './sign.ts'

interface StatementsContent extends Scan {
  signerId: string
  name: string
  capacity: string
  holder: string
  /** The statements, one a line. */
  text: string
}

/** @returns the members who sign for a holder, and haven't signed this verification */
export async function paperSigners(
  tx: Transaction<Database>,
  { id }: Pick<Accreditation, 'id'>,
  { members }: HolderFacts,
): Promise<HolderFacts['members']> {
  const signed = await currentSigners(tx, id)
  return members.filter(({ userId, right }) => right !== 'viewer' && !signed.includes(userId))
}

/** What the office needs for a signature on paper. */
export interface StatementsToSign {
  /** One statement a line. */
  text: string
  signers: { userId: string; capacity: string }[]
  /** Evidence is missing, so that nothing can be signed yet. */
  isIncomplete: boolean
  /** A scan that a second person has to approve. */
  pending: { documentId: string; isOwn: boolean } | null
}

/** @returns null for a verification that is submitted */
export async function findStatementsToSign(
  tx: Transaction<Database>,
  actor: Actor,
  row: Accreditation,
  holder: HolderFacts,
): Promise<StatementsToSign | null> {
  if (!canTake(accreditationSteps.submitHandwritten, row.state)) return null
  const signers = await paperSigners(tx, row, holder)
  const { rows } = await sql<NonNullable<StatementsToSign['pending']>>`
    select content ->> 'documentId' as "documentId", asked_by = ${actor.id} as "isOwn" from approvals
    where kind = ${paperStatementsCommand.name} and subject_id = ${row.id} and decision is null`.execute(tx)
  return {
    text: textOf(row, holder),
    signers: signers.map(({ userId, name, email }) => ({
      userId,
      capacity: capacityOf(holder, userId, printedName(name, email)),
    })),
    isIncomplete: !(await hasEvidence(tx, row, holder)),
    pending: rows[0] ?? null,
  }
}

/** What a signature in the portal takes, one on paper takes as well, but for consent and proof. */
async function requireOpen(tx: Transaction<Database>, row: Accreditation, holder: HolderFacts, signerId: string) {
  if (!canTake(accreditationSteps.submitHandwritten, row.state)) throw new PortalError('ACCREDITATION_MOVED')
  if (holder.isFrozen) throw new PortalError('HOLDER_FROZEN')
  const signer = (await paperSigners(tx, row, holder)).find(({ userId }) => userId === signerId)
  if (!signer) throw new PortalError('PAPER_SIGNER')
  await requireEvidence(tx, row, holder)
  return signer
}

/** Statements that a member signed on paper: the office files the scan, and it counts once a second person has compared it. */
export const requestPaperStatements = requestCommand(paperStatementsCommand, {
  title: 'Accreditation statements on paper',
  async ask({ tx, actor }, accreditationId, { signer: signerId, ...paper }) {
    const row = await lockAccreditation(tx, assertId(accreditationId))
    const holder = await findHolderFacts(tx, row.holderId)
    const signer = await requireOpen(tx, row, holder, signerId)
    const name = printedName(signer.name, signer.email)
    const about = { signerId, holderId: holder.id, name: `Signed statements ${holder.number}` }
    const scan = await fileScan(tx, actor, paper, about)
    return {
      ...{ subjectId: row.id, holderId: holder.id },
      content: {
        ...{ signerId, name, capacity: capacityOf(holder, signerId, name), text: textOf(row, holder) },
        ...{ holder: `${holder.legalName} (${holder.number})`, ...scan },
      },
      summary: `Accreditation statements on paper of ${holder.legalName} (${holder.number})`,
    }
  },
  describe: ({ capacity, holder, text, ...scan }: StatementsContent) => [
    ...describeScan(capacity, `the statements about the accreditation of ${holder}`, scan),
    ...text.split('\n').map((statement, at) => `${at + 1}. ${statement}`),
  ],
  async apply(work, { id: approval_id, subjectId, content }) {
    const { tx, refuse, audit } = work
    const row = await lockAccreditation(tx, subjectId)
    const holder = await findHolderFacts(tx, row.holderId)
    const { signerId, name, capacity, text, day, documentId, sha256 } = content
    await requireOpen(tx, row, holder, signerId)
    if (textOf(row, holder) !== text) throw refuse('PAPER_CHANGED')
    await supersedeReturned(tx, row.id)
    await supersedeSignatures(tx, row.id, text)
    const { version } = representations
    await tx
      .insertInto('representations')
      .values({
        ...{ accreditation_id: row.id, holder_id: row.holderId, user_id: signerId, version, text, typed_name: name },
        ...{ round: row.round + 1, signer: name, capacity },
        ...{ paper_document_id: documentId, approval_id, signed_on: day },
      })
      .execute()
    await audit('accreditation.paper_signed', row.id, { holder_id: row.holderId, version, day, sha256, approval_id })
    await submitIfSigned(work, row, holder)
  },
  link: ({ subjectId }) => href('/profile/admin/accreditation/:id', { id: subjectId }),
})

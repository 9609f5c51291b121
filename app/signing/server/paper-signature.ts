import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { assertId } from '../../../server/access/ids.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requestCommand } from '../../approvals/server/request-command.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { paperSignatureCommand } from '../envelope.commands.ts'
import { nextSigner } from '../envelopes.ts'
import { kindOf } from './envelope-kinds.ts'
import {
  type EnvelopeRow,
  lockEnvelope,
  readEnvelope,
  readSigners,
  requireOpen,
  type SignerRow,
  signingCodes,
} from './envelope-rows.ts'
import { describeScan, fileScan, printedName, type Scan } from './paper-scan.ts'
import { afterSignature } from './sign-envelope.ts'

interface ScanContent extends Scan {
  signerId: string
  envelope: string
  capacity: string
  name: string
}

/** What an envelope's kind asks of a signature in the portal, it asks of one on paper. */
async function requireReady(tx: Transaction<Database>, envelope: EnvelopeRow, signer: SignerRow): Promise<void> {
  const kind = kindOf(envelope)
  await kind?.beforeSigning?.(tx, kind.subjectId, signer)
}

/** A signature on paper: the office files its scan, and it counts once a second person has compared it. */
export const requestPaperSignature = requestCommand(paperSignatureCommand, {
  title: 'Signature on paper',
  async ask({ tx, actor, refuse }, envelopeId, { signer: signerId, day, file }) {
    const envelope = await lockEnvelope(tx, envelopeId)
    await requireOpen(tx, envelope)
    const signer = nextSigner(await readSigners(tx, envelope.id))
    if (!signer?.user_id || signer.id !== assertId(signerId) || signer.role === 'fund') throw refuse('ENVELOPE_SIGNER')
    await requireReady(tx, envelope, signer)
    const { members } = await findHolderFacts(tx, envelope.holder_id)
    const name = printedName(members.find(({ userId }) => userId === signer.user_id)?.name, signer.capacity)
    const about = { signerId: signer.user_id, holderId: envelope.holder_id, name: `Signed paper ${envelope.number}` }
    const scan = await fileScan(tx, actor, { day, file }, about)
    return {
      ...{ subjectId: envelope.id, holderId: envelope.holder_id },
      content: {
        ...{ signerId: signer.id, envelope: `${envelope.number}, ${envelope.title}`, capacity: signer.capacity },
        ...{ name, ...scan },
      },
      summary: `Signature on paper in ${envelope.number}, ${envelope.title}: ${signer.capacity}`,
    }
  },
  describe: ({ envelope, capacity, name, ...scan }: ScanContent) =>
    describeScan(`${name} (${capacity})`, envelope, scan),
  codes: signingCodes,
  async apply({ tx, audit }, { id, subjectId, content }) {
    const { signerId, documentId, day, name, sha256 } = content
    const signer = (await readSigners(tx, subjectId)).find(each => each.id === signerId)
    if (signer) await requireReady(tx, await readEnvelope(tx, subjectId), signer)
    const { numUpdatedRows } = await tx
      .updateTable('envelope_signers')
      .set({ state: 'signed', paper_document_id: documentId, approval_id: id, signed_on: day, typed_name: name })
      .where('id', '=', signerId)
      .where('state', 'in', ['waiting', 'viewed'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new PortalError('ENVELOPE_CLOSED')
    await audit('envelope.paper_signed', subjectId, { signer: signerId, day, sha256, approval_id: id })
    await afterSignature(tx, subjectId)
  },
  link: ({ subjectId }) => href('/profile/admin/envelopes/:id', { id: subjectId }),
})

import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { Download } from '../../../server/http/send-download.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { recordRead } from '../../downloads/server/record-read.ts'
import { serveBytes } from '../../downloads/server/serve-bytes.ts'

interface Served {
  document_id: string
  file_path: string
  file_size: number
  sha256: string
  filename: string
  created_at: Date
}

/**
 * Handles GET and HEAD on `/files/envelopes/{envelopeId}`: the document that an envelope's signers read. The
 * bytes served to each person are recorded, because a signature takes a document that was read.
 * @throws PortalError NOT_FOUND unless the actor sees the envelope, and it isn't declined, voided or expired;
 *   TOO_MANY_READS
 */
export async function serveEnvelope(request: Request, actor: Actor, envelopeId: string): Promise<Response | Download> {
  return serveBytes(request, actor, async () => {
    const id = assertId(envelopeId)
    const { rows } = await queryAs(actor, tx => sql<Served>`select f.* from app.envelope_file(${id}) f`.execute(tx))
    const [file] = rows
    if (!file) throw new PortalError('NOT_FOUND')
    const { document_id: documentId } = file
    const [user_id = ''] = file.file_path.split('/')
    return {
      ...file,
      ...{ file_type: 'pdf', served: { documentId }, isTaxOfOthers: false, isSaved: false, hasRanges: true },
      record: isPiece =>
        recordRead(actor, { id: documentId, user_id, filename: file.filename, share: null }, 'opened', isPiece),
    }
  })
}

import { href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { isFramed, isNavigation } from '../../../server/http/request-client.ts'
import type { Download } from '../../../server/http/send-download.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { signingLinkType } from '../../documents/documents.ts'
import { findStoredFile, isTaxOfOthers, type StoredFile } from '../../documents/server/stored-files.ts'
import { recordRead } from './record-read.ts'
import { inlineTypes, serveBytes } from './serve-bytes.ts'

/**
 * Handles GET and HEAD on `/files/{documentId}`: a document's file, or part of it (RFC 9110: one range, conditions by
 * ETag and date). With `?download=1` it is downloaded instead of displayed. A file with marks isn't given to the
 * program that opens such files without `confirmed=1`, which the viewer adds after its warning.
 * @throws PortalError NOT_FOUND for a document that doesn't exist, isn't visible to the actor, is a signing link, or
 * has no file, which is logged; FILE_WAITING, FILE_INFECTED for its uploader if it hasn't passed its check; FILE_MARKED
 * if a frame requests a file with marks without confirmation; DELEGATE_NO_DOWNLOAD if a view-only delegate requests a
 * download, or a file that no browser displays; PROOF_NEEDED for another owner's tax document; TOO_MANY_READS
 */
export async function serveFile(request: Request, actor: Actor, documentId: string): Promise<Response | Download> {
  return serveBytes(request, actor, async () => {
    const file = await findStoredFile(actor, documentId)
    const { file_type } = file
    if (file_type === signingLinkType) throw new PortalError('NOT_FOUND')
    const isSaved = new URL(request.url).searchParams.get('download') === '1'
    return {
      ...file,
      file_type,
      served: { documentId },
      sha256: file.sha256 ?? '',
      isTaxOfOthers: isTaxOfOthers(actor, file),
      isSaved,
      hasRanges: true,
      instead: () => onlyInViewer(request, file, documentId) ?? askBeforeOpening(request, file, documentId),
      record: isPiece => recordRead(actor, { ...file, id: documentId }, isSaved ? 'downloaded' : 'opened', isPiece),
      // If the document was deleted in the meantime, this throws, and there is nothing to report.
      onMissing: async () => {
        await findStoredFile(actor, documentId)
      },
    }
  })
}

/**
 * A view-only delegate gets bytes for our viewer, but no download, and no file in a window, which has a save button.
 * @returns a redirect to the viewer, unless the bytes may be sent
 */
function onlyInViewer(request: Request, { share, file_type }: StoredFile, documentId: string): Response | undefined {
  if (!share || share.mayDownload) return undefined
  const isSaved = new URL(request.url).searchParams.get('download') === '1' || !inlineTypes.includes(file_type)
  if (isSaved || isFramed(request)) throw new PortalError('DELEGATE_NO_DOWNLOAD')
  return isNavigation(request) ? toViewer(href('/profile/shared'), documentId) : undefined
}

/**
 * Scripts that read a file's bytes, such as our viewer, don't execute it. A window or frame passes it to whatever opens
 * such files.
 * @returns a redirect to the viewer, which shows the warning, unless the file may be sent
 */
function askBeforeOpening(request: Request, { marks }: StoredFile, documentId: string): Response | undefined {
  const requested = new URL(request.url).searchParams
  if (!marks?.length || requested.get('confirmed') === '1') return undefined
  if (isFramed(request)) throw new PortalError('FILE_MARKED')
  return isNavigation(request) ? toViewer(href('/profile'), documentId) : undefined
}

function toViewer(page: string, documentId: string): Response {
  const Location = withQuery(page, { document: documentId })
  return new Response(null, { status: 303, headers: { Location, 'Cache-Control': 'no-store' } })
}

import { viewerMessages } from '../../../rules/viewer-messages.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { fileAddress } from '../documents/kind.ts'
import { type Refusal, refusal, refusalIn } from '../errors.ts'

/** @returns why the server did not hand out a file, in words */
export async function reasonIn(response: Response): Promise<Refusal> {
  // The document is in the list, so what is missing is its file.
  if (response.status === 404) return refusal('FILE_MISSING', viewerMessages)
  return refusalIn(await response.json().catch(() => undefined)) ?? refusal('UNEXPECTED')
}

/**
 * Asks whether a document's file can be read, without reading it.
 * @returns why it cannot be; undefined if it can
 */
export async function whyUnreadable(document: PortalDocument, signal?: AbortSignal): Promise<Refusal | undefined> {
  try {
    const response = await fetch(fileAddress(document), { headers: { Range: 'bytes=0-0' }, signal })
    return response.ok ? undefined : await reasonIn(response)
  } catch {
    return refusal('NO_CONNECTION')
  }
}

import { fileAddress } from '../../documents/investor/document-kind.ts'
import type { PortalDocument } from '../../documents/server/documents.ts'
import { fetchOwn } from '../../shell/own-answer.ts'
import { type Refusal, refusal, refusalIn } from '../../shell/portal/refusal.ts'
import { viewerMessages } from '../messages.ts'

export async function refusalFrom(response: Response): Promise<Refusal> {
  // The document is in the list, so its file is missing.
  if (response.status === 404) return refusal('FILE_MISSING', viewerMessages)
  return refusalIn(await response.json().catch(() => undefined)) ?? refusal('UNEXPECTED')
}

/**
 * Checks whether a document's file can be loaded, by requesting one byte.
 * @returns why it can't be; undefined if it can
 */
export async function checkReadable(document: PortalDocument, signal?: AbortSignal): Promise<Refusal | undefined> {
  try {
    const response = await fetchOwn(fileAddress(document), { headers: { Range: 'bytes=0-0' }, signal })
    return response.ok ? undefined : await refusalFrom(response)
  } catch {
    return refusal('NO_CONNECTION')
  }
}

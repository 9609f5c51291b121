import type { Selectable } from 'kysely'
import {
  deliveryReadBytes,
  deliveryReadsPerPerson,
  deliveryReadsWaiting,
  deliveryReadTime,
} from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { CostlyWork } from '../access/costly-work.ts'
import { asAdministrator } from '../access/roles.ts'
import type { UploadsTable } from '../database/types.ts'
import { readPdfText } from '../file-checks/pdf-text.ts'
import { storage } from '../storage/storage.ts'
import { isUploadId } from '../uploads/upload-id.ts'

type Staged = Pick<Selectable<UploadsTable>, 'file_type' | 'file_size'> & { file_path: string; mime_type: string }

const reading = new CostlyWork('delivery read', {
  atOnce: 1,
  waiting: deliveryReadsWaiting,
  perHour: deliveryReadsPerPerson,
  time: deliveryReadTime,
  code: 'DELIVERY_BUSY',
})

/**
 * Reads the words in files that are to be delivered, since they are what reaches investors, whatever the files are called.
 * @param ids of uploads that the actor began for a delivery; others are left out
 * @returns the text of each page of PDFs and of plain text; nothing of what is a picture, a Word document, large, or can't be
 *   read
 * @throws PortalError FORBIDDEN unless the actor is an administrator; DELIVERY_BUSY where too much is read already
 */
export async function textsOfStaged(actor: Actor, ids: readonly string[]): Promise<string[][]> {
  const known = ids.filter(isUploadId)
  if (known.length === 0) return []
  const files = await asAdministrator(actor, tx =>
    tx
      .selectFrom('uploads')
      .select(['file_path', 'file_type', 'file_size', 'mime_type'])
      .where('id', 'in', known)
      .where('uploaded_by', '=', actor.id)
      .where('for_delivery', '=', true)
      .where('sha256', 'is not', null)
      .where('file_type', 'in', ['pdf', 'txt'])
      .execute(),
  )
  const read = files.flatMap(({ file_path, mime_type, ...file }) =>
    file_path !== null && mime_type !== null && file.file_size <= deliveryReadBytes
      ? [{ ...file, file_path, mime_type }]
      : [],
  )
  if (read.length === 0) return []
  return reading.run(actor.id, new AbortController().signal, async canceled => {
    const texts: string[][] = []
    for (const file of read) if (!canceled.aborted) texts.push(await textOf(file, canceled))
    return texts
  })
}

async function textOf(
  { file_path, file_type, file_size, mime_type }: Staged,
  canceled: AbortSignal,
): Promise<string[]> {
  const stored = await storage().read(file_path)
  if (!stored) return []
  await using content = stored
  const bytes = new Uint8Array(file_size)
  let at = 0
  for await (const chunk of content) {
    if (at + chunk.length > file_size) return []
    bytes.set(chunk, at)
    at += chunk.length
  }
  if (file_type === 'pdf') return (await readPdfText(bytes, canceled)) ?? []
  const [, charset = 'utf-8'] = /charset=([a-z0-9-]+)/.exec(mime_type) ?? []
  return [new TextDecoder(charset).decode(bytes)]
}

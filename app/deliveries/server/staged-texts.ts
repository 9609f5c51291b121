import type { Selectable } from 'kysely'
import { deliveryReadsPerPerson, deliveryReadsWaiting, deliveryReadTime } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { CostlyWork } from '../../../server/access/costly-work.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import type { UploadsTable } from '../../../server/database/types.ts'
import { storage } from '../../../server/storage/storage.ts'
import { hasWords, textOf } from '../../file-checks/server/file-text.ts'
import { isUploadId } from '../../uploads/server/upload-id.ts'

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
 * @returns the words of each; nothing of what is a picture, an old Word file, large, or can't be read (`file-text.ts`)
 * @throws PortalError FORBIDDEN unless the actor is an administrator; DELIVERY_BUSY where too much is read already
 */
export async function textsOfStaged(actor: Actor, ids: readonly string[]): Promise<string[]> {
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
      .execute(),
  )
  const read = files.flatMap(({ file_path, mime_type, ...file }) =>
    file_path !== null && mime_type !== null && hasWords(file) ? [{ ...file, file_path, mime_type }] : [],
  )
  if (read.length === 0) return []
  return reading.run(actor.id, new AbortController().signal, async canceled => {
    const texts: string[] = []
    for (const file of read) if (!canceled.aborted) texts.push(await wordsOf(file, canceled))
    return texts
  })
}

async function wordsOf({ file_path, file_size, ...file }: Staged, canceled: AbortSignal): Promise<string> {
  const stored = await storage().read(file_path)
  if (!stored) return ''
  await using content = stored
  const bytes = new Uint8Array(file_size)
  let at = 0
  for await (const chunk of content) {
    if (at + chunk.length > file_size) return ''
    bytes.set(chunk, at)
    at += chunk.length
  }
  return (await textOf(bytes, file, canceled)) ?? ''
}

import { pdfQueueLength, pdfsPerPerson, pdfTimeout } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { CostlyWork } from '../../../server/access/costly-work.ts'
import { type MadeFile, madeFile } from '../../../server/http/made-file.ts'
import type { PdfContent } from '../../../server/pdf/pdf-content.ts'
import { openPdfWorker } from '../../../server/pdf/pdf-worker.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'

/** A reader asks for it in pieces, and again when they come back. */
const perHour = 3 * pdfsPerPerson

const setting = new CostlyWork('sample made', {
  atOnce: 1,
  waiting: 4 * pdfQueueLength,
  perHour,
  time: pdfTimeout,
  code: 'SAMPLE_BUSY',
})

/**
 * Sets a sample, which bears the word of a requested consent.
 * @param left aborted when the actor leaves
 * @throws PortalError SAMPLE_BUSY
 */
export async function makeSample(
  actor: Actor,
  content: PdfContent,
  left: AbortSignal,
): Promise<MadeFile<Uint8Array<ArrayBuffer>>> {
  const pdf = await setting.run(actor.id, left, async canceled => {
    await using worker = openPdfWorker()
    return await worker.render(content, canceled).catch(error => {
      throw canceled.aborted ? new PortalError('SAMPLE_BUSY', { retryAfter: Math.ceil(pdfTimeout / 1000) }) : error
    })
  })
  const sample = { none: 'a sample without real numbers' }
  return madeFile({ proof: sample, entry: sample }, pdf)
}

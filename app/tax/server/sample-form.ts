import { pdfQueueLength, pdfsPerPerson, pdfTimeout } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { CostlyWork } from '../../../server/access/costly-work.ts'
import { assertId } from '../../../server/access/ids.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { type MadeFile, madeFile } from '../../../server/http/made-file.ts'
import { openPdfWorker } from '../../../server/pdf/pdf-worker.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { samplePdf } from './payee-copy.ts'

/** A reader asks for it in pieces, and again when they come back. */
const perHour = 3 * pdfsPerPerson

const setting = new CostlyWork('sample tax form made', {
  atOnce: 1,
  waiting: 4 * pdfQueueLength,
  perHour,
  time: pdfTimeout,
  code: 'SAMPLE_BUSY',
})

/**
 * Makes the sample form of a requested consent, with its word: the form as payees get it, so that a person who can read
 * the word can read a form.
 * @param left aborted when the actor leaves
 * @throws PortalError NOT_FOUND for a consent of another person; CONSENT_GONE unless it is still requested; SAMPLE_BUSY
 */
export async function makeSampleForm(
  actor: Actor,
  consentId: string,
  left: AbortSignal,
): Promise<MadeFile<Uint8Array<ArrayBuffer>>> {
  const id = assertId(consentId)
  const word = await actAs(actor, async tx => {
    const row = await tx
      .selectFrom('tax_consents')
      .select(['word', 'given_at', 'superseded_at'])
      .where('id', '=', id)
      .where('user_id', '=', actor.id)
      .executeTakeFirst()
    if (!row) throw new PortalError('NOT_FOUND')
    if (row.given_at || row.superseded_at) throw new PortalError('CONSENT_GONE')
    return row.word
  })
  const pdf = await setting.run(actor.id, left, async canceled => {
    await using worker = openPdfWorker()
    return await worker.render(samplePdf(word, fundDay()), canceled).catch(error => {
      throw canceled.aborted ? new PortalError('SAMPLE_BUSY', { retryAfter: Math.ceil(pdfTimeout / 1000) }) : error
    })
  })
  const sample = { none: 'a sample without real numbers' }
  return madeFile({ proof: sample, entry: sample }, pdf)
}

import { pdfQueueLength, pdfsPerPerson, pdfTimeout } from '../../../rules/limits.ts'
import { accreditationSteps, canTake } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { CostlyWork } from '../../../server/access/costly-work.ts'
import { assertId } from '../../../server/access/ids.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { camelRow } from '../../../server/database/camel.ts'
import { type MadeFile, madeFile } from '../../../server/http/made-file.ts'
import { openPdfWorker } from '../../../server/pdf/pdf-worker.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { peopleProving } from '../../accreditation/evidence.ts'
import { requireMember, saleOf } from '../../accreditation/server/accreditation.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { letterPdf } from './letter-document.ts'

const setting = new CostlyWork('letter made', {
  atOnce: 1,
  waiting: pdfQueueLength,
  perHour: pdfsPerPerson,
  time: pdfTimeout,
  code: 'LETTER_BUSY',
})

/**
 * Makes the letter that a professional signs, with the name of whom it is about and the fund's.
 * @param accreditationId of a verification that isn't sent yet
 * @param person the letter's subject, where people prove it individually; otherwise it is the holder
 * @param left aborted when the actor leaves
 * @returns whom it is about, and the PDF
 * @throws PortalError NOT_FOUND unless the actor acts for the holder and the person is one of those; FORBIDDEN with
 *   view-only access; HOLDER_FROZEN; ACCREDITATION_MOVED; LETTER_BUSY
 */
export async function makeLetterToSign(
  actor: Actor,
  { accreditationId, person }: { accreditationId: string; person: string },
  left: AbortSignal,
): Promise<{ name: string; pdf: MadeFile<Uint8Array<ArrayBuffer>> }> {
  const id = assertId(accreditationId)
  const names = await actAs(actor, async tx => {
    const found = await tx.selectFrom('accreditations').selectAll().where('id', '=', id).executeTakeFirst()
    if (!found) throw new PortalError('NOT_FOUND')
    const row = camelRow(found)
    const holder = await findHolderFacts(tx, row.holderId)
    requireMember(actor, holder)
    if (!canTake(accreditationSteps.submit, row.state)) throw new PortalError('ACCREDITATION_MOVED')
    const people = peopleProving(saleOf(row, holder), row.method)
    return people.length > 0 ? people : [holder.legalName]
  })
  const name = names.find(each => each === person) ?? (person === '' ? names[0] : undefined)
  if (!name) throw new PortalError('NOT_FOUND')
  const pdf = await setting.run(actor.id, left, async canceled => {
    await using worker = openPdfWorker()
    return await worker.render(letterPdf(name, fundDay()), canceled).catch(error => {
      throw canceled.aborted ? new PortalError('LETTER_BUSY', { retryAfter: Math.ceil(pdfTimeout / 1000) }) : error
    })
  })
  const own = { none: 'a letter to fill in, for whose it is' }
  return { name, pdf: madeFile({ proof: own, entry: own }, pdf) }
}

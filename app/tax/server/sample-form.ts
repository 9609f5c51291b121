import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { actAs } from '../../../server/database/act-as.ts'
import type { MadeFile } from '../../../server/http/made-file.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { makeSample } from '../../signing/server/sample.ts'
import { samplePdf } from './payee-copy.ts'

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
  return makeSample(actor, samplePdf(word, fundDay()), left)
}

import type { RawBuilder } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { letter } from '../../../server/mail/letter.ts'
import { queueMail } from '../../../server/mail/mailer.ts'

/** The people to notify that copies are older than promised, once the database says that it is time. */
export interface Alarm {
  administrators: string[]
  last_error: string | null
}

/** The mail: the problem, and its solution. */
interface Words {
  subject: string
  fact: string
  how: string
}

/**
 * Mails administrators that copies of the portal are older than promised.
 * @param claim the statement that returns an alarm when it is time for one
 */
export async function mailAlarms<T extends Alarm>(claim: RawBuilder<T>, wordsOf: (alarm: T) => Words): Promise<void> {
  await actAsJobs(async tx => {
    const { rows } = await claim.execute(tx)
    for (const alarm of rows) {
      const { subject, fact, how } = wordsOf(alarm)
      const { last_error: error } = alarm
      const why = error ? `The last attempt failed: ${error}` : 'No attempt has been finished since then.'
      const message = letter({}, subject, [fact, why, how])
      for (const person of alarm.administrators) await queueMail(tx, { ...message, person })
    }
  })
}

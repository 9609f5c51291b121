import { sql } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { formatDay } from '../../../rules/days.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { portalLetter } from '../../../server/mail/letter.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { certificateReminders } from '../sealing.ts'

/** E-mails administrators before a certificate that the fund brought ends, and once it has. Part of a daily queue. */
export async function remindOfCertificate(): Promise<void> {
  await actAsJobs(async tx => {
    const { rows } = await sql<{ administrators: string[]; ends: Date }>`
      select administrators, ends from app.claim_certificate_reminder(${certificateReminders}::integer[])`.execute(tx)
    for (const { administrators, ends } of rows) {
      const day = formatDay(fundDay(ends))
      const hasEnded = ends.getTime() <= Date.now()
      const fact = hasEnded
        ? `The certificate that seals signed documents in the ${fund.shortName} portal ended on ${day}. Nothing is sent to be signed or sealed until there is another one.`
        : `The certificate that seals signed documents in the ${fund.shortName} portal ends on ${day}. From then on, nothing can be sent to be signed or sealed.`
      const mail = {
        subject: hasEnded ? 'The certificate of the seal has ended' : 'The certificate of the seal ends soon',
        paragraphs: [fact, 'Bring the next one from its issuer, or have the portal make one.'],
        path: href('/profile/admin/seals'),
        action: 'Open the certificates',
      }
      for (const person of administrators) await queueMail(tx, portalLetter({ person }, mail))
    }
  })
}

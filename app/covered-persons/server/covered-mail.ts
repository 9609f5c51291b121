import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { coveredPersons as settings } from '../../../content/covered-persons.ts'
import { fund } from '../../../content/fund.ts'
import { addDays } from '../../../rules/days.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { portalLetter } from '../../../server/mail/letter.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'

type CoveredMail = 'asked' | 'soon' | 'due' | 'to-decide'

const words: Readonly<Record<CoveredMail, { subject: string; text: string }>> = {
  asked: {
    subject: 'A questionnaire to sign',
    text: 'The law asks us for a signed questionnaire of everyone who plays a part in our offering. It takes a few minutes.',
  },
  soon: {
    subject: 'A questionnaire to confirm soon',
    text: 'A questionnaire for our offering has to be confirmed or answered again soon. Nothing can be sold once it’s due.',
  },
  due: {
    subject: 'A questionnaire is due',
    text: 'A questionnaire for our offering is due. Nothing can be sold until it’s signed.',
  },
  'to-decide': {
    subject: 'A questionnaire needs a decision',
    text: 'A questionnaire for our offering was signed and needs the decision of two people. Nothing can be sold until then.',
  },
}

/** E-mails a covered person, or the office for someone outside the portal, if the transaction commits, without a name. */
export async function mailQuestionnaire(
  tx: Transaction<Database>,
  to: { person: string } | 'office',
  what: CoveredMail,
): Promise<void> {
  const { subject, text } = words[what]
  const isOffice = to === 'office'
  const path = isOffice ? href('/profile/admin/covered-persons') : href('/profile/covered-person')
  const action = isOffice ? 'Open the register' : 'Open your questionnaire'
  const mail = { subject, paragraphs: [text], path, action }
  await queueMail(tx, portalLetter(isOffice ? { to: fund.emails.office } : to, mail))
}

/**
 * Reminds each covered person once before their questionnaire is due, and once when it is. Part of a daily queue.
 * @param today 'YYYY-MM-DD' in the fund's zone, for tests
 */
export async function remindCoveredPersons(today = fundDay()): Promise<void> {
  await actAsJobs(async tx => {
    const { rows } = await sql<{ person: string | null; kind: 'soon' | 'due' }>`
      with owed as (select p.id, p.user_id, s.due_on, case when s.due_on <= ${today}::date then 'due' else 'soon' end as kind
          from app.covered_standing() s join covered_persons p on p.id = s.person_id
          where s.state in ('current', 'due') and s.due_on <= ${addDays(today, settings.remindDays)}::date),
        reminded as (insert into covered_reminders (person_id, due_on, kind) select id, due_on, kind from owed
          on conflict do nothing returning person_id, kind)
      select o.user_id as person, r.kind from reminded r join owed o on o.id = r.person_id`.execute(tx)
    for (const { person, kind } of rows) await mailQuestionnaire(tx, person ? { person } : 'office', kind)
  })
}

import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { noteSettings } from '../../../content/notes.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'
import { button, letter } from '../../../server/mail/letter.ts'
import { queueMail, siteOrigin } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'

/** E-mails everyone who decides, but who approved it, that a signed note was canceled, if the transaction commits. */
export async function mailApproversOfCancellation(
  tx: Transaction<Database>,
  noteId: string,
  by: Actor | undefined,
): Promise<void> {
  const { rows } = await sql<{ person: string }>`select unnest(app.deciders()) as person`.execute(tx)
  const mail = noteCanceledMail(noteId, { isByTime: by === undefined, origin: siteOrigin() })
  for (const { person } of rows) if (person !== by?.id) await queueMail(tx, { ...mail, person })
}

/**
 * @param about whether its time was over, or else two people have canceled it; the site's origin
 * @returns the mail, without its recipient; it names neither the note nor its holder
 */
export function noteCanceledMail(noteId: string, about: { isByTime: boolean; origin: string }): Message {
  const fact = about.isByTime
    ? `A signed note was canceled: its funds weren’t recorded within ${noteSettings.fundingBusinessDays} business days.`
    : 'Two people have canceled a signed note before it was funded.'
  const todo =
    'Check your bank account: its money may have arrived, or be on its way. If it has, send it back to the account that it came from, or agree on a new note with the holder, who was notified, too.'
  const page = about.origin + href('/profile/admin/register/notes/:id', { id: noteId })
  const subject = `A signed note was canceled in the ${fund.shortName} portal`
  return letter({}, subject, [`${fact} ${todo}`, button(page, 'Open the note')], { preview: fact })
}

import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import type { Database } from '../../../server/database/types.ts'
import { type PortalLetter, portalLetter } from '../../../server/mail/letter.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import { wireWaitDays } from '../limits.ts'
import { neverByEmail } from '../wire.ts'

const toOffice = (subject: string, ...paragraphs: string[]): PortalLetter => ({
  subject,
  paragraphs,
  path: href('/profile/admin/wire-instructions'),
  action: 'Review the wire instructions',
})

const unexpected = 'If you didn’t expect this, stop them and call your colleagues at once.'

/** What every administrator learns about a version. None of these has a word or a digit of the instructions. */
export const officeMails = {
  requested: toOffice(
    'New wire instructions need another administrator',
    `New wire instructions for the fund were submitted. Nothing changes until another administrator approves them, and then for ${wireWaitDays} days.`,
    'Compare them with the bank’s own letter, and call the bank at a number that you know. If you didn’t expect this, reject them.',
  ),
  approved: toOffice(
    'New wire instructions were approved',
    `Two administrators have approved new wire instructions. They are in force in ${wireWaitDays} days; until then the present ones stay, and any administrator can stop the new ones.`,
    unexpected,
  ),
  stopped: toOffice(
    'New wire instructions were stopped',
    'An administrator has stopped the new wire instructions. The ones in force stay.',
  ),
} as const

/** What the people who act for a holder learn. The instructions themselves are never in an e-mail. */
export const holderMails = {
  ready: (opening: string): PortalLetter => ({
    subject: 'Your wire instructions are ready in the portal',
    paragraphs: [
      'Your wire instructions are ready in the portal. You’ll confirm that it’s you before you see them.',
      `${neverByEmail} If anyone sends you others, don’t send money: call us at the number you know.`,
    ],
    path: href('/profile/wire/:id', { id: opening }),
    action: 'Open the page',
  }),
  changing: (opening: string): PortalLetter => ({
    subject: `The wire instructions of ${fund.shortName} are about to change`,
    paragraphs: [
      `In ${wireWaitDays} days other wire instructions are in force. Before you send a wire, open the page in the portal again, and call us at the number you know.`,
      `${neverByEmail} This message has none, and no message of ours will.`,
    ],
    path: href('/profile/wire/:id', { id: opening }),
    action: 'Open the page',
  }),
}

/** E-mails every administrator, the requester and the approver too, if the transaction commits. */
export async function mailAdministrators(tx: Transaction<Database>, about: keyof typeof officeMails): Promise<void> {
  const { rows } = await sql<{ person: string }>`select unnest(app.administrators()) as person`.execute(tx)
  for (const { person } of rows) await queueMail(tx, portalLetter({ person }, officeMails[about]))
}

/** E-mails a holder's authorized people, but no viewers, if the transaction commits. */
export async function mailHolder(
  tx: Transaction<Database>,
  opening: { id: string; holderId: string },
  about: keyof typeof holderMails,
): Promise<void> {
  const { rows } = await sql<{ person: string }>`
    select distinct m.user_id as person from holder_members m
    where m.holder_id = ${opening.holderId} and m.ended_at is null and m.member_right <> 'viewer'`.execute(tx)
  for (const { person } of rows) await queueMail(tx, portalLetter({ person }, holderMails[about](opening.id)))
}

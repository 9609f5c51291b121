import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { reportLifetime } from '../../../../rules/limits.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import { audit } from '../../../../server/access/audit.ts'
import type { Client } from '../../../../server/access/client.ts'
import { type AccountTransaction, alsoAsSignIn } from '../../../../server/database/act-as.ts'
import { fromNow } from '../../../../server/database/from-now.ts'
import type { AuthTables } from '../../../../server/database/types.ts'
import { queueMail } from '../../../../server/mail/mailer.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import { describeDevice } from '../device-name.ts'
import { mailReissue } from '../reissue-mail.ts'
import { changeNoticeToNewAddress, changeNoticeToOldAddress } from './email-change-mail.ts'
import { type EmailChangeRow, reportHash } from './email-change-row.ts'

type ProvenChange = EmailChangeRow & { new_email: string }

/**
 * Changes both addresses, the sign-in's and the profile's, and what follows: other sessions end, the change can be
 * undone for a while, both addresses are notified.
 * @param row the change in progress, with a new address that the actor has proved to own
 * @param origin of the site, for the link with which the old address can undo it
 * @throws PortalError CHANGE_GONE if the address has changed meanwhile, or the account is locked
 */
export async function completeEmailChange(
  tx: AccountTransaction,
  actor: Actor,
  row: ProvenChange,
  client: Client,
  origin: string,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const { old_email: from, new_email: email } = row
  const at = new Date()
  await alsoAsSignIn(tx, auth => writeChange(auth, actor, row, client, { at, token }))
  await audit(tx, actor, 'email.changed', actor.id, { from, to: email, ip: client.ip })
  const where = { at, ip: client.ip, device: describeDevice(client.userAgent) }
  await queueMail(tx, changeNoticeToOldAddress(from, email, where, `${origin}${href('/report')}#${token}`, token))
  await queueMail(tx, changeNoticeToNewAddress(email, where))
  await mailReissue(tx, actor.id, `${from} changed their e-mail address to ${email}.`)
}

async function writeChange(
  auth: Transaction<AuthTables>,
  actor: Actor,
  row: ProvenChange,
  client: Client,
  { at, token }: { at: Date; token: string },
): Promise<void> {
  const { old_email: from, new_email: email } = row
  const { numUpdatedRows } = await auth
    .updateTable('auth.users')
    .set({ email, email_verified: true, updated_at: at })
    .where('id', '=', actor.id)
    .where('email', '=', from)
    .where('locked_at', 'is', null)
    .executeTakeFirst()
  if (!numUpdatedRows) throw new PortalError('CHANGE_GONE')
  await auth.updateTable('user_profiles').set({ email }).where('id', '=', actor.id).execute()
  await auth
    .insertInto('auth.address_changes')
    .values({
      user_id: actor.id,
      old_email: from,
      new_email: email,
      token_hash: reportHash(token),
      ip_address: client.ip,
      user_agent: client.userAgent,
      changed_at: at,
      report_until: fromNow(reportLifetime),
    })
    .execute()
  await auth.deleteFrom('auth.sessions').where('user_id', '=', actor.id).where('id', '<>', row.session_id).execute()
  await auth.deleteFrom('auth.email_changes').where('user_id', '=', actor.id).execute()
}

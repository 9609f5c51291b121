import { type Selectable, sql, type Transaction } from 'kysely'
import { reportLifetime } from '../../../../rules/limits.ts'
import { audit } from '../../../../server/access/audit.ts'
import type { Client } from '../../../../server/access/client.ts'
import { performStep } from '../../../../server/access/perform.ts'
import { type AccountTransaction, actOnAccount, alsoAsSignIn, withLock } from '../../../../server/database/act-as.ts'
import { authDatabase } from '../../../../server/database/connection.ts'
import type { AddressChangesTable, AuthTables } from '../../../../server/database/types.ts'
import { queueMail } from '../../../../server/mail/mailer.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import {
  reportEmailChangeCommand,
  restoreEmailCommand,
  sendRestoreCodeCommand,
  showEmailReportCommand,
} from '../../email-report.commands.ts'
import { administratorEmails } from '../administrator-emails.ts'
import { enforceOwnCodeLimit, returnCodeRequest } from '../code-rate-limits.ts'
import { describeDevice } from '../device-name.ts'
import { findBySecret } from '../mailed-secret.ts'
import { mailReissue } from '../reissue-mail.ts'
import { sendCodeMail } from '../send-code-mail.ts'
import { invalidateSignInCodes } from '../sign-in-codes.ts'
import { codeProblem, createCode, isCodeOver, isCounted } from './email-change-code.ts'
import { maskEmail, reportNoticeToFund, restoreCodeMail, restoreNotice } from './email-change-mail.ts'
import { reportHash } from './email-change-row.ts'

/*
 * "This wasn't me": anyone with the secret from the e-mail to a replaced address can lock the account, and get it back
 * with a code sent to that address (docs/decisions/0005). They act as that person, without a session.
 */

type Change = Selectable<AddressChangesTable> & { is_over: boolean | null }

/** A change of address, as the page for reporting it shows it. */
export interface AddressReport {
  state: 'open' | 'locked' | 'restored'
  /** UTC. */
  changedAt: Date
  oldEmail: string
  newEmail: string
  device: string
  ip: string | null
}

/**
 * @param token the secret of the mailed link
 * @returns its change, with masked addresses
 */
export const getAddressReport = performStep(
  showEmailReportCommand,
  async (_, client: Client, token: string): Promise<AddressReport> => {
    const change = await findChange(client, token)
    return {
      state: change.restored_at ? 'restored' : change.reported_at ? 'locked' : 'open',
      changedAt: change.changed_at,
      oldEmail: maskEmail(change.old_email),
      newEmail: maskEmail(change.new_email),
      device: describeDevice(change.user_agent),
      ip: change.ip_address,
    }
  },
)

/** Locks the account: every session ends, no one can sign in, administrators are notified. Idempotent. */
export const reportAddressChange = performStep(
  reportEmailChangeCommand,
  async (_, client: Client, token: string): Promise<void> => {
    const { user_id: id } = await findChange(client, token)
    await actOnAccount({ id }, async tx => {
      const reported = await alsoAsSignIn(tx, async auth => {
        const change = await lockChange(auth, token)
        if (change.reported_at) return undefined
        await auth.updateTable('auth.users').set({ locked_at: new Date() }).where('id', '=', id).execute()
        await auth
          .updateTable('auth.address_changes')
          .set({ reported_at: new Date() })
          .where('id', '=', change.id)
          .execute()
        await auth.deleteFrom('auth.sessions').where('user_id', '=', id).execute()
        return { change, to: await administratorEmails(auth, id) }
      })
      if (!reported) return
      const { change, to } = reported
      await audit(tx, { id, email: change.old_email }, 'email.change_reported', id, {
        from: change.old_email,
        to: change.new_email,
        ip: client.ip,
      })
      const where = {
        at: change.changed_at,
        ip: change.ip_address ?? 'unknown',
        device: describeDevice(change.user_agent),
      }
      for (const address of to) {
        await queueMail(tx, reportNoticeToFund(address, change.old_email, change.new_email, where))
      }
    })
  },
)

/** Sends a code to the old address of a locked account, with a limit that no one else can use up. */
export const sendRestoreCode = performStep(
  sendRestoreCodeCommand,
  async ({ refuse }, client: Client, token: string): Promise<void> => {
    const found = await findChange(client, token)
    if (!found.reported_at || found.restored_at) throw refuse('REPORT_UNKNOWN')
    const own = `change ${found.id}`
    await enforceOwnCodeLimit(own)
    const { code, replacing } = createCode(purposeOf(found), 'address_changes')
    await actOnAccount({ id: found.user_id }, tx =>
      alsoAsSignIn(tx, async auth => {
        const change = await lockChange(auth, token)
        await auth.updateTable('auth.address_changes').set(replacing).where('id', '=', change.id).execute()
      }),
    )
    await sendCodeMail(restoreCodeMail(found.old_email, code), () => returnCodeRequest(own))
  },
)

/**
 * Returns a locked account to its old address, given the code sent there. Later changes, and the secrets in their
 * e-mails, are voided.
 */
export const restoreAddress = performStep(
  restoreEmailCommand,
  async ({ refuse }, client: Client, token: string, code: string): Promise<void> => {
    const { user_id: id, old_email: email, reported_at } = await findChange(client, token)
    if (!reported_at) throw refuse('REPORT_UNKNOWN')
    const wrong = await withLock(`code:${email.toLowerCase()}`, () =>
      actOnAccount({ id }, async tx => {
        const change = await alsoAsSignIn(tx, auth => lockChange(auth, token))
        if (change.restored_at) return undefined
        const wrong = codeProblem(change, purposeOf(change), code)
        if (wrong) {
          if (isCounted(wrong)) {
            await alsoAsSignIn(tx, auth =>
              auth
                .updateTable('auth.address_changes')
                .set({ tries: change.tries + 1 })
                .where('id', '=', change.id)
                .execute(),
            )
          }
          return wrong
        }
        await restoreAccount(tx, change, client)
        return undefined
      }),
    )
    if (wrong) throw refuse(wrong)
    await invalidateSignInCodes(email.toLowerCase())
  },
)

async function restoreAccount(tx: AccountTransaction, change: Change, client: Client): Promise<void> {
  const { user_id: id, old_email: email } = change
  const now = new Date()
  const replaced = await alsoAsSignIn(tx, async auth => {
    const before = await auth.selectFrom('auth.users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
    await auth
      .updateTable('auth.users')
      .set({ email, email_verified: true, locked_at: null, updated_at: now })
      .where('id', '=', id)
      .execute()
    await auth.updateTable('user_profiles').set({ email }).where('id', '=', id).execute()
    await auth
      .updateTable('auth.address_changes')
      .set({ restored_at: now, code_hash: null, code_expires_at: null })
      .where('id', '=', change.id)
      .execute()
    await auth
      .updateTable('auth.address_changes')
      .set({ voided_at: now })
      .where('user_id', '=', id)
      .where('changed_at', '>', change.changed_at)
      .execute()
    await auth.deleteFrom('auth.sessions').where('user_id', '=', id).execute()
    // They may belong to the person who changed the address. Older ones stay: their owner was notified of them in time,
    // and a person with only the mailbox must not get rid of them by changing the address and back.
    const since = new Date(change.changed_at.getTime() - reportLifetime)
    await auth.deleteFrom('auth.passkeys').where('user_id', '=', id).where('created_at', '>', since).execute()
    await auth.deleteFrom('auth.recovery_codes').where('user_id', '=', id).where('created_at', '>', since).execute()
    await auth.deleteFrom('auth.passkey_recoveries').where('user_id', '=', id).execute()
    return before.email
  })
  await audit(tx, { id, email }, 'email.change_undone', id, { from: replaced, to: email, ip: client.ip })
  await queueMail(tx, restoreNotice(email, 'old'))
  await mailReissue(tx, id, `${email} took their account back from the address ${replaced}.`)
  if (replaced !== email) await queueMail(tx, restoreNotice(replaced, 'new'))
}

function purposeOf({ id, old_email }: Change): string {
  return `${id} restore ${old_email.toLowerCase()}`
}

function findChange(client: Client, token: string): Promise<Change> {
  return findBySecret(client, () => queryByToken(authDatabase(), token).executeTakeFirst())
}

async function lockChange(auth: Transaction<AuthTables>, token: string): Promise<Change> {
  return requireChange(await queryByToken(auth, token).forUpdate().executeTakeFirst())
}

function queryByToken(auth: ReturnType<typeof authDatabase> | Transaction<AuthTables>, token: string) {
  return (auth as ReturnType<typeof authDatabase>)
    .selectFrom('auth.address_changes')
    .selectAll()
    .select(isCodeOver)
    .where('token_hash', '=', reportHash(token))
    .where('voided_at', 'is', null)
    .where(sql<boolean>`(report_until > now() or (reported_at is not null and restored_at is null))`)
}

function requireChange(change: Change | undefined): Change {
  if (!change) throw new PortalError('REPORT_UNKNOWN')
  return change
}

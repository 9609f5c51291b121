import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { passkeyRecoveriesPerPerson, passkeyRecoveryWait, passkeyRecoveryWindow } from '../../../../rules/limits.ts'
import { audit } from '../../../../server/access/audit.ts'
import type { Client } from '../../../../server/access/client.ts'
import { perform, performFreely, performStep } from '../../../../server/access/perform.ts'
import { consumeRateLimit } from '../../../../server/access/rate-limit.ts'
import { actOnAccount, alsoAsSignIn } from '../../../../server/database/act-as.ts'
import { authDatabase } from '../../../../server/database/connection.ts'
import { fromNow } from '../../../../server/database/from-now.ts'
import type { AuthTables, PasskeyRecoveriesTable } from '../../../../server/database/types.ts'
import { queueMail } from '../../../../server/mail/mailer.ts'
import { keyedHash } from '../../../../server/platform/seal.ts'
import { showPasskeyRecoveryCommand, stopPasskeyRecoveryCommand } from '../../passkey-recovery.commands.ts'
import { cancelPasskeyRecoveryCommand, requestPasskeyRecoveryCommand } from '../../passkeys.commands.ts'
import { describeDevice } from '../device-name.ts'
import { requireFreshProof } from '../fresh-proof.ts'
import { findBySecret } from '../mailed-secret.ts'
import { recoveryNotice, recoveryStoppedNotice } from './passkey-mail.ts'
import { countPasskeys, needsPasskey } from './required-passkey.ts'

/*
 * A person with a passkey, but none at hand and no recovery code, may change their passkeys a week after requesting
 * that. Each current and replaced address of the account is notified at once, and can stop it with the link in that
 * e-mail, without signing in: the requester may have taken over the mailbox, or have changed the address first.
 */

/** When a person may change their passkeys without one. Times are UTC. */
export interface PasskeyRecovery {
  requestedAt: Date
  startsAt: Date
  endsAt: Date
}

/** The request, for the page that the e-mail links to. */
export interface RequestedRecovery extends PasskeyRecovery {
  device: string
  ip: string | null
}

/**
 * Starts the week, unless one is in progress. Those who need a passkey at this site ask a colleague or the operator
 * instead.
 */
export const requestPasskeyRecovery = performFreely(
  requestPasskeyRecoveryCommand,
  async ({ actor, refuse, transact }) => {
    await requireFreshProof(actor)
    if (needsPasskey(actor)) throw refuse('PASSKEY_NEEDED')
    // They can add one.
    if ((await countPasskeys(actor.id)) === 0) throw refuse('NOT_FOUND')
    if (await findRecovery(authDatabase(), actor.id)) return
    await consumeRateLimit(`passkey recoveries of ${actor.id}`, passkeyRecoveriesPerPerson, passkeyRecoveryWindow)
    const token = randomBytes(32).toString('base64url')
    const requested = {
      asked_at: fromNow(0),
      starts_at: fromNow(passkeyRecoveryWait),
      ends_at: fromNow(2 * passkeyRecoveryWait),
      stop_hash: stopHash(token),
      ip_address: actor.from?.ip ?? null,
      user_agent: actor.from?.userAgent ?? null,
    }
    await transact(async ({ tx, audit }) => {
      const { startsAt, addresses } = await alsoAsSignIn(tx, async auth => {
        const { starts_at } = await auth
          .insertInto('auth.passkey_recoveries')
          .values({ user_id: actor.id, ...requested })
          .onConflict(conflict => conflict.column('user_id').doUpdateSet(requested))
          .returning('starts_at')
          .executeTakeFirstOrThrow()
        return { startsAt: starts_at, addresses: await addressesOf(auth, actor.id) }
      })
      await audit('passkey.recovery_requested', actor.id, { from: startsAt, addresses: addresses.length })
      for (const address of addresses) await queueMail(tx, recoveryNotice(address, actor, startsAt, token))
    })
  },
  { in: actOnAccount },
)

/** Stops it, for the person themselves. */
export const cancelPasskeyRecovery = perform(
  cancelPasskeyRecoveryCommand,
  async ({ tx, actor, refuse, audit }) => {
    const { numDeletedRows } = await alsoAsSignIn(tx, auth =>
      auth.deleteFrom('auth.passkey_recoveries').where('user_id', '=', actor.id).executeTakeFirst(),
    )
    if (!numDeletedRows) throw refuse('NOT_FOUND')
    await audit('passkey.recovery_stopped', actor.id)
  },
  { in: actOnAccount },
)

/** @param token the secret of the mailed link */
export const getRequestedRecovery = performStep(
  showPasskeyRecoveryCommand,
  async (_, client: Client, token: string): Promise<RequestedRecovery> => {
    const row = await findBySecret(client, () => queryByToken(authDatabase(), token).executeTakeFirst())
    return { ...recoveryOf(row), device: describeDevice(row.user_agent), ip: row.ip_address }
  },
)

/**
 * Stops it, for anyone with the secret of the mailed link. Every session of the account ends, including the
 * requester's, and each address is notified.
 */
export const stopPasskeyRecovery = performStep(
  stopPasskeyRecoveryCommand,
  async (_, client: Client, token: string): Promise<void> => {
    const { user_id: id } = await findBySecret(client, () => queryByToken(authDatabase(), token).executeTakeFirst())
    await actOnAccount({ id }, async tx => {
      const stopped = await alsoAsSignIn(tx, async auth => {
        const { numDeletedRows } = await auth
          .deleteFrom('auth.passkey_recoveries')
          .where('stop_hash', '=', stopHash(token))
          .executeTakeFirst()
        if (!numDeletedRows) return undefined
        await auth.deleteFrom('auth.sessions').where('user_id', '=', id).execute()
        return addressesOf(auth, id)
      })
      // Just stopped by the same link.
      if (!stopped) return
      const [email = ''] = stopped
      await audit(tx, { id, email }, 'passkey.recovery_stopped', id, { ip: client.ip })
      for (const address of stopped) await queueMail(tx, recoveryStoppedNotice(address))
    })
  },
)

/** @returns a recovery in progress, or usable now */
export async function findRecovery(
  auth: Kysely<AuthTables> | Transaction<AuthTables>,
  userId: string,
): Promise<PasskeyRecovery | undefined> {
  const row = await (auth as Kysely<AuthTables>)
    .selectFrom('auth.passkey_recoveries')
    .select(['asked_at', 'starts_at', 'ends_at'])
    .where('user_id', '=', userId)
    .where('ends_at', '>', fromNow(0))
    .executeTakeFirst()
  return row && recoveryOf(row)
}

/** Removes expired ones. Part of the hourly clean-up. */
export async function cleanUpPasskeyRecoveries(): Promise<void> {
  await authDatabase().deleteFrom('auth.passkey_recoveries').where('ends_at', '<', fromNow(0)).execute()
}

type Times = Pick<Selectable<PasskeyRecoveriesTable>, 'asked_at' | 'starts_at' | 'ends_at'>

function recoveryOf({ asked_at, starts_at, ends_at }: Times): PasskeyRecovery {
  return { requestedAt: asked_at, startsAt: starts_at, endsAt: ends_at }
}

function queryByToken(auth: Kysely<AuthTables>, token: string) {
  return auth
    .selectFrom('auth.passkey_recoveries')
    .selectAll()
    .where('stop_hash', '=', stopHash(token))
    .where('ends_at', '>', fromNow(0))
}

/** @returns a person's address and those that it replaced, unless another person has them now */
async function addressesOf(auth: Transaction<AuthTables>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from auth.users where id = ${userId}
    union all
    select old.email from (select distinct lower(old_email) as email from auth.address_changes
      where user_id = ${userId} and restored_at is null and voided_at is null) old
    where not exists (select from auth.users u where lower(u.email) = old.email)`.execute(auth)
  return rows.map(({ email }) => email)
}

function stopHash(token: string): string {
  return keyedHash('passkey recovery', token)
}

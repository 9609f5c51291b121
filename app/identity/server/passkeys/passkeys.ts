import type { Actor } from '../../../../server/access/actor.ts'
import { assertId } from '../../../../server/access/ids.ts'
import { perform } from '../../../../server/access/perform.ts'
import { actOnAccount, alsoAsSignIn } from '../../../../server/database/act-as.ts'
import { queueMail } from '../../../../server/mail/mailer.ts'
import { removePasskeyCommand, renamePasskeyCommand } from '../../passkeys.commands.ts'
import { passkeyNotice } from './passkey-mail.ts'
import { findRecovery, type PasskeyRecovery } from './passkey-recovery.ts'
import { needsPasskey, requirePasskeyChange } from './required-passkey.ts'

/** A passkey as its owner's settings list it. Times are UTC. */
export interface ListedPasskey {
  id: string
  name: string
  addedAt: Date
  lastUsed: Date | null
  /** Whether it is synced to the person's other devices. */
  synced: boolean
}

/** A person's ways to authenticate, besides e-mailed codes. */
export interface OwnPasskeys {
  /** Oldest first. */
  passkeys: ListedPasskey[]
  /** Number of unused recovery codes. */
  recoveryCodes: number
  /** A requested recovery without a passkey, if any. */
  recovery: PasskeyRecovery | undefined
}

export async function getPasskeys(actor: Actor): Promise<OwnPasskeys> {
  return actOnAccount(actor, tx =>
    alsoAsSignIn(tx, async auth => {
      const passkeys = await auth
        .selectFrom('auth.passkeys')
        .select(['id', 'name', 'created_at as addedAt', 'last_used_at as lastUsed', 'backed_up as synced'])
        .where('user_id', '=', actor.id)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      const { codes } = await auth
        .selectFrom('auth.recovery_codes')
        .select(eb => eb.fn.countAll<number>().as('codes'))
        .where('user_id', '=', actor.id)
        .executeTakeFirstOrThrow()
      return { passkeys, recoveryCodes: codes, recovery: await findRecovery(auth, actor.id) }
    }),
  )
}

/** Renames one of the actor's passkeys. */
export const renamePasskey = perform(
  renamePasskeyCommand,
  async ({ tx, actor, refuse, audit }, passkeyId, { name }) => {
    const id = assertId(passkeyId)
    const { numUpdatedRows } = await alsoAsSignIn(tx, auth =>
      auth
        .updateTable('auth.passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('user_id', '=', actor.id)
        .executeTakeFirst(),
    )
    if (!numUpdatedRows) throw refuse('NOT_FOUND')
    await audit('passkey.renamed', actor.id, { passkey: id, name })
  },
  { in: actOnAccount },
)

/** Removes one of the actor's passkeys. The person is notified by mail. */
export const removePasskey = perform(
  removePasskeyCommand,
  async ({ tx, actor, refuse, audit }, passkeyId) => {
    const id = assertId(passkeyId)
    const removed = await alsoAsSignIn(tx, async auth => {
      // Locked, so that concurrent removals can't leave none.
      const own = await auth
        .selectFrom('auth.passkeys')
        .select(['id', 'name'])
        .where('user_id', '=', actor.id)
        .forUpdate()
        .execute()
      const one = own.find(passkey => passkey.id === id)
      if (!one) throw refuse('NOT_FOUND')
      if (needsPasskey(actor) && own.length === 1) throw refuse('PASSKEY_LAST')
      await auth.deleteFrom('auth.passkeys').where('id', '=', id).execute()
      return one
    })
    await audit('passkey.removed', actor.id, { passkey: id, name: removed.name })
    await queueMail(tx, passkeyNotice(actor, 'removed', removed.name))
  },
  { before: requirePasskeyChange, in: actOnAccount },
)

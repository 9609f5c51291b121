import { challengeLifetime, passkeyNameLength, passkeysPerPerson } from '../../../../rules/limits.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import { audit } from '../../../../server/access/audit.ts'
import { performStep } from '../../../../server/access/perform.ts'
import { actOnAccount, alsoAsSignIn } from '../../../../server/database/act-as.ts'
import { authDatabase } from '../../../../server/database/connection.ts'
import { queueMail } from '../../../../server/mail/mailer.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import type { PasskeyCreation } from '../../passkeys.ts'
import { addPasskeyCommand, startAddingPasskeyCommand } from '../../proof.commands.ts'
import { describeDevice } from '../device-name.ts'
import { recordProof, requireFreshProof } from '../fresh-proof.ts'
import { mailReissue } from '../reissue-mail.ts'
import { consumeChallenge, createChallenge } from './challenges.ts'
import { readNewCredential } from './passkey-answer.ts'
import { passkeyNotice } from './passkey-mail.ts'
import { relyingParty } from './relying-party.ts'
import { requirePasskeyRights } from './required-passkey.ts'
import { webauthnLibrary } from './webauthn-library.ts'

/** EdDSA, ES256 and RS256 (COSE): the default includes algorithms that are still experimental in Node, which warns. */
const algorithms = [-8, -7, -257]

/**
 * Starts adding a passkey.
 * @param origin see `relyingParty`
 * @returns the argument of `navigator.credentials.create`
 */
export const startAddingPasskey = performStep(
  startAddingPasskeyCommand,
  async ({ refuse }, actor: Actor, origin: string): Promise<PasskeyCreation> => {
    const sessionId = await requireRightToAdd(actor)
    const known = await authDatabase()
      .selectFrom('auth.passkeys')
      .select(['credential_id', 'transports'])
      .where('user_id', '=', actor.id)
      .execute()
    if (known.length >= passkeysPerPerson) throw refuse('PASSKEYS_MANY')
    const { rpID, rpName } = relyingParty(origin)
    const { generateRegistrationOptions } = await webauthnLibrary()
    return generateRegistrationOptions({
      rpID,
      rpName,
      userID: new Uint8Array(Buffer.from(actor.id)),
      userName: actor.email,
      userDisplayName: actor.fullName ?? actor.email,
      challenge: Buffer.from(await createChallenge('add', sessionId), 'base64url'),
      timeout: challengeLifetime,
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  },
)

/**
 * Adds the passkey that the browser made, which also proves the session. The person is notified by e-mail.
 * @param answer of the browser, as JSON
 * @returns the new passkey's id
 */
export const addPasskey = performStep(
  addPasskeyCommand,
  async ({ refuse }, actor: Actor, origin: string, answer: string): Promise<string> => {
    const sessionId = await requireRightToAdd(actor)
    const response = readNewCredential(answer)
    const expectedChallenge = await consumeChallenge('add', sessionId, response.response.clientDataJSON)
    const { verifyRegistrationResponse } = await webauthnLibrary()
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty(origin).rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }).catch((cause: unknown) => {
      throw refuse('PASSKEY_REFUSED', { cause })
    })
    if (!verified.verified) throw refuse('PASSKEY_REFUSED')
    const { credential, credentialBackedUp } = verified.registrationInfo
    const name = describeDevice(actor.from?.userAgent ?? null).slice(0, passkeyNameLength)
    const id = await actOnAccount(
      actor,
      async tx => {
        const added = await alsoAsSignIn(tx, async auth => {
          await auth.deleteFrom('auth.passkey_permits').where('user_id', '=', actor.id).execute()
          await auth.deleteFrom('auth.passkey_recoveries').where('user_id', '=', actor.id).execute()
          return auth
            .insertInto('auth.passkeys')
            .values({
              user_id: actor.id,
              credential_id: credential.id,
              public_key: Buffer.from(credential.publicKey),
              counter: credential.counter,
              transports: (credential.transports ?? []).filter(one => /^[a-z-]{1,20}$/.test(one)).slice(0, 8),
              backed_up: credentialBackedUp,
              name,
              last_used_at: null,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        })
        await audit(tx, actor, 'passkey.added', actor.id, { passkey: added.id, name, backed_up: credentialBackedUp })
        await queueMail(tx, passkeyNotice(actor, 'added', name))
        await mailReissue(tx, actor.id, `${actor.email} added a passkey.`)
        return added.id
      },
      { passkeys_credential_id_key: 'PASSKEY_EXISTS' },
    )
    await recordProof(sessionId, 'passkey')
    return id
  },
)

async function requireRightToAdd(actor: Actor): Promise<string> {
  await requireFreshProof(actor)
  await requirePasskeyRights(actor, { permit: true })
  if (!actor.sessionId) throw new PortalError('NO_SESSION')
  return actor.sessionId
}

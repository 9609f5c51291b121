import { authDatabase } from '../../../server/database/connection.ts'
import { cleanUpDevices } from './new-device.ts'
import { cleanUpChallenges } from './passkeys/challenges.ts'
import { cleanUpPasskeyRecoveries } from './passkeys/passkey-recovery.ts'
import { cleanUpEmailChanges } from './sign-in-block.ts'
import { cleanUpSignInCodes } from './sign-in-codes.ts'

/** Removes expired codes, sessions, browsers and changes of address. Part of the hourly clean-up. */
export async function cleanUpIdentity(): Promise<void> {
  const database = authDatabase()
  const now = new Date()
  await database.deleteFrom('auth.sessions').where('expires_at', '<', now).execute()
  await cleanUpSignInCodes()
  await cleanUpEmailChanges()
  await cleanUpDevices()
  await cleanUpChallenges()
  await cleanUpPasskeyRecoveries()
}

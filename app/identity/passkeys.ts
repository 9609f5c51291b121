/** A browser's options to sign with a passkey, as JSON. */
export type PasskeyRequest = Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>

/** A browser's options to create one. */
export type PasskeyCreation = Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>

/** Messages of the catalogue (`messages.ts`) about passkeys, shared by pages and server. */
export const passkeyMessages = {
  PASSKEY_EXPIRED: 'That took too long. Try again.',
  PASSKEY_UNKNOWN: 'We don’t know this passkey. Sign in with a code, then add it in your settings.',
  PASSKEY_REFUSED: 'We couldn’t confirm this passkey. Try again, or use another way.',
  PASSKEY_FAILED: 'Your browser couldn’t use a passkey. Try again, or use another way.',
  PASSKEY_CANCELLED: 'No passkey was used. Try again whenever you’re ready.',
  PASSKEY_EXISTS: 'This device already has a passkey for your account.',
  PASSKEY_NEEDED:
    'You already have a passkey. Use it first, or use a recovery code, or ask an administrator to let you add a new one.',
  PASSKEY_FIRST: 'Administrators and approvers change their address with a passkey. Add one in your settings first.',
  PASSKEYS_MANY: 'You have 20 passkeys. Remove one you no longer use, then add another.',
  PASSKEY_LAST: 'Administrators and approvers need a passkey here. Add another one before you remove this one.',
  PASSKEY_NAME: 'Enter a name of at most 60 characters.',
  RECOVERY_CODE_WRONG: 'This isn’t one of your unused recovery codes. Check it, then try again.',
} as const

/**
 * @param typed a recovery code as typed or pasted
 * @returns its canonical form: lower case, no spaces or hyphens, and digits for similar letters
 */
export function recoveryCodeOf(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
}

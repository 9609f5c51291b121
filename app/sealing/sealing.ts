/** The words and limits of seals. */

export const sealStates = {
  sealing: 'Being sealed',
  sealed: 'Sealed',
  failed: 'Failed',
  dropped: 'Not needed any more',
} as const
export type SealState = keyof typeof sealStates

/** PAdES baseline levels (ETSI EN 319 142-1). B-T has an independent time stamp. */
export type SealLevel = 'B-B' | 'B-T'

/** Bytes of a file that anyone may have checked, and of the form that sends it. */
export const checkedFileLimit = 10 * 1024 * 1024
export const checkForm = { bytes: checkedFileLimit + 2 * 1024 * 1024, fields: 10_000 }
/** Files checked for a network in an hour. */
export const checksPerHour = 60
/** Bytes of a certificate's file with its key. */
export const certificateFileLimit = 64 * 1024
/** Files on a page of the office's list. */
export const sealsPerPage = 50

/** Errors by code. */
export const sealMessages = {
  SEAL_FAILED: 'That didn’t work. Please try again.',
  SEAL_STATE: 'This file has changed since the page was loaded. Load the page again.',
  SEAL_KEY_FILE: 'Choose a PKCS #12 file (.p12 or .pfx) of at most 64 KB with one certificate and its private key.',
  SEAL_KEY_PASSWORD: 'The file doesn’t open with this password. Check both.',
  SEAL_KEY_KIND:
    'The key can’t be used. It has to be RSA of at least 2,048 bits, or ECDSA on P-256, and belong to the certificate.',
  SEAL_KEY_DAYS: 'The certificate isn’t valid yet, or ends within 60 days. Bring one that lasts longer.',
  SEAL_KEY_USE: 'The certificate isn’t made for signatures. Ask its issuer for one for signing documents.',
  CHECK_FILE: 'Choose the PDF that you want checked.',
  CHECK_FILE_LARGE:
    'This file is larger than 10 MB, which is more than we check here. Call us, and we’ll check it for you.',
  CHECKED_OFTEN: 'That was a lot of files. Wait {wait}, or call us.',
  CHECK_FAILED: 'We couldn’t check the file. Try again in a moment.',
} as const

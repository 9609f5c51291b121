import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { day, file, lines, unchecked } from '../../rules/commands/fields.ts'
import { approvalRefusals } from '../../rules/shared-refusals.ts'
import { sealMessages as messages } from './sealing.ts'

/* The seal’s certificate and the files to be sealed: what the office does. */

const { SEAL_KEY_FILE, SEAL_REVOKE_REASON } = messages

export const bringCertificateCommand = defineCommand({
  by: 'administrator',
  takesTwo: true,
  name: 'seal.bring_certificate',
  shared: approvalRefusals,
  fields: {
    file: file('PKCS #12 file', '.p12,.pfx,application/x-pkcs12', { SEAL_KEY_FILE }),
    password: {
      ...unchecked('Password of the file', { type: 'password', autoComplete: 'off' }),
      isSecret: true as const,
    },
  },
  refusals: refusalsFrom(messages, {
    SEAL_KEY_PASSWORD: 'password',
    SEAL_KEY_KIND: 'file',
    SEAL_KEY_DAYS: 'file',
    SEAL_KEY_USE: 'file',
  }),
  button: 'Submit for approval',
  busy: 'Submitting…',
  notice: 'Submitted. A second person needs to approve the certificate.',
  failed: messages.SEAL_FAILED,
  log: {
    'seal.certificate_brought': 'Uploaded a certificate for the seal',
    'seal.certificate_in_force': 'Put a certificate for the seal in force',
  },
})

/** The portal makes another certificate, whichever is in force. */
export const makeCertificateCommand = defineCommand({
  by: 'administrator',
  takesTwo: true,
  name: 'seal.make_certificate',
  shared: approvalRefusals,
  fields: {},
  refusals: {},
  button: 'Make a certificate',
  busy: 'Making…',
  notice: 'Made. A second person needs to approve it before it seals.',
  failed: messages.SEAL_FAILED,
  sharedLog: ['seal.certificate_in_force'],
})

/** Someone else may have the key of a certificate that seals, or sealed. */
export const revokeCertificateCommand = defineCommand({
  by: 'administrator',
  about: 'certificate',
  takesTwo: true,
  name: 'seal.revoke_certificate',
  shared: approvalRefusals,
  fields: {
    since: day('Since when someone else may have had its key'),
    reason: lines('What happened', { most: 500, rows: 3 }, { SEAL_REVOKE_REASON }),
  },
  refusals: refusalsFrom(messages, { SEAL_REVOKE_DAY: 'since', SEAL_REVOKED: null }),
  button: 'Submit for approval',
  busy: 'Submitting…',
  notice: 'Submitted. A second person needs to approve it.',
  failed: messages.SEAL_FAILED,
  log: { 'seal.certificate_revoked': 'Revoked a certificate of the seal' },
})

export const sealAgainCommand = defineCommand({
  by: 'administrator',
  about: 'file',
  name: 'seal.try_again',
  fields: {},
  refusals: refusalsFrom(messages, { SEAL_STATE: null }),
  button: 'Try again',
  busy: 'Trying…',
  notice: 'The file is being sealed.',
  failed: messages.SEAL_FAILED,
  log: { 'seal.tried_again': 'Tried again to seal a file' },
})

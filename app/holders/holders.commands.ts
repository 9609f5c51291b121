import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { choice, hidden, line, lines, pick } from '../../rules/commands/fields.ts'
import { notices } from '../../rules/notices.ts'
import { approvalRefusals, memberRefusals } from '../../rules/shared-refusals.ts'
import {
  accountNumberLength,
  custodianNameLength,
  freezeReasonLength,
  freezeReasons,
  holderAddressLength,
  holderKinds,
  holderNameLength,
  memberDocumentLength,
  holderMessages as messages,
} from './holders.ts'

/* Names on the register of notes: what the office does. */

const office = { by: 'administrator', failed: messages.HOLDER_FAILED } as const
const aboutHolder = { ...office, about: 'holder' } as const
const submitted = {
  ...aboutHolder,
  takesTwo: true,
  busy: 'Submitting…',
  notice: notices.memberChangeRequested,
} as const

const details = {
  legalName: line(
    'Name',
    { most: holderNameLength, hint: 'Exactly as titled, such as “Horizon Trust Company FBO Jane Doe IRA”.' },
    { HOLDER_NAME_REQUIRED: messages.HOLDER_NAME_REQUIRED, HOLDER_NAME_LONG: messages.HOLDER_NAME_LONG },
  ),
  kind: choice('Kind', holderKinds, { HOLDER_KIND_REQUIRED: messages.HOLDER_KIND_REQUIRED }),
  signingRule: pick('Who signs'),
  custodianName: line(
    'Custodian, if there is one',
    { most: custodianNameLength, optional: true },
    { CUSTODIAN_LONG: messages.CUSTODIAN_LONG },
  ),
  custodianAccount: line(
    'Account at the custodian',
    { most: accountNumberLength + 10, optional: true },
    { ACCOUNT_NUMBER_INVALID: messages.ACCOUNT_NUMBER_INVALID },
  ),
  address: lines(
    'Address',
    { most: holderAddressLength, optional: true, rows: 3 },
    { HOLDER_ADDRESS_LONG: messages.HOLDER_ADDRESS_LONG },
  ),
  state: pick('State'),
  statementRhythm: pick('Statements'),
}

const detailed = refusalsFrom(messages, {
  CUSTODIAN_REQUIRED: 'custodianName',
  STATE_INVALID: 'state',
  VAULT_KEY_MISSING: null,
})

export const saveHolderCommand = defineCommand({
  ...aboutHolder,
  name: 'holder.save',
  shared: approvalRefusals,
  fields: details,
  refusals: detailed,
  button: 'Save',
  busy: 'Saving…',
  notice: 'Saved',
  log: { 'holder.updated': 'Changed a holder’s details' },
})

export const addHolderCommand = defineCommand({
  ...office,
  name: 'holder.add',
  shared: [...memberRefusals, ...approvalRefusals],
  fields: {
    ...details,
    email: line('E-mail', { most: 320, type: 'email' }, { MEMBER_UNKNOWN: messages.MEMBER_UNKNOWN }),
    right: pick('As'),
  },
  refusals: { ...detailed, ...refusalsFrom(messages, { MEMBER_REQUIRED: 'email', MEMBER_TWICE: 'email' }) },
  button: 'Add holder',
  busy: 'Adding…',
  notice: 'Holder added',
  log: { 'holder.created': 'Added a holder' },
})

const paper = line('Supporting document', { most: memberDocumentLength }, { MEMBER_PAPER: messages.MEMBER_PAPER })

export const addMemberCommand = defineCommand({
  ...submitted,
  name: 'holder.add_member',
  fields: {
    email: line('Add by e-mail', { most: 320, type: 'email' }, { MEMBER_UNKNOWN: messages.MEMBER_UNKNOWN }),
    right: pick('As'),
    paper,
  },
  refusals: refusalsFrom(messages, { MEMBER_TWICE: 'email', MEMBER_LIMIT: 'email' }),
  button: 'Submit for approval',
  log: { 'holder.member_added': 'Added an authorized person to a holder' },
})

export const removeMemberCommand = defineCommand({
  ...submitted,
  name: 'holder.remove_member',
  fields: { member: hidden(), paper },
  refusals: refusalsFrom(messages, { MEMBER_GONE: null, LAST_MEMBER: null }),
  button: 'Submit removal for approval',
  log: { 'holder.member_ended': 'Removed an authorized person from a holder' },
})

const freezeReason = { FREEZE_REASON: messages.FREEZE_REASON }

/** After a death or in a dispute. */
export const freezeHolderCommand = defineCommand({
  ...submitted,
  name: 'holder.freeze',
  fields: { reason: choice('Why', freezeReasons, freezeReason) },
  refusals: refusalsFrom(messages, { HOLDER_IS_FROZEN: null }),
  button: 'Submit freeze for approval',
  busy: 'Submitting…',
  log: { 'holder.frozen': 'Froze a holder' },
})

export const unfreezeHolderCommand = defineCommand({
  ...submitted,
  name: 'holder.unfreeze',
  fields: { reason: line('Why it ends', { most: freezeReasonLength }, freezeReason) },
  refusals: refusalsFrom(messages, { HOLDER_NOT_FROZEN: null }),
  button: 'Submit end of freeze for approval',
  busy: 'Submitting…',
  log: { 'holder.unfrozen': 'Ended the freeze of a holder' },
})

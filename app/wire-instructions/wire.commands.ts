import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { line, lines } from '../../rules/commands/fields.ts'
import { isRoutingNumber } from '../../rules/payment-instructions.ts'
import { holderMessages } from '../holders/holders.ts'
import { wireMessages as messages } from './wire.ts'

/* The fund's wire instructions, in the office: their versions, and the holders who may see them. */

const byOffice = { by: 'administrator', failed: messages.WIRE_FAILED, busy: 'Saving…' } as const
const { WIRE_LINE, WIRE_ADDRESS, WIRE_CREDIT, WIRE_ROUTING, WIRE_REASON, WIRE_SPOKE_WITH } = messages

const routingNumber = {
  ...line(
    'ABA routing number for wires',
    { most: 20, hint: 'Nine digits. It may differ from the one for ACH.' },
    { WIRE_ROUTING },
  ),
  parse(typed: unknown) {
    const digits = String(typed ?? '').replaceAll(/[\s-]/g, '')
    return isRoutingNumber(digits) ? digits : undefined
  },
}

export const changeWireCommand = defineCommand({
  ...byOffice,
  name: 'wire.change',
  takesTwo: true,
  fields: {
    bankName: line('Bank', { most: 120 }, { WIRE_LINE }),
    bankAddress: lines('Address of the bank', { most: 300, rows: 2 }, { WIRE_ADDRESS }),
    routingNumber,
    accountName: line('Name on the account', { most: 120 }, { WIRE_LINE }),
    accountNumber: line(
      'Account number',
      { most: 40, isSecret: true },
      refusalsFrom(holderMessages, { ACCOUNT_NUMBER_INVALID: null }) as { ACCOUNT_NUMBER_INVALID: string },
    ),
    furtherCredit: lines('For further credit', { most: 300, rows: 2, optional: true }, { WIRE_CREDIT }),
  },
  refusals: {
    ...refusalsFrom(messages, { WIRE_PENDING: null }),
    ...refusalsFrom(holderMessages, { VAULT_KEY_MISSING: null }),
  },
  button: 'Submit for approval',
  notice: 'Submitted. Another administrator needs to approve it; every administrator was e-mailed.',
  log: { 'wire.approved': 'Approved new wire instructions' },
  sharedLog: ['vault.kept'],
})

export const stopWireCommand = defineCommand({
  ...byOffice,
  name: 'wire.stop',
  about: 'version',
  fields: { reason: lines('Reason', { most: 500, rows: 2 }, { WIRE_REASON }) },
  refusals: refusalsFrom(messages, { WIRE_IN_FORCE: null }),
  button: 'Stop them',
  notice: 'Stopped. The instructions in force stay.',
  log: { 'wire.stopped': 'Stopped new wire instructions' },
})

export const openWireCommand = defineCommand({
  ...byOffice,
  name: 'wire.open',
  about: 'note',
  fields: {},
  refusals: refusalsFrom(messages, { WIRE_NONE: null, WIRE_NOTE_STATE: null, WIRE_OPEN: null }),
  button: 'Show wire instructions to the holder',
  notice: 'The holder’s authorized people can see the wire instructions, and were e-mailed.',
  log: { 'wire.opened': 'Showed the wire instructions to a holder' },
})

const ofOpening = { ...byOffice, about: 'opening', refusals: refusalsFrom(messages, { WIRE_CLOSED: null }) } as const

export const closeWireCommand = defineCommand({
  ...ofOpening,
  name: 'wire.close',
  fields: {},
  button: 'Close',
  notice: 'Closed. The holder no longer sees the wire instructions.',
  log: { 'wire.closed': 'Closed a holder’s view of the wire instructions' },
})

export const recordReadBackCommand = defineCommand({
  ...ofOpening,
  name: 'wire.read_back',
  fields: { spokeWith: line('Spoke with', { most: 120 }, { WIRE_SPOKE_WITH }) },
  refusals: { ...ofOpening.refusals, ...refusalsFrom(messages, { WIRE_READ_BACK: null }) },
  button: 'Record the call',
  notice: 'Call recorded',
  log: { 'wire.read_back': 'Read wire instructions back by phone' },
})

/** For the call: a caller who says these words to the investor is the fund. */
export const showWordsCommand = defineCommand({
  ...ofOpening,
  name: 'wire.show_words',
  fields: {},
  isShownOnce: true,
  button: 'Show the six words',
  busy: 'Opening…',
  notice: '',
  log: { 'wire.words_viewed': 'Viewed the six words of wire instructions' },
})

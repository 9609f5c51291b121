import { wireWaitDays } from './limits.ts'

/** Wire instructions as their page shows them, after fresh proof. */
export interface ShownWire {
  bankName: string
  bankAddress: string
  routingNumber: string
  accountName: string
  accountNumber: string
  furtherCredit: string | null
  sixWords: string
}

/** What every page and e-mail about wire instructions says. */
export const neverByEmail = 'Our wire instructions never change by e-mail, message or phone.'

/** Errors by code. */
export const wireMessages = {
  WIRE_FAILED: 'That didn’t work, and nothing has changed. Please try again.',
  LOAD_WIRE_FAILED: 'We couldn’t load the wire instructions. Please try again.',
  WIRE_LINE: 'Fill this in, in at most 120 characters.',
  WIRE_ADDRESS: 'Enter the bank’s address, in at most 300 characters.',
  WIRE_CREDIT: 'Enter at most 300 characters.',
  WIRE_ROUTING: 'This isn’t a routing number: one of its nine digits is wrong. Copy it from the bank’s letter.',
  WIRE_PENDING: `New wire instructions are pending already. Decide on them, stop them, or wait until they are in force: ${wireWaitDays} days after approval.`,
  WIRE_IN_FORCE: 'These instructions are in force, or were stopped before. To replace them, submit new ones.',
  WIRE_REASON: 'Give a reason, in at most 500 characters.',
  WIRE_NONE: 'No wire instructions are in force yet. Two administrators enter them under Wire instructions.',
  WIRE_NOTE_STATE: 'Wire instructions are shown for a note that is signed and not funded. This one isn’t.',
  WIRE_OPEN: 'The holder can see the wire instructions already.',
  WIRE_CLOSED: 'This was closed: no wire is due here. If you were about to send one, call us first.',
  WIRE_SPOKE_WITH: 'Say whom you spoke with, in at most 120 characters.',
  WIRE_READ_BACK: 'A call was recorded already.',
} as const

import type { Step } from '../../rules/steps.ts'
import type { OfferingState, SubscriptionState } from './subscriptions.ts'

/* The workflows 'offering' and 'subscription': tables of steps, as rules/workflows.ts explains them. */

/** An offering. Reopening takes two people, too. */
export const offeringSteps = {
  open: {
    from: ['draft', 'closed'],
    to: 'open',
    by: ['office'],
    approval: 'offering.open',
    needs: ['offering_ready'],
  },
  close: { from: ['open'], to: 'closed', by: ['administrator'] },
} as const satisfies Record<string, Step<OfferingState>>

const unsigned = ['started', 'prepared', 'terms', 'holder', 'accreditation'] as const
const beforeCountersigning = [...unsigned, 'agreement', 'signed', 'custodian_signed'] as const

/**
 * A subscription. Signatures, wire instructions and funds move it in the database, where they are recorded
 * (app/subscriptions/subscriptions.sql): these are steps of the system.
 */
export const subscriptionSteps = {
  choose: {
    from: ['started', 'prepared', 'holder', 'accreditation', 'lapsed'],
    to: 'terms',
    by: ['owner'],
    needs: ['quoted'],
  },
  hold: { from: ['terms', 'accreditation'], to: 'holder', by: ['owner'], needs: ['quoted', 'kind_accepted'] },
  verify: { from: ['holder'], to: 'accreditation', by: ['owner'], needs: ['verified'] },
  agree: {
    from: ['accreditation'],
    to: 'agreement',
    by: ['owner'],
    needs: ['quoted', 'kind_accepted', 'verified', 'disclosed', 'joined'],
  },
  reopen: { from: ['agreement', 'signed', 'custodian_signed'], to: 'terms', by: ['system'] },
  sign: { from: ['agreement'], to: 'signed', by: ['system'] },
  signAsCustodian: { from: ['signed'], to: 'custodian_signed', by: ['system'] },
  countersign: {
    from: ['signed', 'custodian_signed'],
    to: 'countersigned',
    by: ['administrator'],
    needs: ['note_as_agreed', 'joined'],
  },
  showWire: { from: ['countersigned'], to: 'wire_shown', by: ['system'] },
  receive: { from: ['countersigned', 'wire_shown'], to: 'received', by: ['system'] },
  // Its funding is undone.
  unfund: { from: ['received', 'confirmed'], to: 'wire_shown', by: ['system'] },
  confirm: { from: ['received'], to: 'confirmed', by: ['system'] },
  lapse: { from: [...beforeCountersigning, 'countersigned', 'wire_shown'], to: 'lapsed', by: ['system'] },
  withdraw: { from: beforeCountersigning, to: 'withdrawn', by: ['owner'] },
  reject: { from: beforeCountersigning, to: 'rejected', by: ['administrator'], needs: ['reason_given'] },
} as const satisfies Record<string, Step<SubscriptionState>>

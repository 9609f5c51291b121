import { type Day, formatDay } from '../../rules/days.ts'

/** A subscription: an investor's way from an amount to a confirmed note. */

export const subscriptionStates = [
  ...['started', 'prepared', 'terms', 'holder', 'accreditation', 'agreement', 'signed', 'custodian_signed'],
  ...['countersigned', 'wire_shown', 'received', 'confirmed', 'lapsed', 'withdrawn', 'rejected'],
] as const
export type SubscriptionState =
  | ('started' | 'prepared' | 'terms' | 'holder' | 'accreditation' | 'agreement' | 'signed' | 'custodian_signed')
  | ('countersigned' | 'wire_shown' | 'received' | 'confirmed' | 'lapsed' | 'withdrawn' | 'rejected')

/** On a page of the office's list. */
export const subscriptionsPerPage = 50

/** For the office. */
export const stateWords: Record<SubscriptionState, string> = {
  started: 'Started',
  prepared: 'Prepared by an adviser',
  terms: 'Terms chosen',
  holder: 'Holder chosen',
  accreditation: 'Verified',
  agreement: 'Agreement sent',
  signed: 'Signed',
  custodian_signed: 'Custodian signed',
  countersigned: 'Countersigned',
  wire_shown: 'Wire instructions shown',
  received: 'Funds received',
  confirmed: 'Confirmed',
  lapsed: 'Lapsed',
  withdrawn: 'Withdrawn',
  rejected: 'Rejected',
}

/** Until the agreement is made; its terms may change. */
export const openStates = [
  'started',
  'prepared',
  'terms',
  'holder',
  'accreditation',
] as const satisfies SubscriptionState[]
/** While an agreement is out to be signed. */
export const signingStates = ['agreement', 'signed', 'custodian_signed'] as const satisfies SubscriptionState[]
/** Countersigned, and not funded. */
export const payingStates = ['countersigned', 'wire_shown'] as const satisfies SubscriptionState[]
export const endedStates = ['confirmed', 'lapsed', 'withdrawn', 'rejected'] as const satisfies SubscriptionState[]
/** Ended for good: one that has lapsed goes on at a new rate. */
export const closedStates = ['confirmed', 'withdrawn', 'rejected'] as const satisfies SubscriptionState[]
/** Of a person’s own that has no agreement yet: they have one in an offering. */
export const begunStates = ['started', 'terms', 'holder', 'accreditation'] as const satisfies SubscriptionState[]

export const isOneOf = (states: readonly SubscriptionState[], state: SubscriptionState) => states.includes(state)

export type OfferingState = 'draft' | 'open' | 'closed'
export const offeringWords: Record<OfferingState, string> = { draft: 'Draft', open: 'Open', closed: 'Closed' }

/** What the next step depends on. */
export interface Progress {
  state: SubscriptionState
  /** Today and the last day of the quote, in the fund's zone. */
  today: Day
  quotedThrough: Day | null
  /** Whether its note was drafted. A sale that lapses doesn't begin again. */
  wasSold: boolean
  /** Whether the offering is open. */
  isOffered: boolean
  /** Whether the investor waits for a holder that they asked the office to set up. */
  wantsHolder: boolean
  isAccredited: boolean
  /** Whether a verification is with the reviewers. */
  isInReview: boolean
  /** Disclosures that this person hasn't acknowledged. */
  unread: number
  /** Whether this person still has to sign. */
  isToSign: boolean
  custodianSigns: boolean
  /** Whether the fund needs a document of the holder before it countersigns. */
  lacksDocument: boolean
}

export type StepKey = 'terms' | 'holder' | 'accreditation' | 'disclosures' | 'agreement' | 'sign' | 'pay' | 'confirm'
/** The steps, in their order. */
export const steps: Record<StepKey, string> = {
  terms: 'Amount and term',
  holder: 'Who invests',
  accreditation: 'Accreditation',
  disclosures: 'Offering documents',
  agreement: 'Agreement',
  sign: 'Signatures',
  pay: 'Wire',
  confirm: 'Note',
}

export type Turn = 'you' | 'us' | 'others' | 'custodian' | 'none'
export interface Next {
  /** The current step; undefined once it has ended. */
  step: StepKey | undefined
  turn: Turn
  sentence: string
}

/** @returns what comes next in a subscription, and whose turn it is */
export function nextOf(progress: Progress): Next {
  const { state, wasSold, isOffered, isAccredited, isInReview, unread, wantsHolder } = progress
  const you = (step: StepKey, sentence: string): Next => ({ step, turn: 'you', sentence })
  const us = (step: StepKey, sentence: string): Next => ({ step, turn: 'us', sentence })
  if (state === 'lapsed' && wasSold)
    return { step: undefined, turn: 'none', sentence: 'The funds didn’t arrive in time. You can start another one.' }
  if (!isOffered && isOneOf([...openStates, 'lapsed'], state))
    return { step: undefined, turn: 'none', sentence: subscriptionMessages.OFFERING_CLOSED }
  switch (state) {
    case 'started':
      return you('terms', 'Choose an amount, a term and how interest is paid.')
    case 'prepared':
      return you('terms', 'Your adviser has prepared this. Check it, and confirm or change it.')
    case 'terms':
    case 'holder':
    case 'accreditation':
      if (hasQuoteEnded(progress)) return you('terms', 'Your quote has ended. Ask for today’s rate.')
      if (state === 'terms' && wantsHolder)
        return us(
          'holder',
          'We’re setting up the new holder. You’ll find it here once it’s ready, or choose another one.',
        )
      if (state === 'terms') return you('holder', 'Choose who invests.')
      if (!isAccredited && isInReview) return us('accreditation', 'We’re reviewing the accreditation.')
      if (!isAccredited) return you('accreditation', 'Verify that the holder is an accredited investor.')
      if (unread > 0) return you('disclosures', 'Read the offering documents, then make your agreement.')
      return you('agreement', 'Make your agreement. Nothing is binding yet.')
    case 'agreement':
      if (unread > 0) return you('disclosures', 'A new supplement was published. Read it before you sign.')
      return progress.isToSign
        ? you('sign', 'Read and sign your agreement.')
        : { step: 'sign', turn: 'others', sentence: 'Others sign for this holder, too. We’ve e-mailed them.' }
    case 'signed':
    case 'custodian_signed':
      if (state === 'signed' && progress.custodianSigns)
        return { step: 'sign', turn: 'custodian', sentence: 'The custodian signs next, then we do.' }
      if (progress.lacksDocument) return you('sign', 'It’s signed. We need a document from you before we countersign.')
      return us('sign', `${state === 'signed' ? 'You’ve' : 'Everyone has'} signed. We countersign next.`)
    case 'countersigned':
      return you('pay', 'Open the wire instructions, and send the funds. They’re shown here and nowhere else.')
    case 'wire_shown':
      return you('pay', 'Send the funds. We’ll e-mail you once they arrive.')
    case 'received':
      return us('confirm', 'Your funds have arrived. We’re issuing your note.')
    case 'confirmed':
      return { step: undefined, turn: 'none', sentence: 'Your note is issued and confirmed.' }
    case 'lapsed':
      return you('terms', 'This has lapsed. You can ask for today’s rate and go on.')
    case 'withdrawn':
      return { step: undefined, turn: 'none', sentence: 'You’ve withdrawn this.' }
    case 'rejected':
      return { step: undefined, turn: 'none', sentence: 'We couldn’t accept this.' }
  }
}

/** @returns whether a quote has passed its last day */
export function hasQuoteEnded({ today, quotedThrough }: Pick<Progress, 'today' | 'quotedThrough'>): boolean {
  return quotedThrough !== null && quotedThrough < today
}

/** The turn, for the office. */
export const turnWords: Record<Turn, string> = {
  you: 'Investor',
  us: 'Office',
  others: 'Other signers',
  custodian: 'Custodian',
  none: '',
}

/** The same to the investor, before a sentence that says what comes next. */
export const turnLabels: Record<Turn, string> = {
  you: 'Your turn.',
  us: 'Our turn.',
  others: 'Others’ turn.',
  custodian: 'The custodian’s turn.',
  none: '',
}

export const quoteWords = (day: Day) => `Quoted until ${formatDay(day)}.`

export const reasonLength = 500
export const remarkLength = 500
/** Of one subscription. */
export const remarksAtMost = 50

/** The step or term that a remark is about. */
export const remarkTopics = {
  amount: 'Amount',
  term: 'Term',
  payout: 'Payout',
  holder: steps.holder,
  accreditation: steps.accreditation,
  disclosures: steps.disclosures,
  agreement: steps.agreement,
  sign: steps.sign,
  pay: steps.pay,
  confirm: steps.confirm,
} as const
export type RemarkTopic = keyof typeof remarkTopics
export const wantedNameLength = 200

/** Errors by code. */
export const subscriptionMessages = {
  OFFERING_NAME: 'Name the offering as its notes do, in at most 200 characters.',
  OFFERING_KINDS: 'Choose at least one kind of holder.',
  OFFERING_EXISTS: 'There is an offering of this name already.',
  OFFERING_NOT_READY: 'The offering can’t open yet.',
  OFFERING_STATE: 'The offering has changed since. Reload the page.',
  OFFERING_CLOSED: 'This offering isn’t open now. Write to us if you’d like to invest.',
  DISCLOSURE_FILE: 'Choose a PDF that you’ve uploaded to your own documents.',
  DISCLOSURE_TITLE: 'Give it a title of at most 150 characters.',
  SUBSCRIPTION_BEGUN: 'You’ve already begun an investment in this offering. Go on with that one, or withdraw it first.',
  SUBSCRIPTION_STATE: 'This has changed since you opened the page. Reload it to see what comes next.',
  SUBSCRIPTION_CHANGED: 'The terms have changed since you opened the page. Read them again, then go on.',
  SUBSCRIPTION_AMOUNT: 'Enter a whole amount in dollars, such as 200,000.',
  SUBSCRIPTION_TERM: 'Choose a term of 12 or 24 months.',
  SUBSCRIPTION_PAYOUT: 'Choose how interest is paid.',
  SUBSCRIPTION_HOLDER: 'Choose one of your own holders that this offering accepts.',
  SUBSCRIPTION_NAME: 'Enter the name exactly as it should be titled.',
  SUBSCRIPTION_STATE_UNKNOWN: 'We need the state that this holder lives in. Send us a message, and we’ll add it.',
  SUBSCRIPTION_CUSTODIAN:
    'Your custodian signs, too. Invite the person who signs there under Shared access, as a custodian who sees Agreements, then make the agreement.',
  SUBSCRIPTION_REASON: `Say why, in at most ${reasonLength} characters.`,
  SUBSCRIPTION_PAPERS: 'We still need a document from this holder before we can countersign.',
  REMARK_TOPIC: 'Choose what the remark is about.',
  REMARK_LENGTH: `Enter a remark of at most ${remarkLength} characters.`,
  REMARKS_FULL: `There are ${remarksAtMost} remarks here already. Send a message instead.`,
  SUBSCRIPTION_RENEWAL:
    'The note that this adds to has been paid or transferred. Withdraw this, and start an investment of its own.',
  SUBSCRIPTION_PREPARED:
    'You’ve prepared an investment in this offering for them already. They can confirm or change it.',
  QUOTE_ENDED: 'Your quote has ended. Ask for today’s rate first.',
  DISCLOSURE_UNREAD: 'Open each of the offering’s documents to its end first, then confirm that you’ve read them.',
  SUPPLEMENT_UNREAD:
    'A newer supplement was published. It has to be read on the investment’s page before anyone signs.',
  ADVISER_ONLY: 'Only a financial adviser with access to this holder can prepare an investment for it.',
  SUBSCRIPTION_BUSY: 'Many agreements are being made right now. Try again in {wait}.',
  SUBSCRIPTION_FAILED: 'We couldn’t save this. Nothing has changed. Try again in a moment.',
  LOAD_SUBSCRIPTIONS_FAILED: 'We couldn’t load the investments. Try again in a moment.',
  LOAD_OFFERINGS_FAILED: 'We couldn’t load the offerings. Try again in a moment.',
} as const

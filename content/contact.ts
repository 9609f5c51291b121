import { calls } from './call-offers.ts'
import type { CallOffer, OfferName } from './calls-types.ts'
import { fund } from './fund.ts'
import { writeToUs } from './navigation.ts'
import { capitalized, theFounder } from './words.ts'

const lengthOf = ({ length: { from, to } }: CallOffer) => (from === to ? `${to} minutes` : `${from}–${to} minutes`)

/** The texts of the contact pages. */
export const contact = {
  plain: {
    title: 'Contact',
    heading: 'Talk to someone who can answer.',
    lead:
      'Ask about the notes, the rates or the risks. No one will pressure you, and nothing you say commits you to ' +
      'anything.',
  },
  /** For visitors from a button that asks for a consultation. */
  consultation: {
    heading: 'Schedule your consultation.',
    lead: 'Choose a call below, or tell us what you have in mind and when to reach you.',
  },
  ways: {
    heading: 'Get in Touch',
    phone: {
      name: 'Phone Call',
      length: lengthOf(calls.phone),
      text: 'For a first conversation and quick questions. We’ll call you.',
      action: 'Book a phone call',
    },
    video: {
      name: 'Video Call',
      length: '30–60 minutes',
      text:
        'With screen sharing, to go through the documents and a schedule of payments together. A booking is 30 ' +
        'minutes; book two in a row if you’d like an hour.',
      action: 'Book a video call',
    },
    founder: {
      name: capitalized(theFounder),
      length: lengthOf(calls.founder),
      text: 'For what only the person who signs the notes can answer.',
      action: `Ask the ${fund.founder}`,
    },
    now: { name: 'Now', text: 'During business hours, someone will pick up.' },
  },
  letter: {
    heading: writeToUs,
    text: `A person reads every message and answers within ${fund.responseHours} hours.`,
    private: 'Your message is e-mailed to the fund and kept on this site. We never share it.',
    sent: 'Thank you. We have your message.',
    sentText: `We’ll reply within ${fund.responseHours} hours. A confirmation is on its way to`,
    topics: { question: 'I have a question', consultation: 'I’d like a consultation' },
    noRange: 'I’d rather not say',
    accredited: fund.footnote,
  },
  email: {
    title: writeToUs,
    heading: `${writeToUs}.`,
    sameDay: 'To talk today,',
    sameDayAction: 'book a video call for same-day availability',
  },
  booking: {
    phone: {
      title: 'Book a phone call',
      heading: 'Phone Call',
      lead: `${lengthOf(calls.phone)}. We’ll call the number you give us, at the time you choose.`,
    },
    video: {
      title: 'Book a video call',
      heading: 'Video Call',
      lead: `${lengthOf(calls.video)}, with screen sharing. We’ll e-mail you the link before the call.`,
    },
    // `founder` in fund.ts names the person: 'Catch Up With the Founder'.
    founder: {
      title: `Catch Up With the ${fund.founder}`,
      heading: `Catch Up With the ${fund.founder}`,
      lead:
        `${lengthOf(calls.founder)} by phone with the person who signs the notes. ${capitalized(theFounder)} will call the ` +
        'number you give us.',
    },
  } satisfies Record<OfferName, { title: string; heading: string; lead: string }>,
  change: 'Plans change. You can reschedule or cancel from your invitation any time before the call.',
  call: { title: 'Your call', heading: 'Your call' },
} as const

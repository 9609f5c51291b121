import { calls } from './calls.ts'
import type { OfferName } from './calls-types.ts'
import { fund } from './fund.ts'

const hours = (offer: { length: { from: number; to: number } }) => `${offer.length.from}-${offer.length.to} minutes`

/** The words of the pages by which a visitor reaches the fund. */
export const contact = {
  plain: {
    title: 'Contact',
    heading: 'Talk to someone who can answer.',
    lead: 'Ask about the notes, the rates or the risks. Nobody will press you, and nothing you say commits you.',
  },
  /** Where a visitor comes from a button that asks for a consultation. */
  consultation: {
    heading: 'Schedule your consultation.',
    lead: 'Choose a call below, or write what you have in mind and when you can be reached.',
  },
  ways: {
    heading: 'Get in Touch',
    phone: {
      name: 'Phone Call',
      length: hours(calls.phone),
      text: 'For a first conversation and quick questions. We call you.',
      action: 'Book a phone call',
    },
    video: {
      name: 'Video Call',
      length: hours(calls.video),
      text: 'With screen sharing, to go through the documents and a schedule of payments together.',
      action: 'Book a video call',
    },
    now: { name: 'Now', text: 'During the fund’s hours someone picks up.' },
  },
  letter: {
    heading: 'Write to us',
    text: `Every message is read by a person and answered within ${fund.responseHours} hours.`,
    private: 'What you write goes to the fund by mail and is kept here. It is passed on to nobody.',
    sent: 'Your message is with us.',
    sentText: `You hear from us within ${fund.responseHours} hours. A receipt is on its way to`,
    topics: { question: 'I have a question', consultation: 'I would like a consultation' },
    noRange: 'I would rather not say',
    accredited: fund.footnote,
  },
  email: {
    title: 'E-mail',
    heading: 'Send us a message.',
    sameDay: 'If you would rather talk today, see which times are left:',
    sameDayAction: 'book a video call for same-day availability',
  },
  booking: {
    phone: {
      title: 'Book a phone call',
      heading: 'Phone Call',
      lead: `${hours(calls.phone)}. We call the number you give, at the time you choose.`,
    },
    video: {
      title: 'Book a video call',
      heading: 'Video Call',
      lead: `${hours(calls.video)}, with screen sharing. The link comes by mail before the call.`,
    },
    founder: {
      title: 'Catch Up With the Founder',
      heading: 'Catch Up With the Founder',
      lead: `${hours(calls.founder)} by phone with the person who signs the notes. The founder calls the number you give.`,
    },
  } satisfies Record<OfferName, { title: string; heading: string; lead: string }>,
  change: 'Plans change: the invitation you get by mail lets you move or cancel the call until it begins.',
  call: { title: 'Your call', heading: 'Your call' },
} as const

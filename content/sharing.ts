import { callsOffered } from './calls-offered.ts'
import { fund } from './fund.ts'
import { home } from './home.ts'
import { tiers } from './tiers.ts'
import { inWordsFirst, rateRange, theFounder } from './words.ts'

/**
 * The texts on the picture of a shared link, for each page by its picture's name in content/pages.ts: a heading, and a
 * line under it. After a change run `npm run media -- og`.
 */
export const sharing: Record<string, { heading: string; line: string }> = {
  home: { heading: home.hero.headline.join(' '), line: `Promissory notes at a fixed ${rateRange} a year.` },
  overview: { heading: fund.tagline, line: 'Who we lend to, and what a note pays.' },
  about: { heading: 'Who lends your money', line: 'Our mission, our people and how we work.' },
  faq: { heading: 'Questions, answered', line: 'Fees, protection, payments, retirement accounts.' },
  'investor-info': {
    heading: 'What a note pays',
    line: `${inWordsFirst(tiers.length)} tiers, and a calculator for yours.`,
  },
  'investor-portal': { heading: 'Documents on request', line: 'Agreement, note, summary, wire instructions.' },
  documents: { heading: 'Investor documents', line: 'The pitch deck and the executive summary.' },
  'pitch-deck': { heading: 'The deck, page by page', line: 'How we lend, and what backs a note.' },
  contact: {
    heading: 'Talk with us',
    line: `By e-mail${callsOffered.video ? ', phone or video' : ' or phone'}. ${fund.phone}`,
  },
  'email-contact': { heading: 'Write to us', line: `We reply within ${fund.responseHours} hours.` },
  'phone-call-booking': { heading: 'Book a call', line: 'Ask what you’d ask a banker.' },
  'video-call-booking': { heading: 'Book a video call', line: 'Face to face, with the documents on screen.' },
  founder: { heading: `Talk with ${theFounder}`, line: 'Choose a time that suits you.' },
  terms: { heading: 'Terms of service', line: 'The rules for using this site.' },
  guide: { heading: 'How your portal works', line: 'Your notes, your documents, and writing to us.' },
  privacy: { heading: 'Privacy policy', line: 'What we know about you, and what we do with it.' },
}

import { leadsKept } from '../../rules/limits.ts'
import { fund } from '../fund.ts'
import type { LegalDocument } from './types.ts'

const leadsKeptYears = Math.round(leadsKept / (365 * 24 * 3_600_000))

/** Privacy Policy & Terms. It describes what the site really does; a change to one is a change to the other. */
export const privacy: LegalDocument = {
  title: 'Privacy Policy & Terms',
  description: `What ${fund.name} collects through this website, what it is used for, how it is kept, and your choices.`,
  effective: 'August 2025',
  lead:
    `${fund.name} (“we”) lends and borrows discreetly, and this site is built the same way: it collects what it needs to ` +
    'work and nothing to follow you with. This policy says what that is.',
  sections: [
    {
      id: 'collection',
      heading: 'What we collect',
      text: [
        'If you only read the site, no cookie is set and no tracking or advertising service is told. Our server keeps a ' +
          'log of requests (address of the page, time, result) for its operation and security. A page that embeds a ' +
          'booking calendar or form of another provider connects you with that provider, whose own policy then applies ' +
          'to what you enter there.',
        'If you contact us, book a call or sign in, we collect what that takes:',
        [
          'what you tell us: name, e-mail address, phone number, organization, and what you write;',
          'your profile in the portal, and the session cookie that keeps you signed in, with the network address and ' +
            'kind of browser of each session;',
          'a second cookie, set when you sign in, by which we know a browser you have signed in from before, so that we ' +
            'can tell you of a sign-in from a new one. It serves for nothing else and ends 400 days after you last ' +
            'signed in there;',
          'files you upload or we place in your portal, with name, size and date;',
          'each time a document is opened: who opened it and when;',
          'requests to delete a document, and what was decided.',
        ],
        'If you invest, we also collect what the law requires: proof of identity, of accredited status and tax ' +
          'information. We ask for it in the course of the subscription, not on the public pages.',
      ],
    },
    {
      id: 'use',
      heading: 'How we use it',
      text: [
        [
          'to answer you, and to hold the calls you have booked;',
          'to sign you in and show you your documents, and to no one else but our administrators;',
          'to verify accredited status, to issue and service notes, and to send tax forms;',
          'to keep records the law requires, and to prevent fraud and misuse.',
        ],
        'We do not sell personal information, show advertising, or decide about you by automated means.',
      ],
    },
    {
      id: 'security',
      heading: 'Security',
      text: [
        'Documents are private: each is served only to its owner and to administrators, who see it under their own ' +
          'names. There are no passwords to steal; each sign-in code works once and expires after a few minutes. ' +
          'Connections to the public site are encrypted. Deletions leave an entry in a log that names who asked and who ' +
          'approved.',
        `Messages you send us and calls you book are removed from the site by itself: messages ${leadsKeptYears} years ` +
          `after we last worked on them, calls ${leadsKeptYears} years after their day.`,
        'No system is perfectly secure. If a breach concerns your information, we tell you and the authorities as the ' +
          'law requires.',
      ],
    },
    {
      id: 'communications',
      heading: 'Communications and consent',
      text: [
        'When you write to us, ask for documents or book a call, you agree that we answer by e-mail or phone. Sign-in ' +
          'codes and notices about your portal are part of the service; which notices come by mail, and whether they may ' +
          'name your documents, you choose in the portal’s settings, but for those about the safety of your account. ' +
          'Other messages come only if you asked for them, and each says how to end them.',
        'Text messages are sent only to those who agreed to receive them. Reply STOP at any time to end them. Consent ' +
          'to texts is not a condition of investing. Mobile numbers and the consent to be texted are not shared with ' +
          'third parties or affiliates for marketing.',
      ],
    },
    {
      id: 'sharing',
      heading: 'Sharing',
      text: [
        'We share personal information only:',
        [
          'with those who work for us under a duty of confidence, such as hosting, e-mail, e-signature, accounting and ' +
            'legal services, and only what their work needs;',
          'with your custodian or advisers, when you ask us to;',
          'where law, a court or a regulator requires it;',
          'with a successor of the fund, bound to this policy.',
        ],
      ],
    },
    {
      id: 'contact',
      heading: 'Your choices, and how to reach us',
      text: [
        'You may see and correct your name, organization and e-mail address in the portal, and request the deletion of ' +
          'a document there. You may ask us for a copy of what we hold about you, or to delete it. We do so unless the ' +
          'law requires us to keep it, and tell you if that is so.',
        `Write to ${fund.emails.privacy} or call ${fund.phone}. We answer within ${fund.responseHours} hours and settle ` +
          'requests within 45 days.',
      ],
    },
    {
      id: 'terms',
      heading: 'Terms',
      text: [
        'This policy is part of our Terms of Service, which govern your use of the site. The site is meant for adults; ' +
          'we do not knowingly collect information about children.',
        'When this policy changes, the date at its top changes too. A change that widens what we collect or share is ' +
          'announced on the site, or by e-mail to those who have a portal, at least 14 days before it takes effect.',
      ],
    },
  ],
}

import { leadRetention } from '../../rules/limits.ts'
import { fund } from '../fund.ts'
import type { LegalDocument } from './types.ts'

const leadRetentionYears = Math.round(leadRetention / (365 * 24 * 3_600_000))

/** Privacy Policy & Terms. It describes the site's actual behavior; change both together. */
export const privacy: LegalDocument = {
  title: 'Privacy Policy & Terms',
  description: `What ${fund.name} collects through this website, how it’s used and stored, and your choices.`,
  effective: 'August 2025',
  lead:
    `${fund.name} (“we”) values discretion, and this site is built the same way: it collects what it needs to work ` +
    'and nothing to track you with. This policy explains what that is.',
  sections: [
    {
      id: 'collection',
      heading: 'What we collect',
      text: [
        'If you only read the site, we set no cookies and notify no tracking or advertising service. Our server ' +
          'keeps a log of requests (page address, time, result) for operation and security. A page that embeds another ' +
          'provider’s booking calendar or form connects you with that provider, whose own policy then applies to what ' +
          'you enter there.',
        'If you contact us, book a call or sign in, we collect what that requires:',
        [
          'what you tell us: name, e-mail address, phone number, organization, and what you write;',
          'your profile in the portal, and the session cookie that keeps you signed in, with the IP address and ' +
            'browser type of each session;',
          'a second cookie, set when you sign in, that lets us recognize a browser you’ve signed in from before, so ' +
            'that signing in there is simpler and we can tell you about a sign-in from a new one. It’s used for ' +
            'nothing else and expires 400 days after you last signed in there;',
          'a third one, set when you ask for a sign-in code, so that the code works only in that browser; it expires ' +
            'after a day;',
          'if you act for several accounts, a fourth one that holds which of them you chose to see, until you close ' +
            'the browser;',
          'an e-mail address that you’ve replaced, for a year, so that we can tell you there if someone asks to change ' +
            'how you sign in;',
          'files that you upload or we add to your portal, with name, size and date;',
          'each time a document is opened: who opened it and when;',
          'a log of every sign-in and every attempt at one, and of everything that’s opened, downloaded or changed in ' +
            'the portal: who did it and when, with the IP address and browser type it came from;',
          'requests to delete a document, and the decision.',
        ],
        'If you invest, we also collect what the law requires: proof of identity, proof of accredited status and tax ' +
          'information. We ask for it during the subscription process, not on the public pages.',
      ],
    },
    {
      id: 'use',
      heading: 'How we use it',
      text: [
        [
          'to answer you, and to hold the calls you’ve booked;',
          'to sign you in, and to show your documents to you and our administrators only;',
          'to verify accredited status, to issue and service notes, and to send tax forms;',
          'to keep records the law requires, and to prevent fraud and misuse.',
        ],
        'We do not sell personal information, show advertising, or make automated decisions about you.',
      ],
    },
    {
      id: 'security',
      heading: 'Security',
      text: [
        'Documents are private: each is available only to its owner and to administrators, who sign in under their ' +
          'own names. There are no passwords to steal; each sign-in code works once and expires after a few minutes. ' +
          'Connections to the public site are encrypted. Every deletion is logged with who requested it and who ' +
          'approved it.',
        `The site automatically removes messages you send us without signing in ${leadRetentionYears} years after we last ` +
          `worked on them, and calls you book ${leadRetentionYears} years after the call. What you and we write to each ` +
          'other in the portal stays there until your account is erased.',
        'The portal’s log can’t be changed or shortened, so that it proves who had access to your documents. We keep ' +
          'it, with its IP addresses and browser types, for as long as we run the portal. If we erase your account, we ' +
          'remove your e-mail address, your IP addresses and your browsers from its entries, which then refer to you ' +
          'by a number only. In your settings, you see the entries about your own account.',
        'No system is perfectly secure. If a breach affects your information, we’ll notify you and the authorities ' +
          'as the law requires.',
      ],
    },
    {
      id: 'communications',
      heading: 'Communications and consent',
      text: [
        'When you write to us, ask for documents or book a call, you agree that we may answer by e-mail or phone. ' +
          'Sign-in codes and notices about your portal are part of the service. In the portal’s settings, you choose ' +
          'which notices we e-mail you and whether they may name your documents; notices about the security of your ' +
          'account are always sent. We send other messages only if you asked for them, and each one says how to ' +
          'unsubscribe.',
        'We send text messages only to people who agreed to receive them. Reply STOP at any time to opt out. Consent ' +
          'to texts is not a condition of investing. We do not share mobile numbers or text-message consent with third ' +
          'parties or affiliates for marketing.',
      ],
    },
    {
      id: 'sharing',
      heading: 'Sharing',
      text: [
        'We share personal information only:',
        [
          'with service providers bound by confidentiality, such as hosting, e-mail, e-signature, accounting and ' +
            'legal services, and only what their work requires;',
          'with your custodian or advisers, when you ask us to;',
          'when the law, a court or a regulator requires it;',
          'with a successor to the fund, bound by this policy.',
        ],
      ],
    },
    {
      id: 'contact',
      heading: 'Your choices, and how to reach us',
      text: [
        'You can view and correct your name, organization and e-mail address in the portal, and request deletion of ' +
          'a document there. You can also ask us for a copy of the information we hold about you, or ask us to delete ' +
          'it. We’ll do so unless the law requires us to keep it, and we’ll tell you if that’s the case.',
        `Write to ${fund.emails.privacy} or call ${fund.phone}. We answer within ${fund.responseHours} hours and ` +
          'resolve requests within 45 days.',
      ],
    },
    {
      id: 'terms',
      heading: 'Terms',
      text: [
        'This policy is part of our Terms of Service, which govern your use of the site. The site is meant for ' +
          'adults; we do not knowingly collect information from children.',
        'When we change this policy, we update the date at the top. If a change expands what we collect or share, ' +
          'we’ll announce it on the site, or by e-mail to portal users, at least 14 days before it takes effect.',
      ],
    },
  ],
}

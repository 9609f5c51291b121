import { fund } from './fund.ts'
import type { LegalDocument } from './legal/types.ts'

/** How an investor uses the portal: /guide, which the sign-in page and the settings lead to. */
export const guide: Omit<LegalDocument, 'effective'> = {
  title: 'How your portal works',
  description: `Signing in, reading, signing and sending documents, and writing to ${fund.shortName}, step by step.`,
  lead:
    'Everything between you and us is in one place: your documents, anything that needs you, and your conversations ' +
    'with us. This page explains each part. You can read it without signing in.',
  sections: [
    {
      id: 'sign-in',
      heading: 'Signing in',
      text: [
        'There’s no password. Enter your e-mail address, and we’ll send you a six-digit code that works for ten ' +
          'minutes, once, in the browser where you asked for it.',
        [
          'In a browser you haven’t used here before, we ask for the second code of the same e-mail as well.',
          'No e-mail? Look in your spam folder. After a minute you can have a new code sent.',
          'Faster next time: add a passkey in your settings, and sign in with your fingerprint, your face or your ' +
            'device’s PIN. Keep the recovery codes you get with it on paper.',
        ],
        'We never ask for a code on the phone, by e-mail or in a text message. If someone does, hang up and call ' +
          `${fund.phone}.`,
      ],
    },
    {
      id: 'documents',
      heading: 'Reading your documents',
      text: [
        'The Documents tab opens with anything that needs you, then lists every document, newest first. The ones ' +
          'you haven’t read are marked.',
        [
          'Press a document to read it. PDFs, pictures and text open here; other files you download.',
          'Its History lists who has opened or downloaded it and when, us included.',
          'Search, filter and sort the list above it. Select several to download them as one ZIP file.',
        ],
      ],
    },
    {
      id: 'waiting',
      heading: 'Waiting for you',
      text: [
        'A document to sign, or one that we’ve asked you for, stays at the top of the Documents tab until it’s done.',
        [
          'To sign: press Review and sign. The signing service opens in a new tab. Come back and press I’ve signed ' +
            'it; we confirm it once we have the signed document.',
          'Asked for a document: press Upload and choose the file. It’s added to your documents, and we’re told.',
          'A note of yours matures soon: press Choose. Each choice shows what it pays, and until when. A renewal needs ' +
            'your accreditation confirmed again; that waits here next, with its amount filled in.',
          'Decisions about documents that you asked us to delete are here, too, until you press Got it.',
          'New here? You’ll see the four steps of investing, and the one you’ve reached.',
        ],
      ],
    },
    {
      id: 'sending',
      heading: 'Sending us documents',
      text: [
        'Press Add files, or drop files anywhere on the page. PDF, Word, JPG, PNG, STL and TXT files of up to 50 MB ' +
          'each are accepted, several at once. An upload that is interrupted continues where it stopped.',
        [
          'Added the wrong file? Within the hour, and if no one else has opened it, choose Undo upload in its menu.',
          'Files you’ve added can be renamed there, too.',
          'After that, choose Request Delete in its menu. Until we decide, the document stays in your list, and you ' +
            'can withdraw the request.',
        ],
      ],
    },
    {
      id: 'messages',
      heading: 'Writing to us',
      text: [
        `Messages are in the portal, and a person answers within ${fund.responseHours} hours. You can ask about a ` +
          'particular document from its menu, and attach others. We e-mail you that there is an answer, without its ' +
          'words, because e-mail isn’t private.',
        `Prefer to talk? Book a call, or call ${fund.phone}.`,
      ],
    },
    {
      id: 'wires',
      heading: 'Wire instructions',
      text: [
        'We never send or change wire instructions by e-mail. If you get such an e-mail, it isn’t from us, whatever ' +
          `it looks like. Before you wire anything, call ${fund.phone} and have the instructions read back to you.`,
      ],
    },
    {
      id: 'settings',
      heading: 'Your settings',
      text: [
        [
          'Your name and organization: how we address you.',
          'Your e-mail address: we send a code to the old one and a code to the new one. For seven days after the ' +
            'change, the old address can undo it.',
          'E-mail: choose what we write to you about. Updates are grouped, so you get one e-mail rather than several.',
          'Where you’re signed in: every browser, with a button to sign it out. Sign out everywhere ends them all.',
          'Recent activity: sign-ins and changes to your account.',
          'Your data: everything the portal has about you, as one ZIP file; and how to ask us to erase your account.',
        ],
      ],
    },
    {
      id: 'trouble',
      heading: 'If something isn’t right',
      text: [
        [
          'You don’t recognize a sign-in: press Sign out everywhere in your settings, then tell us.',
          'An e-mail says your address was changed, and you didn’t do that: open its link, and press the button that locks the account.',
          'You’ve lost your mailbox or your passkey: call us. We’ll make sure that it’s you before we change anything.',
        ],
        `Our number is ${fund.phone}.`,
      ],
    },
  ],
}

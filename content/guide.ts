import { uploadLimit } from '../rules/limits.ts'
import { fromCents } from '../rules/number.ts'
import { accreditation } from './accreditation.ts'
import { callAction } from './calls-offered.ts'
import { fund } from './fund.ts'
import type { LegalDocument } from './legal/types.ts'
import { noteSettings } from './notes.ts'
import { reviewRange } from './words.ts'

const { notice, closes } = noteSettings.maturity
/** Not broken at the end of a line. */
const phone = fund.phone.replaceAll(' ', '\u00a0')
/** The amount from which new money of a person's own verifies them by itself, in a note that this fund offers. */
const verifiedByAmount = fromCents(Math.max(Number(accreditation.highMinimum.personCents), fund.minimum * 100))

/** How an investor uses the portal: /guide, linked from the sign-in page and the settings. */
export const guide: Omit<LegalDocument, 'effective'> = {
  title: 'How your portal works',
  description: `Your notes and their payments, your documents, and writing to ${fund.shortName}, step by step.`,
  lead:
    'Everything between you and us is in one place: your notes and what they pay, your documents, anything that needs ' +
    'you, and your conversations with us. This page explains each part. You can read it without signing in.',
  sections: [
    {
      id: 'notes',
      heading: 'Your notes',
      text: [
        'Notes lists what you hold: the amount and rate of each note, its next payment and the day it matures. If you ' +
          'act for a company, a trust or a retirement account, its notes are there, too.',
        [
          'Press a note to see every payment, what has been paid, its terms and the signed note itself. In the ' +
            'drawing, solid columns are paid and the others are still to come; your principal is at the end, in brass.',
          'Show full screen makes a sheet of it, which you can show to someone else without its amounts: press Hide ' +
            'figures. A note prints on one page, with the fund’s letterhead.',
          'A new note appears once everyone has signed it. It earns interest from the day your money arrives.',
          'Notes that have ended stay in the list, with all their payments.',
        ],
      ],
    },
    {
      id: 'payments',
      heading: 'Payments and statements',
      text: [
        'We pay from our bank to the account you gave us, and record the payment here. We e-mail you that we’ve done so, ' +
          'without the amount, because e-mail isn’t private.',
        [
          'Each payment is listed with the day we send it, weekends and bank holidays considered.',
          'Payments by year, under Notes, adds up your interest: what has been paid, and what is still to come. You can ' +
            'download every payment for your accountant.',
          'In your calendar, further down, gives you an address that puts your payment days in your own calendar.',
          'A statement says what was paid in a period, and what was owed at its end. Statements are among your ' +
            'documents, and under Notes. How often they come is yours to choose in your settings.',
          'A statement isn’t a tax form. Those that we send you are among your documents, in the category Tax.',
        ],
        `If a payment is late or a figure doesn’t match your own records, write to us or call ${phone}.`,
      ],
    },
    {
      id: 'maturity',
      heading: 'When a note matures',
      text: [
        `From ${notice} days before a note matures until ${closes} days before, you choose what happens to your money. ` +
          'We e-mail you when it’s time, and the choice waits for you until you’ve made it.',
        [
          'You can renew the whole note, renew part of it, or have it paid out. Each choice shows what it pays, on which ' +
            'days and until when, before you decide.',
          'If we hear nothing, it’s paid out: your principal is returned with the last payment.',
          'You can change your choice until the last day.',
          'A renewal is a new note. We verify again that you’re accredited, and then you sign it. Each step waits for ' +
            'you in turn.',
        ],
        'Do you need the money sooner? Your note says whether that’s possible. Call us before you count on it.',
      ],
    },
    {
      id: 'accreditation',
      heading: 'Accreditation',
      text: [
        'Only accredited investors can lend to us, and the law asks us to verify that you are one: for your first note, ' +
          'and for each later note or renewal, unless your last verification still covers it.',
        [
          'When it’s time, it waits for you in the portal. You’ll also find it under Notes, Your accreditation.',
          'You answer a few questions: who invests, how much, and how you’d like us to verify it.',
          `From ${verifiedByAmount} of your own money, a note with new money often takes no documents. Otherwise the page lists ` +
            'what to send: tax forms, account statements, or a letter from your accountant, attorney or adviser. The letter is ' +
            'there, filled in for them to sign.',
          `You sign by typing your name. Our review usually takes ${reviewRange} days, and we tell you when it’s done.`,
          `We destroy tax forms and credit reports ${accreditation.sensitiveDays} days after we’ve decided. Cover your ` +
            'Social Security number before you send anything.',
        ],
      ],
    },
    {
      id: 'documents',
      heading: 'Your documents',
      text: [
        'Statements, agreements, letters and whatever you’ve sent us are in one list, newest first. The ones you ' +
          'haven’t read are marked.',
        [
          'Press a document to read it.',
          'Its History lists who has opened or downloaded it and when, us included.',
          'Search above the list, or choose a kind of document and a year. Select several to download them together.',
          'Tax forms, above the list, names the latest one and says when the next one comes.',
        ],
      ],
    },
    {
      id: 'taxes',
      heading: 'Your taxes',
      text: [
        'Form 1099-INT says how much interest we paid you in a year, by the day of payment. Most people and trusts get one ' +
          'in January. Tax forms, above your documents, says whether one comes, and leads to Taxes.',
        [
          'Upload your signed Form W-9 there. Two people compare what we enter with it, and from then on the portal shows ' +
            'the last four digits of your number alone, to you as well.',
          'Forms come by post unless you agree to paperless ones: read what that means, open the sample form, and type the ' +
            'word that is on it.',
          'We e-mail you when a paperless form is there. It stays until October 15 at least.',
          'Get paper again at any time, on the same page. We confirm it by e-mail, with the day from which it counts.',
          'IRAs don’t receive a 1099-INT. Each January we report the account’s value to the custodian. Nor do solo 401(k) ' +
            'plans, corporations and other exempt payees.',
        ],
      ],
    },
    {
      id: 'looking',
      heading: 'Your accountant, your spouse',
      text: [
        'Under Settings, Shared access, you share what someone needs, until a day that you choose. They sign ' +
          'in with their own e-mail address. They can view and download. They can’t sign or change anything.',
        [
          'For your accountant, type the address and press Share access: tax documents, statements and payments until ' +
            'the next May 31. You can change what’s shared and the end date.',
          'They see nothing until they’ve signed in and accepted. We tell you when they have.',
          'You see everything they open, with the time and the device. End their access at any moment.',
          'Bank details, tax numbers and other people’s names are never shown to them.',
        ],
        'Did someone invite you? Sign in with the address that got the invitation. What’s shared with you is on your first ' +
          'page.',
      ],
    },
    {
      id: 'waiting',
      heading: 'Waiting for you',
      text: [
        'Whatever needs you is at the top of your first page until it’s done: a document to sign or to send, a choice, a ' +
          'verification.',
        [
          'To sign: press Review and sign. The signing service opens in a new tab. Come back and press I’ve signed ' +
            'it; we confirm it once we have the signed document.',
          'Asked for a document: press Upload and choose the file. It’s added to your documents, and we’re told. Until we open it, you can replace it.',
          'A note matures soon: press Choose. A renewal’s verification waits here next, with its amount filled in.',
          'Decisions about documents that you asked us to delete are here, too, until you press Got it.',
          'New here? You’ll see the four steps of investing, and the one you’ve reached.',
        ],
      ],
    },
    {
      id: 'sending',
      heading: 'Sending us documents',
      text: [
        `Press Add files, or drop files anywhere on the page: documents and pictures of up to ${uploadLimit / 2 ** 20} MB each, ` +
          'several at once. An upload that is interrupted continues where it stopped.',
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
        `Prefer to talk? ${callAction === 'Book a call' ? `${callAction}, or call` : 'Call'} ${phone}.`,
      ],
    },
    {
      id: 'wires',
      heading: 'Wire instructions',
      text: [
        'We never send or change wire instructions by e-mail. If you get such an e-mail, it isn’t from us, whatever ' +
          `it looks like. Before you wire anything, call ${phone} and have the instructions read back to you.`,
      ],
    },
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
          `${phone}.`,
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
        `Our number is ${phone}.`,
      ],
    },
  ],
}

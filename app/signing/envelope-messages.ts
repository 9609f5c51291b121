/** Messages of the catalogue (`messages.ts`) about envelopes. */
export const envelopeMessages = {
  ENVELOPE_TITLE: 'Enter what the document is called, in at most 200 characters.',
  ENVELOPE_KIND: 'Choose what kind of document it is.',
  ENVELOPE_FILE: 'Choose a PDF of at most 25 MB, or one that is filed with this holder.',
  ENVELOPE_HOLDER: 'No one can sign for this holder: it is frozen, or has no members who sign. Check its page.',
  ENVELOPE_LINES: 'Write each line as “Label: value”, at most 40 lines.',
  ENVELOPE_WHAT: 'Choose what is written there.',
  ENVELOPE_PLACE:
    'This box isn’t on a page. Enter a page of the document, and a box inside it, at least 0.5 inches wide and 0.14 high.',
  ENVELOPE_FIELDS: 'An envelope has at most 200 fields. Remove one first.',
  ENVELOPE_SEATS:
    'Number the people who sign 1, 2, 3 and so on. At least one signs for the holder, and the fund signs last.',
  ENVELOPE_SAME_PERSON:
    'The same person can’t sign twice: two signatures take two accounts. Someone who shares a mailbox needs an account of their own.',
  ENVELOPE_CAPACITY: 'Enter in which capacity each person signs, in at most 300 characters.',
  ENVELOPE_LETTERS: 'Our typeface lacks letters of this text. Write it with other letters.',
  ENVELOPE_DAY: 'Choose a day from today on, within a year.',
  ENVELOPE_SEAL: 'This can’t be sent, because it couldn’t be sealed at the end. Check the seal under System.',
  ENVELOPE_UNCHECKED: 'The PDF is still being checked for malware. Try again in a minute.',
  ENVELOPE_MOVED: 'This envelope has changed meanwhile. Reload the page, and check its state.',
  ENVELOPE_CLOSED: 'This document can no longer be signed: it was completed, declined or withdrawn.',
  ENVELOPE_EXPIRED: 'The last day to sign this document has passed. Call us if you still want to.',
  ENVELOPE_TURN: 'Someone else signs before you. We’ll e-mail you when it’s your turn.',
  ENVELOPE_TURN_FUND: 'The fund signs last: not everyone has signed for the holder yet.',
  ENVELOPE_SIGNED: 'You’ve signed this already. There’s nothing else for you to do.',
  ENVELOPE_UNREAD:
    'Not every page has been opened yet. Scroll through the document to its end, or open the PDF and confirm that you’ve read it.',
  ENVELOPE_CHANGED: 'This document was changed after you opened it. Reload the page and read it again.',
  ENVELOPE_NAME: 'Type your name as you sign, in 3 to 200 characters.',
  ENVELOPE_READ_BACK: 'Confirm that these lines are right.',
  ENVELOPE_REASON: 'Say why, in at most 1,000 characters.',
  ENVELOPE_REMINDED: 'They were reminded today already. Wait until tomorrow, or call them.',
  ENVELOPE_CHOSEN: 'Choose the envelopes that you countersign, at most 100 at once.',
  ENVELOPE_CONTROL:
    'The control number isn’t the number of envelopes that you chose. Count them again in your own list. Nothing was signed.',
  ENVELOPE_OWN_SEAT: 'You’ve signed this for the holder. Someone else signs for the fund.',
  ENVELOPE_SIGNER: 'Choose the signer on the paper: the one who is next.',
  ENVELOPES_FAILED: 'We couldn’t load the envelopes. Try again in a moment.',
  LOAD_SIGNING_FAILED: 'We couldn’t load what’s to sign. Try again in a moment.',
} as const

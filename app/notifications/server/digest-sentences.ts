import { formatDay } from '../../../rules/days.ts'
import { countOf } from '../../../rules/number.ts'
import { delegateNouns } from '../../delegates/delegates.ts'
import { type Progress, progressWords } from '../../notes/payment-day.ts'
import type {
  DeliveryNoticeKind,
  NoteNoticeKind,
  NoticeKind,
  OfficeNoticeKind,
  RequestNoticeKind,
} from '../mail-preferences.ts'
import type { DelegateReads } from './notification-settings.ts'

/** Of one thing, and of several. */
type Sentences = { one: string; many: (count: number) => string }

/** In the order of the e-mail: what the person has to do, then what happened. */
export const sentences: Record<NoticeKind | OfficeNoticeKind, Sentences> = {
  'signature-asked': {
    one: 'A document is ready for your signature.',
    many: count => `${count} documents are ready for your signature.`,
  },
  'signature-reminder': {
    one: 'A reminder: a document is still waiting for your signature.',
    many: count => `A reminder: ${count} documents are still waiting for your signature.`,
  },
  'document-added': {
    one: 'A document was added to your portal.',
    many: count => `${count} documents were added to your portal.`,
  },
  'document-sealed': {
    one: 'Your signed copy is in your portal.',
    many: count => `${count} signed copies are in your portal.`,
  },
  'document-recalled': {
    one: 'We’ve withdrawn a document that was in your portal. You don’t need to do anything; if you kept a copy, please delete it.',
    many: count =>
      `We’ve withdrawn ${count} documents that were in your portal. You don’t need to do anything; if you kept copies, please delete them.`,
  },
  'delete-approved': {
    one: 'Your request to delete a document was approved, and the document has been deleted.',
    many: count => `${count} of your delete requests were approved, and the documents have been deleted.`,
  },
  'delete-rejected': {
    one: 'Your request to delete a document was rejected. The document stays in your portal.',
    many: count => `${count} of your delete requests were rejected. The documents stay in your portal.`,
  },
  'file-received': {
    one: 'An investor uploaded a file.',
    many: count => `Investors uploaded ${count} files.`,
  },
  'delete-requested': {
    one: 'An investor asked to delete a document.',
    many: count => `Investors asked to delete ${count} documents.`,
  },
}

export const requestSentences: Record<RequestNoticeKind, Sentences> = {
  'document-asked': {
    one: 'We need a document from you.',
    many: count => `We need ${count} documents from you.`,
  },
  'document-reminder': {
    one: 'A reminder: we still need a document from you.',
    many: count => `A reminder: we still need ${count} documents from you.`,
  },
}

/** E-mail about notes names no note and no amount. */
export const noteSentences: Record<NoteNoticeKind, Sentences> = {
  'note-maturing': {
    one: 'A note of yours matures soon. Until the election closes, you can tell us in your portal whether to pay it out or to renew it. If we hear nothing, we pay it out.',
    many: count =>
      `${count} notes of yours mature soon. Until the elections close, you can tell us in your portal whether to pay them out or to renew them. If we hear nothing, we pay them out.`,
  },
  'note-maturity-reminder': {
    one: 'A reminder: a note of yours matures soon, and you haven’t chosen yet what should happen then. If we hear nothing, we pay it out.',
    many: count =>
      `A reminder: ${count} notes of yours mature soon, and you haven’t chosen yet what should happen then. If we hear nothing, we pay them out.`,
  },
  'note-election-received': {
    one: 'We’ve received your choice of what happens to a note at maturity. If you didn’t make it, call us.',
    many: count =>
      `We’ve received your choices of what happens to ${count} notes at maturity. If you didn’t make them, call us.`,
  },
  'note-election-accepted': {
    one: 'A choice that you made after the election had closed counts: we’ve agreed to it. Your portal shows what happens at maturity.',
    many: count =>
      `Choices on ${count} notes that you made after the elections had closed count: we’ve agreed to them. Your portal shows what happens at maturity.`,
  },
  'note-election-declined': {
    one: 'A choice that you made after the election had closed can’t count any more. Your portal shows what happens at maturity instead.',
    many: count =>
      `Choices on ${count} notes that you made after the elections had closed can’t count any more. Your portal shows what happens at maturity instead.`,
  },
  'note-payment-returned': {
    one: 'A payment to you came back from the bank. We’ll be in touch.',
    many: count => `Payments to you on ${count} notes came back from the bank. We’ll be in touch.`,
  },
  'note-payment-corrected': {
    one: 'A payment on a note of yours was recorded by mistake. We’ve corrected that.',
    many: count => `Payments on ${count} notes of yours were recorded by mistake. We’ve corrected that.`,
  },
  'note-payment-rebooked': {
    one: 'We’re correcting the record of a payment on a note of yours: something that happened before it was missing. The payment itself stands, and we’ll record it again.',
    many: count =>
      `We’re correcting the records of payments on ${count} notes of yours: something that happened before them was missing. The payments themselves stand, and we’ll record them again.`,
  },
  'note-funded': {
    one: 'The funds for a note of yours have arrived.',
    many: count => `The funds for ${count} notes of yours have arrived.`,
  },
  'note-first-payment': {
    one: 'The first payment of a note of yours is on another day than signed, as agreed with you. If you didn’t agree to it, call us.',
    many: count =>
      `The first payments of ${count} notes of yours are on other days than signed, as agreed with you. If you didn’t agree to it, call us.`,
  },
  'note-funding-reversed': {
    one: 'The funds for a note of yours were recorded by mistake, such as with a wrong day. We’ve reversed that, and will record them again.',
    many: count =>
      `The funds for ${count} notes of yours were recorded by mistake, such as with a wrong day. We’ve reversed that, and will record them again.`,
  },
  'note-renewed': {
    one: 'A note of yours was renewed, as you chose. Your portal shows the new one.',
    many: count => `${count} notes of yours were renewed, as you chose. Your portal shows the new ones.`,
  },
  'note-renewal-reversed': {
    one: 'A note of yours was renewed by mistake. We’ve corrected that: it has matured, and the new one is canceled. If you don’t know of this, call us.',
    many: count =>
      `${count} notes of yours were renewed by mistake. We’ve corrected that: they’ve matured, and the new ones are canceled. If you don’t know of this, call us.`,
  },
  'note-transferred-to': {
    one: 'A note was transferred to you on our register.',
    many: count => `${count} notes were transferred to you on our register.`,
  },
  'note-transferred-away': {
    one: 'A note of yours was transferred to another holder on our register. If you don’t know of this, call us.',
    many: count =>
      `${count} notes of yours were transferred to another holder on our register. If you don’t know of this, call us.`,
  },
  'note-transfer-reversed': {
    one: 'A note of yours was transferred by mistake. We’ve corrected that: it’s yours, as if it had never moved.',
    many: count =>
      `${count} notes of yours were transferred by mistake. We’ve corrected that: they’re yours, as if they had never moved.`,
  },
  'note-transfer-canceled': {
    one: 'A note was transferred to you by mistake. We’ve corrected that: your portal shows it as canceled. If you don’t know of this, call us.',
    many: count =>
      `${count} notes were transferred to you by mistake. We’ve corrected that: your portal shows them as canceled. If you don’t know of this, call us.`,
  },
  'note-transfer-rebooked': {
    one: 'We’re correcting the record of a note’s transfer: something that happened before it was missing. The transfer itself stands, and we’ll record it again, with a new number.',
    many: count =>
      `We’re correcting the records of ${count} notes’ transfers: something that happened before them was missing. The transfers themselves stand, and we’ll record them again, with new numbers.`,
  },
  'note-canceled': {
    one: 'A note that you signed was canceled before it was funded. If you’ve sent its money, or don’t know of this, call us: we’ll send the money back to the account it came from.',
    many: count =>
      `${count} notes that you signed were canceled before they were funded. If you’ve sent their money, or don’t know of this, call us: we’ll send the money back to the account it came from.`,
  },
  'note-defaulted': {
    one: 'A note of yours is in default: a payment is late. We’ll be in touch.',
    many: count => `${count} notes of yours are in default: payments are late. We’ll be in touch.`,
  },
  'note-cured': {
    one: 'A note of yours is no longer in default: what was late has been paid.',
    many: count => `${count} notes of yours are no longer in default: what was late has been paid.`,
  },
  'note-default-corrected': {
    one: 'A default on a note of yours was recorded by mistake. We’ve corrected that: the note was never in default.',
    many: count =>
      `Defaults on ${count} notes of yours were recorded by mistake. We’ve corrected that: the notes were never in default.`,
  },
  'note-paid': {
    one: 'We’ve recorded a payment on a note of yours.',
    many: count => `We’ve recorded payments on ${count} notes of yours.`,
  },
}

/** What a colleague did. E-mail names no document and no investor. */
export const deliverySentences: Record<DeliveryNoticeKind, Sentences> = {
  'delivery-sent': {
    one: 'A colleague delivered documents to investors. If you don’t know of this, recall it, and call them.',
    many: count =>
      `Colleagues made ${count} deliveries of documents to investors. If you don’t know of these, recall them, and call your colleagues.`,
  },
  'delivery-recalled': {
    one: 'A colleague recalled a delivery: its documents are visible only to the office now.',
    many: count => `Colleagues recalled ${count} deliveries: their documents are visible only to the office now.`,
  },
}

/** What a delegate viewed in the month before: 'Your accountant looked at 3 documents last month.' */
export function readsSentence({ kind, documents, figures }: DelegateReads): string {
  const seen = [documents > 0 && countOf(documents, 'document'), figures && 'your notes and payments'].filter(Boolean)
  return `Your ${delegateNouns[kind]} viewed ${seen.join(' and ')} last month.`
}

/** Payment day: how far a note is and what comes next, such as '22 of 24. Next: Dec 2, 2026.'; of several, what comes first. */
export function paymentSentence(progress: readonly Progress[]): string {
  const { one, many } = noteSentences['note-paid']
  const [only, ...others] = progress
  if (only && others.length === 0) return `${one} ${progressWords(only)}`
  const [next] = progress.flatMap(each => each.next ?? []).sort()
  return `${many(progress.length)}${next ? ` Next: ${formatDay(next)}.` : ''}`
}

/** Subjects of the portal's e-mails, and which can be turned off. */

/** Events by others of which a person is notified. */
export type NoticeKind =
  | 'document-added'
  | 'document-recalled'
  | 'document-sealed'
  | 'delete-approved'
  | 'delete-rejected'
  | 'signature-asked'
  | 'signature-reminder'

/** The fund's requests of a person that aren't a document yet. */
export type RequestNoticeKind = 'document-asked' | 'document-reminder'

/** An investor's actions on documents of which administrators are notified. */
export type OfficeNoticeKind = 'file-received' | 'delete-requested'

/** A person's actions of which administrators are notified. */
export type PersonNoticeKind = 'person-joined' | 'erasure-requested'

/** One administrator's actions in the fund's name, for the others. These e-mails can't be turned off. */
export const deliveryNoticeKinds = ['delivery-sent', 'delivery-recalled'] as const
export type DeliveryNoticeKind = (typeof deliveryNoticeKinds)[number]

/** A message from the fund to a person, or from a person to the fund, of which administrators are then notified. */
export type MessageNoticeKind = 'message-received'

/** Events of a note, for the holder's members. These e-mails can't be turned off. */
export const noteNoticeKinds = [
  'note-first-payment',
  'note-funded',
  'note-funding-reversed',
  'note-paid',
  'note-payment-returned',
  'note-payment-corrected',
  'note-payment-rebooked',
  'note-maturing',
  'note-maturity-reminder',
  'note-election-received',
  'note-election-accepted',
  'note-election-declined',
  'note-renewed',
  'note-renewal-reversed',
  'note-defaulted',
  'note-cured',
  'note-default-corrected',
  'note-transferred-away',
  'note-transferred-to',
  'note-transfer-reversed',
  'note-transfer-canceled',
  'note-transfer-rebooked',
  'note-canceled',
] as const
export type NoteNoticeKind = (typeof noteNoticeKinds)[number]

/** A delegate's views of a month, for the holder's members. These e-mails can't be turned off. */
export type DelegateNoticeKind = 'delegate-looked'

export type AnyNoticeKind =
  | NoticeKind
  | RequestNoticeKind
  | OfficeNoticeKind
  | PersonNoticeKind
  | MessageNoticeKind
  | NoteNoticeKind
  | DelegateNoticeKind
  | DeliveryNoticeKind

/**
 * A person's choices: e-mail when a document was added, when a delete request was decided, when a signature or a
 * document is needed from them, whether such e-mail may name documents, and e-mail when the other side wrote. For
 * administrators also e-mail about investors' actions. E-mail about the account's security can't be turned off.
 */
export interface MailPreferences extends Record<OfficeMailChoice, boolean> {
  document_added: boolean
  delete_decided: boolean
  action_needed: boolean
  names_in_mail: boolean
  messages: boolean
}

/** Administrators' choices only: e-mail when an investor uploads a file, requests a deletion, or has joined. */
export const officeMailChoices = ['file_received', 'delete_requested', 'person_joined'] as const
export type OfficeMailChoice = (typeof officeMailChoices)[number]

export type MailChoice = keyof MailPreferences

/** The defaults. */
export const mailPreferences: MailPreferences = {
  document_added: true,
  delete_decided: true,
  action_needed: true,
  names_in_mail: false,
  messages: true,
  file_received: true,
  delete_requested: true,
  person_joined: true,
}

/** The preference that each kind of notification depends on. */
export const choiceOf: Record<NoticeKind | RequestNoticeKind | OfficeNoticeKind, MailChoice> = {
  'document-added': 'document_added',
  'document-recalled': 'document_added',
  'document-sealed': 'document_added',
  'delete-approved': 'delete_decided',
  'delete-rejected': 'delete_decided',
  'signature-asked': 'action_needed',
  'signature-reminder': 'action_needed',
  'document-asked': 'action_needed',
  'document-reminder': 'action_needed',
  'file-received': 'file_received',
  'delete-requested': 'delete_requested',
}

/** Messages of the catalogue (`messages.ts`) about these preferences that the browser shows by itself. */
export const mailMessages = {
  SAVE_MAIL_FAILED: 'Failed to save your e-mail settings',
} as const

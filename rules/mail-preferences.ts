/** What the portal e-mails people about, and what they can turn off. */

/** What someone else did that a person is told about. */
export type NoticeKind =
  | 'document-added'
  | 'delete-approved'
  | 'delete-rejected'
  | 'signature-asked'
  | 'signature-reminder'

/** What the fund asks a person for that isn't a document yet. */
export type RequestNoticeKind = 'document-asked' | 'document-reminder'

/** What a person did that administrators are told about. */
export type PersonNoticeKind = 'person-joined' | 'erasure-requested'

/** Someone wrote: the fund to a person, or a person to the fund, whose administrators are then told. */
export type MessageNoticeKind = 'message-received'

/**
 * A person's choices: e-mail when a document was added, when a delete request was decided, when a signature or a document
 * is needed from them, whether such e-mail may name documents, and e-mail when the other side wrote. E-mail about the
 * account's security can't be turned off.
 */
export interface MailPreferences {
  document_added: boolean
  delete_decided: boolean
  action_needed: boolean
  names_in_mail: boolean
  messages: boolean
}

export type MailChoice = keyof MailPreferences

/** The defaults. */
export const mailPreferences: MailPreferences = {
  document_added: true,
  delete_decided: true,
  action_needed: true,
  names_in_mail: false,
  messages: true,
}

/** The preference that each kind of notice depends on. */
export const choiceOf: Record<NoticeKind | RequestNoticeKind, MailChoice> = {
  'document-added': 'document_added',
  'delete-approved': 'delete_decided',
  'delete-rejected': 'delete_decided',
  'signature-asked': 'action_needed',
  'signature-reminder': 'action_needed',
  'document-asked': 'action_needed',
  'document-reminder': 'action_needed',
}

/** Messages of the catalogue (`messages.ts`) about these preferences that the browser shows by itself. */
export const mailMessages = {
  SAVE_MAIL_FAILED: 'Failed to save your e-mail settings',
} as const

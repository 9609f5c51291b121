/** What the portal e-mails people about, and what they can turn off. */

/** What someone else did that a person is told about. */
export type NoticeKind = 'document-added' | 'delete-approved' | 'delete-rejected'

/** What an investor did with their documents that administrators are told about. */
export type OfficeNoticeKind = 'file-received' | 'delete-requested'

/** What a person did that administrators are told about. */
export type PersonNoticeKind = 'person-joined' | 'erasure-requested'

/**
 * A person's choices: e-mail when a document was added, e-mail when a delete request was decided, and whether such
 * e-mail may name documents. For administrators also e-mail about what investors do. E-mail about the account's security
 * can't be turned off.
 */
export interface MailPreferences extends Record<OfficeMailChoice, boolean> {
  document_added: boolean
  delete_decided: boolean
  names_in_mail: boolean
}

/** What only administrators choose: e-mail when an investor uploads a file, requests a deletion, or has joined. */
export const officeMailChoices = ['file_received', 'delete_requested', 'person_joined'] as const
export type OfficeMailChoice = (typeof officeMailChoices)[number]

export type MailChoice = keyof MailPreferences

/** The defaults. */
export const mailPreferences: MailPreferences = {
  document_added: true,
  delete_decided: true,
  names_in_mail: false,
  file_received: true,
  delete_requested: true,
  person_joined: true,
}

/** The preference that each kind of notice depends on. */
export const choiceOf: Record<NoticeKind | OfficeNoticeKind, MailChoice> = {
  'document-added': 'document_added',
  'delete-approved': 'delete_decided',
  'delete-rejected': 'delete_decided',
  'file-received': 'file_received',
  'delete-requested': 'delete_requested',
}

/** Messages of the catalogue (`messages.ts`) about these preferences that the browser shows by itself. */
export const mailMessages = {
  SAVE_MAIL_FAILED: 'Failed to save your e-mail settings',
} as const

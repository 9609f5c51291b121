/** What the portal mails a person about, and what of it they may turn off. */

/** What somebody else did that a person is told of. */
export type NoticeKind = 'document-added' | 'delete-approved' | 'delete-rejected'

/**
 * A person's choices: mail when a document was added, mail when a delete request was decided, and whether such mail
 * may name documents. Messages about the safety of the account are no choice.
 */
export interface MailPreferences {
  document_added: boolean
  delete_decided: boolean
  names_in_mail: boolean
}

export type MailChoice = keyof MailPreferences

/** What holds until a person chooses. */
export const mailPreferences: MailPreferences = { document_added: true, delete_decided: true, names_in_mail: false }

/** Which choice a kind of news hangs on. */
export const choiceOf: Record<NoticeKind, MailChoice> = {
  'document-added': 'document_added',
  'delete-approved': 'delete_decided',
  'delete-rejected': 'delete_decided',
}

/** The catalogue's sentences (`messages.ts`) that the browser says of these preferences by itself. */
export const mailMessages = {
  SAVE_MAIL_FAILED: 'Failed to save your e-mail settings',
} as const

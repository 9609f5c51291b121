/** Messages of the catalogue (`messages.ts`) that several capabilities show. */
export const commonMessages = {
  REGISTER_FAILED:
    'We couldn’t record this. Nothing has changed, and what you typed is still here. Try again in a moment.',
  TABLE_NOT_TEXT:
    'This is a workbook, a PDF or a web page. In the program that shows it, save it as CSV, then choose that file.',
  REASON_LONG: 'This reason is too long. Enter at most 500 characters.',
  MESSAGE_LONG: 'This message is too long. Enter at most 5,000 characters.',
  SEND_MESSAGE_FAILED: 'We couldn’t send your message. What you typed is still here. Try again in a moment.',
} as const

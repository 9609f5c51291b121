import { acceptedExtension } from '../../../rules/documents.ts'
import { uploadLimit } from '../../../rules/limits.ts'
import { uploadMessages } from '../../../rules/upload-messages.ts'
import { type Refusal, refusal } from '../errors.ts'

/**
 * Says at once what the server would say after the last byte.
 * @returns why a file cannot be uploaded, undefined if it can as far as the browser can tell
 */
export function whyNotUpload(file: File): Refusal | undefined {
  if (!acceptedExtension(file.name)) return refusal('FILE_TYPE', uploadMessages)
  if (file.size === 0) return refusal('FILE_EMPTY', uploadMessages)
  if (file.size > uploadLimit) return refusal('FILE_TOO_LARGE', uploadMessages)
}

import { uploadLimit } from '../../../rules/limits.ts'
import { acceptedExtension } from '../../documents/documents.ts'
import { type Refusal, refusal } from '../../shell/portal/refusal.ts'
import { uploadMessages } from '../messages.ts'

/**
 * Checks a file before it is sent, with the server's messages.
 * @returns why the file can't be uploaded; undefined if the browser finds no problem
 */
export function uploadProblem(file: File): Refusal | undefined {
  if (!acceptedExtension(file.name)) return refusal('FILE_TYPE', uploadMessages)
  if (file.size === 0) return refusal('FILE_EMPTY', uploadMessages)
  if (file.size > uploadLimit) return refusal('FILE_TOO_LARGE', uploadMessages)
}

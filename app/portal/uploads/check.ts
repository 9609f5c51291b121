import { acceptedExtension, acceptedExtensions } from '../../../rules/documents.ts'
import { uploadLimit } from '../../../rules/limits.ts'
import { type Refusal, refusal } from '../errors.ts'

const limit = `${uploadLimit / 1024 / 1024} MB`
// British English writes 'STL or TXT', as the sentence for a refused type does.
const kinds = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  acceptedExtensions.map(extension => extension.toUpperCase()),
)

/** What may be uploaded, in words (specification section 5). */
export const uploadRule = `${kinds}, up to ${limit} each`

/** What a file dialog offers. */
export const acceptAttribute = acceptedExtensions.map(extension => `.${extension}`).join(',')

/**
 * Says at once what the server would say after the last byte.
 * @returns why a file cannot be uploaded, undefined if it can as far as the browser can tell
 */
export function whyNotUpload(file: File): Refusal | undefined {
  if (!acceptedExtension(file.name)) return refusal('FILE_TYPE')
  if (file.size === 0) return refusal('FILE_EMPTY')
  if (file.size > uploadLimit) return refusal('FILE_TOO_LARGE')
}

import { acceptedExtensions } from '../../../rules/documents.ts'
import { uploadLimit } from '../../../rules/limits.ts'

const limit = `${uploadLimit / 1024 / 1024} MB`
// British English writes 'STL or TXT', as the sentence for a refused type does.
const kinds = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  acceptedExtensions.map(extension => extension.toUpperCase()),
)

/** What may be uploaded, in words (specification section 5). */
export const uploadRule = `${kinds}, up to ${limit} each`

/** What a file dialog offers. */
export const acceptAttribute = acceptedExtensions.map(extension => `.${extension}`).join(',')

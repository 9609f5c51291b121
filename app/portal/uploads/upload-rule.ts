import { acceptedExtensions } from '../../../rules/documents.ts'
import { uploadLimit } from '../../../rules/limits.ts'

const limit = `${uploadLimit / 1024 / 1024} MB`
// British English has no comma before 'or', like the specification's message for a refused type.
const kinds = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  acceptedExtensions.map(extension => extension.toUpperCase()),
)

/** The rule for uploads, as shown to the reader (specification section 5). */
export const uploadRule = `${kinds}, up to ${limit} each`

/** For a file input's `accept`. */
export const acceptAttribute = acceptedExtensions.map(extension => `.${extension}`).join(',')

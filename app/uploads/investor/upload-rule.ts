import { uploadLimit } from '../../../rules/limits.ts'
import { type AcceptedExtension, acceptedExtensions } from '../../documents/documents.ts'

const limit = `${uploadLimit / 1024 / 1024} MB`
// British English has no comma before 'or', like the specification's message for a refused type.
const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** A rule for uploads in words, and as a file input's `accept`. */
function ruleFor(extensions: readonly AcceptedExtension[]) {
  return {
    words: `${oneOf.format(extensions.map(extension => extension.toUpperCase()))}, up to ${limit} each`,
    accept: extensions.map(extension => `.${extension}`).join(','),
  }
}

/** The rule for uploads, as shown to the reader (specification section 5); and for a file input's `accept`. */
export const { words: uploadRule, accept: acceptAttribute } = ruleFor(acceptedExtensions)

/** For a signed page or evidence: no models. */
export const scanRule = ruleFor(['pdf', 'jpg', 'jpeg', 'png'])
export const evidenceRule = ruleFor(acceptedExtensions.filter(extension => extension !== 'stl'))

import { PortalError } from '../../../server/platform/portal-error.ts'
import { missingLetters } from './pdf/template.ts'

/** @throws PortalError ENVELOPE_LETTERS with the letters of a text that the typeface of signed documents lacks */
export function requireLetters(text: string): void {
  const missing = missingLetters(text)
  if (missing.length === 0) return
  const sentence = `Our typeface lacks ${missing.slice(0, 5).join(' ')} in “${text}”. Write it with other letters.`
  throw new PortalError('ENVELOPE_LETTERS', { sentence })
}

import { filled, unless } from './check-helpers.ts'
import type { ConsentTexts } from './consent-types.ts'

/**
 * @param file in which a disclosure is
 * @param needs how many parts, and what demands them
 * @returns its faults
 */
export function inConsent(
  { version, parts, agreement }: ConsentTexts,
  file: string,
  needs: { parts: number; by: string },
): string[] {
  const at = (field: string) => `${file}: ${field}`
  return [
    ...unless(filled(version) && version.length <= 40, at('version'), 'is empty, or longer than 40 letters.'),
    ...unless(filled(agreement), at('agreement'), 'is empty.'),
    ...unless(
      parts.length >= needs.parts,
      at('parts'),
      `has ${parts.length} of the ${needs.parts} parts that ${needs.by} demands.`,
    ),
    ...unless(
      parts.every(({ title, text }) => filled(title) && filled(text)),
      at('parts'),
      'has an empty title or text.',
    ),
  ]
}

/* Cleans typed text for storage: without control characters, which database text, mail headers and calendars don't allow. */

/**
 * Characters beside which a joiner has a visible effect: letters of scripts that write names with joiners (RFC 5892,
 * appendix A.1 and A.2), by their codes in ISO 15924, and pictographs.
 */
const joined = 'Arab Syrc Mong Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Bali Java'
  .split(' ')
  .map(script => `\\p{Script=${script}}`)
  .concat('\\p{Extended_Pictographic}\\uFE0F\\u{1F3FB}-\\u{1F3FF}')
  .join('')

/**
 * Invisible characters, with which two identical-looking names could differ, or a name could read backward: format
 * characters such as direction marks and zero-width spaces, fillers, and joiners without effect. Variation selectors
 * stay, which some Japanese names need.
 */
const invisible = new RegExp(
  `(?<![${joined}])[\\u200C\\u200D]|[\\u200C\\u200D](?![${joined}])|(?![\\u200C\\u200D])\\p{Cf}|[\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u2800\\u3164\\uFFA0]`,
  'gu',
)

/**
 * @returns the text as names are stored: on one line, trimmed, with single spaces and without invisible characters,
 * composed (NFC)
 */
export function oneLine(text = ''): string {
  return text
    .normalize()
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** @returns the text trimmed, with its line breaks and tabs */
export function manyLines(text = ''): string {
  return text
    .normalize()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

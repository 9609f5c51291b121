/* Cleans typed text for storage: without control characters, which database text, mail headers and calendars don't allow.
 */

/** @returns the text on one line, trimmed, with single spaces */
export function oneLine(text = ''): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}

/** @returns the text trimmed, with its line breaks and tabs */
export function manyLines(text = ''): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

/*
 * What is typed, as it is kept: without control characters, which no text of a database, a mail's head or a calendar
 * may hold.
 */

/** @returns it on one line, trimmed, with single spaces */
export function oneLine(text = ''): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}

/** @returns it trimmed, with its lines and tabs */
export function manyLines(text = ''): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

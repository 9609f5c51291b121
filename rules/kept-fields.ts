/*
 * What was typed into a form is kept where a session has ended, or fresh proof is needed: in the tab's own storage, or in the
 * page. Not all of it.
 */

/** Codes, passwords, tax numbers and numbers of accounts, by the names of their fields. */
const secretName =
  /^(code|token|recovery|answer|pin)$|password|passphrase|secret|(^|_)(tin|ssn|itin|ein)(_|$)|account|routing|iban/i
/** What looks like one, alone in a field: digits, as a Social Security number or longer. */
const secretValue = /^\s*\d[\d .\-–—]{6,}\d\s*$/

/** @returns whether a field must be typed again, since what it has is kept nowhere but where it belongs */
export function isSecretField(name: string, value: string): boolean {
  return secretName.test(name) || (secretValue.test(value) && !/^\d{4}-\d{2}-\d{2}$/.test(value.trim()))
}

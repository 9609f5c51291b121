/*
 * Form input is stored when a session ends, or fresh proof is needed: in the tab's own storage, or in the page. Secrets
 * are excluded.
 */

/** Codes, passwords, tax and account numbers, by the names of their fields. */
const secretName =
  /^(code|token|recovery|answer|pin)$|password|passphrase|secret|(^|_)(tin|ssn|itin|ein)(_|$)|account|routing|iban/i
/** Values that resemble one: only digits, as many as a Social Security number or more. */
const secretValue = /^\s*\d[\d .\-–—]{6,}\d\s*$/

/** @returns whether a field must be typed again, since its value is never stored here */
export function isSecretField(name: string, value: string): boolean {
  return secretName.test(name) || (secretValue.test(value) && !/^\d{4}-\d{2}-\d{2}$/.test(value.trim()))
}

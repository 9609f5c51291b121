/**
 * Detects texts that resemble payment instructions: words of a bank transfer, or an account's number. They need a
 * second person, since wire fraud uses a changed account. Prefers false positives.
 */

/** Words of payment instructions, in lower case; `\b` at both ends. */
const phrases = [
  /\bwir(?:e|es|ed|ing)\b/,
  /\b(?:ach|iban|swift|bic|aba|rtn|fedwire|sepa)\b/,
  /\brouting (?:number|no\b|#|code)/,
  /\b(?:account|acct\.?|a\/c) (?:number|no\b|#|details|information)/,
  /\b(?:bank|payment|remittance|deposit|transfer|settlement) (?:details?|instructions?|information|coordinates|account)\b/,
  /\b(?:new|updated|changed|different) (?:bank|account|payee|beneficiary)\b/,
  /\b(?:beneficiary|payee|correspondent bank|intermediary bank|sort code|for further credit|zelle|venmo|bitcoin|crypto|usdt)\b/,
]

/** The same words as a PostgreSQL regular expression, for a text in lower case with single spaces (`app.mentions_payment`). */
export const paymentWords = phrases.map(({ source }) => `(?:${source.replaceAll('\\b', '\\y')})`).join('|')

/** @param texts names, titles, messages or the text of a file */
export function looksLikePaymentInstructions(...texts: readonly (string | null | undefined)[]): boolean {
  return texts.some(text => {
    if (!text) return false
    const plain = text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s_\-–—.]+/g, ' ')
    return phrases.some(phrase => phrase.test(plain)) || hasRoutingNumber(text) || hasIban(text)
  })
}

function hasRoutingNumber(text: string): boolean {
  return (text.match(/(?<!\d)\d{9}(?!\d)/g) ?? []).some(isRoutingNumber)
}

/** Nine digits with the check digit of a US routing number: 3, 7 and 1 times each, in turn, are a multiple of ten. */
export function isRoutingNumber(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0)
  return /^\d{9}$/.test(digits) && sum > 0 && sum % 10 === 0
}

/** An IBAN (ISO 13616), with or without spaces, by its remainder of 97. */
function hasIban(text: string): boolean {
  return (text.toUpperCase().match(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g) ?? []).some(found => {
    const letters = found.replaceAll(' ', '')
    const moved = letters.slice(4) + letters.slice(0, 4)
    const digits = moved.replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
    return BigInt(digits) % 97n === 1n
  })
}

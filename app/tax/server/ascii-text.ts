import anyAscii from 'any-ascii'

/**
 * Transliterates a name or an address for the IRS: its files have no other letters. 'Søren Kjær, Weiß & Æsir’s' becomes
 * "Soren Kjaer, Weiss & Aesir's". Other scripts are written as they sound.
 */
export function asciiText(text: string): string {
  const letters = [...text.normalize('NFC')]
  return letters
    .map((letter, at) => {
      const plain = anyAscii(letter)
      const isWord = plain.length > 1 && /^\p{Lu}$/u.test(letter) && /^\p{Ll}$/u.test(letters[at + 1] ?? '')
      return isWord ? plain.slice(0, 1) + plain.slice(1).toLowerCase() : plain
    })
    .join('')
}

/** Letters that aren't an accented form of another, and their replacements. */
const plainLetters: Record<string, string> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ĸ: 'k' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
}
const others = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** @returns a text in lower case with plain letters for those with a stroke and ligatures, such as ø, ł, ß and æ */
export function withoutStrokes(lower: string): string {
  return lower.replaceAll(others, letter => plainLetters[letter] ?? letter)
}

/**
 * Normalizes a text for comparison and search: ignores case, accents, kinds of dashes, apostrophes and quotation marks,
 * and repeated spaces. `app.folded` is the same in the database, except for the spaces.
 */
export function folded(text: string): string {
  return withoutStrokes(
    text
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/g, '')
      .toLowerCase(),
  )
    .replaceAll(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-')
    .replaceAll(/[\u2018\u2019\u02BC\u02B9]/g, "'")
    .replaceAll(/[\u201C\u201D]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

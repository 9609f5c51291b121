/** @returns text as somebody types it: PDFs write full-width digits, spaces that don't break, every kind of hyphen and dash */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u00ad\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** @returns text as a person would type it: PDFs use full-width digits, nonbreaking spaces, and many hyphens and dashes */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u00ad\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

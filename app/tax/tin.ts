/**
 * Tax numbers: what can be one, and how they may be shown. Which numbers were never issued is the Social Security
 * Administration's rule since June 2011 (no area 000, 666 or 900 to 999, no group 00, no serial 0000); the ITIN's range of
 * digits is from IRM 3.21.263, in a stored copy.
 */

export const tinKinds = {
  ssn: 'Social Security number (SSN)',
  itin: 'Individual taxpayer identification number (ITIN)',
  ein: 'Employer identification number (EIN)',
} as const
export type TinKind = keyof typeof tinKinds

export function isTinKind(typed: string): typed is TinKind {
  return Object.hasOwn(tinKinds, typed)
}

/** Why something can't be a tax number, as `taxMessages` says it. */
export type TinProblem =
  | 'TIN_LENGTH'
  | 'TIN_SSN_AREA'
  | 'TIN_SSN_NINE'
  | 'TIN_SSN_ZEROS'
  | 'TIN_ITIN_RANGE'
  | 'TIN_EIN_PREFIX'

/** Fourth and fifth digits of an ITIN: 50 to 65, 70 to 88, 90 to 92, 94 to 99. */
const isItinGroup = (group: number) =>
  (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group !== 93)

/**
 * @param typed with or without hyphens and spaces
 * @returns its nine digits, or why it can't be such a number
 */
export function readTin(typed: string, kind: TinKind): { digits: string } | { problem: TinProblem } {
  const digits = typed.replaceAll(/[\s-]/g, '')
  if (!/^\d{9}$/.test(digits)) return { problem: 'TIN_LENGTH' }
  const problem = kind === 'ssn' ? ssnProblem(digits) : kind === 'itin' ? itinProblem(digits) : einProblem(digits)
  return problem ? { problem } : { digits }
}

function ssnProblem(digits: string): TinProblem | undefined {
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)]
  if (area === '000' || area === '666') return 'TIN_SSN_AREA'
  if (area.startsWith('9')) return 'TIN_SSN_NINE'
  return group === '00' || serial === '0000' ? 'TIN_SSN_ZEROS' : undefined
}

function itinProblem(digits: string): TinProblem | undefined {
  return digits.startsWith('9') && isItinGroup(Number(digits.slice(3, 5))) ? undefined : 'TIN_ITIN_RANGE'
}

function einProblem(digits: string): TinProblem | undefined {
  return digits.startsWith('00') ? 'TIN_EIN_PREFIX' : undefined
}

/**
 * @returns the number as a payee's copy may show it, '***-**-1234'; an EIN as '**-***1234'. Source: 26 CFR 301.6109-4(b), in
 *   a stored copy of the General Instructions for Certain Information Returns, part J
 */
export function maskedTin(last4: string, kind: TinKind): string {
  return kind === 'ein' ? `**-***${last4}` : `***-**-${last4}`
}

/** @returns nine digits as the number is written, such as '123-45-6789' or '12-3456789' */
export function formatTin(digits: string, kind: TinKind): string {
  return kind === 'ein'
    ? `${digits.slice(0, 2)}-${digits.slice(2)}`
    : `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`
}

import type { NoteTerms } from '../../app/notes/schedule.ts'
import { parseCents } from '../../rules/money.ts'

/* The table of the specification's section A3, computed in two other ways. */

function terms(
  principal: string,
  rateBp: number,
  termMonths: 12 | 24,
  payout: NoteTerms['payout'],
  dayCount: NoteTerms['dayCount'],
  issueDate: string,
  firstPaymentDate?: string,
): NoteTerms {
  const note = { principalCents: parseCents(principal) as bigint, rateBp, termMonths, payout, dayCount, issueDate }
  return { ...note, convention: 'following', firstPaymentDate }
}

/** The terms of each row. */
export const oracleNotes = {
  1: terms('200,000', 1100, 12, 'monthly', '30/360', '2026-12-15'),
  2: terms('200,000', 1100, 12, 'monthly', 'actual/365', '2026-12-15'),
  3: terms('375,250', 1300, 24, 'quarterly', '30/360', '2027-01-31'),
  4: terms('500,000', 1400, 24, 'quarterly', 'actual/365', '2027-11-30'),
  5: terms('1,000,000', 1500, 24, 'annually', '30/360', '2027-03-01'),
  6: terms('1,000,000', 1500, 24, 'annually', 'actual/365', '2027-03-01'),
  7: terms('275,000', 1100, 12, 'monthly', '30/360', '2027-01-20', '2027-02-01'),
  8: terms('275,000', 1100, 12, 'monthly', 'actual/365', '2027-01-20', '2027-02-01'),
  9: terms('500,000', 1300, 12, 'quarterly', '30/360', '2027-02-10', '2027-06-01'),
  10: terms('500,000', 1300, 12, 'quarterly', 'actual/365', '2027-02-10', '2027-06-01'),
  11: terms('200,000', 1200, 24, 'annually', '30/360', '2028-02-29'),
  12: terms('250,001', 1133, 24, 'monthly', '30/360', '2026-12-31'),
}

/** Each note's payments in order, and in total, in dollars. */
export const oracleRows: [row: keyof typeof oracleNotes, payments: string, total: string][] = [
  [1, `${'1,833.33 '.repeat(11)}1,833.37`, '22,000.00'],
  [
    2,
    '1,868.49 1,868.49 1,687.67 1,868.49 1,808.22 1,868.49 1,808.22 1,868.49 1,868.49 1,808.22 1,868.49 1,808.24',
    '22,000.00',
  ],
  [3, `${'12,195.63 '.repeat(7)}12,195.59`, '97,565.00'],
  [4, '17,452.05 17,452.05 17,643.84 17,643.84 17,260.27 17,452.05 17,643.84 17,643.84', '140,191.78'],
  [5, '150,000.00 150,000.00', '300,000.00'],
  [6, '150,410.96 150,000.00', '300,410.96'],
  [7, `924.31 ${'2,520.83 '.repeat(11)}1,596.56`, '30,250.00'],
  [
    8,
    '994.52 2,320.55 2,569.18 2,486.30 2,569.18 2,486.30 2,569.18 2,569.18 2,486.30 2,569.18 2,486.30 2,569.18 1,574.65',
    '30,250.00',
  ],
  [9, '20,041.67 16,250.00 16,250.00 12,458.33', '65,000.00'],
  [10, '19,767.12 16,383.56 16,205.48 12,643.84', '65,000.00'],
  [11, '24,000.00 24,000.00', '48,000.00'],
  [12, `${'2,360.43 '.repeat(23)}2,360.34`, '56,650.23'],
]

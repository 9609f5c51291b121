import { fund } from './fund.ts'
import type { TaxSettings } from './tax-types.ts'

/**
 * How interest is reported to the IRS and to payees. [T] marks the tax adviser's decisions, with the reason for each
 * value. A rule that was not compared with its source has `isVerified: false`, which the office sees.
 */
export const tax: TaxSettings = {
  // 00-1234567 is a specimen that the IRS never issued.
  payer: {
    name: fund.name,
    ein: '00-1234567',
    street: '500 Sample Street, Suite 100',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    phone: fund.phoneDial.replace('+1', ''),
    email: fund.emails.investors,
  },
  threshold: [
    {
      from: 2000,
      cents: 10_00n,
      // [T] The notes are in registered form (noteSettings.registered), so that section 6049 applies. The other
      // threshold, of section 6041 for interest paid in a trade or business, was $600 and is $2,000 for payments after
      // 2025: it would silently omit a note of December. Public Law 119-21, section 70433, raised that one, and left
      // section 6049 alone (sovos.com, 2025, in a stored copy).
      source: '26 USC 6049(a); irs.gov, About Form 1099-INT: at least $10 in boxes 1, 3 and 8',
      isVerified: true,
    },
  ],
  exempt: {
    // [T] An IRA has exempt payee code 1; a solo 401(k) is a plan exempt under section 501(a), also code 1.
    kinds: ['sdira', 'solo_401k'],
    // [T] 26 CFR 1.6049-4(c)(1)(ii), and the Instructions for Forms 1099-INT and 1099-OID, “Exempt recipients” (a stored copy of the
    // revision of January 2024): corporations and IRAs.
    corporations: true,
    // [T] Instructions of the W-9 (Rev. March 2024, page 4, in a stored copy): of interest, all exempt payee codes but 7.
    codes: true,
  },
  backupWithholding: {
    // [T] 26 USC 3406(a)(1): the fourth lowest rate of section 1(c), 24% since 2018. Public Law 119-21, section 70101, made the
    // rates of 2018 permanent, which were to end with 2025; that text itself wasn't read.
    rates: [
      {
        from: 2018,
        bp: 2400,
        source: '26 USC 3406(a)(1); irs.gov, What is backup withholding?; sovos.com, 2018; in stored copies',
        isVerified: true,
      },
      { from: 2026, bp: 2400, source: '26 USC 3406(a)(1); Public Law 119-21, section 70101', isVerified: false },
    ],
    // [T] 26 USC 3406(a)(1)(A) and (B): without a number, after a first B-notice unanswered for 30 business days, and
    // after a second. Nothing is withheld automatically: a payment is recorded with its withholding, and box 4 is the
    // balance of account 2030 for payments of the year. A run names each payee with payments subject to it.
    states: ['missing', 'first_notice', 'second_notice'],
  },
  foreign: {
    // [T] Holders who send a W-8 get no 1099-INT: interest may be subject to withholding of 30% and Form 1042-S (26 USC
    // 1441), unless it is portfolio interest or a treaty says less. 'held' records no payment to them until your tax
    // adviser has decided; then change it to 'recorded'.
    payments: 'held',
  },
  // [T] 26 CFR 1.6049-6(c) and 1.6049-4(g); a day of rest moves to the next business day (26 USC 7503). For 2026:
  // Monday, February 1, 2027; filed electronically by March 31.
  due: { furnish: { month: 1, day: 31 }, file: { month: 3, day: 31 } },
  transmitterCode: {
    // Change it to 'kept' once the fund has its own: it starts with D, and one for FIRE isn't it.
    state: 'needed',
    // The IRS asks for applications by November 1.
    businessDays: 45,
    source: 'legalclarity.org, quoting Topic No. 802 of the IRS; nstp.org; all in stored copies',
  },
  corrections: {
    // [T] For a form that was made: an omitted one isn't covered, nor an intended error, and a payee may elect to have
    // it corrected anyway.
    harbor: { interest: 100_00n, withheld: 25_00n },
    // [T] 26 USC 6721(b) and 6722(b). The penalty itself changes each year.
    days: 30,
    last: { month: 8, day: 1 },
    source: '26 USC 6721(c)(3) and 6722(c)(3): sovos.com, 2024; Notice 2017-9: prolibrary.com; in stored copies',
  },
  // 26 CFR 301.6011-2(c)(1), of T.D. 9972: ten returns of all kinds together (irs.gov/form1099, in a stored copy).
  electronicFrom: 10,
  // Publication 1179, section 4.6; irs.gov, “Requirements for furnishing information returns electronically”; General Instructions for Certain Information Returns, part M.
  staysUntil: { month: 10, day: 15 },
  // 26 CFR 31.6051-1(j)(5), of T.D. 9114, on which Publication 1179 is modeled: paper within 30 days after the bounce.
  paperDays: 30,
  // [T] General Instructions, "Keeping copies": three years, four if backup withholding applied.
  certificationYears: 4,
}

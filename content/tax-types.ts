import type { ConsentTexts } from './consent-types.ts'

/** The tax adviser's decisions, marked [T] in `tax.ts`. Amounts are cents. */

/** A rule that may change over the years: valid from its tax year until the list's next one. */
export type FromYear<Rule> = Rule & {
  /** The first tax year. */
  from: number
  source: string
  /** Whether a person has compared it with the source itself; the office sees which rules aren't verified. */
  isVerified: boolean
}

export type TaxSettings = {
  /** The fund's name and address for the IRS, and on payees' copies. */
  payer: Payer
  /** The interest from which a payee gets a Form 1099-INT. */
  threshold: readonly FromYear<{ cents: bigint }>[]
  /** Payees without a form, whatever was paid. */
  exempt: {
    kinds: readonly ('sdira' | 'solo_401k')[]
    /** Corporations, by the W-9's classification; without a W-9, by the holder's kind. */
    corporations: boolean
    /** Payees with a W-9 that has an exempt payee code for interest. */
    codes: boolean
  }
  backupWithholding: {
    /** Of interest, in basis points: 2400 is 24%. By the year of payment. */
    rates: readonly FromYear<{ bp: number }>[]
    /** States of a tax number that require backup withholding; after a notice, from the resulting day. */
    states: readonly ('missing' | 'first_notice' | 'second_notice')[]
  }
  /** Payments to a holder with a W-8 on file: not recorded, or recorded like others. */
  foreign: { payments: 'held' | 'recorded' }
  /** Due days, in the next year, of payees' copies and of returns; a day of rest moves to the next business day. */
  due: { furnish: MonthDay; file: MonthDay }
  /** The code that the IRS's portal IRIS requires in every file. */
  transmitterCode: {
    /** `needed` until the fund has its own: until then pages say by when to apply. */
    state: 'needed' | 'kept'
    /** The IRS's business days for an application. */
    businessDays: number
    source: string
  }
  corrections: {
    /** An error up to this amount needs no correction, unless the payee asks for one. Cents. */
    harbor: { interest: bigint; withheld: bigint }
    /** The penalty for a wrong form rises this many days after its due date, and after a day of that year. */
    days: number
    last: MonthDay
    source: string
  }
  /** The yearly number of information returns of all kinds that requires electronic filing. */
  electronicFrom: number
  /** The day of the next year until which a paperless form stays in the portal at least. */
  staysUntil: MonthDay
  /** Days from a bounced e-mail about a form until it is mailed on paper. */
  paperDays: number
  /** Years for which a W-9 is retained after its acceptance. */
  certificationYears: number
}

export type MonthDay = { month: number; day: number }

export type Payer = {
  name: string
  /** Such as '12-3456789'; undefined until the fund has one: until then no copy and no IRS file can be made. */
  ein: string | undefined
  street: string
  city: string
  /** Two letters. */
  state: string
  zip: string
  /** Ten digits, as in the IRS's file. */
  phone: string
  email: string
}

/** The disclosure before an agreement to paperless tax forms. */
export type PaperlessTexts = ConsentTexts & {
  /** Change it when a reader needs other software: earlier consents end, and are requested again. */
  softwareVersion: string
}

/** What the fund's tax adviser decides, marked [T] in `tax.ts`. Amounts are cents. */

/** A rule that may differ from year to year: it holds from its tax year on, until the next one of the list does. */
export type FromYear<Rule> = Rule & {
  /** The first tax year. */
  from: number
  /** Where it is from. */
  source: string
  /** Whether somebody has compared it with the source itself; what was not says so wherever it is shown to the office. */
  isVerified: boolean
}

export type TaxSettings = {
  /** As the fund is named to the IRS, and on payees' copies. */
  payer: Payer
  /** Interest from which on a payee gets a Form 1099-INT. */
  threshold: readonly FromYear<{ cents: bigint }>[]
  /** Who gets none, whatever was paid. */
  exempt: {
    /** Kinds of holders. */
    kinds: readonly ('sdira' | 'solo_401k')[]
    /** Corporations, by the W-9's classification; without a W-9 a holder that is a corporation by its kind. */
    corporations: boolean
    /** Those whose W-9 has an exempt payee code that counts for interest. */
    codes: boolean
  }
  backupWithholding: {
    /** Of interest, in basis points: 2400 is 24%. By the year of payment. */
    rates: readonly FromYear<{ bp: number }>[]
    /** In which states of its tax number a payee is subject to it; after a notice, from the day on that follows from it. */
    states: readonly ('missing' | 'first_notice' | 'second_notice')[]
  }
  /** What becomes of payments to a holder whose form on file is a W-8: none is recorded, or they are recorded as others' are. */
  foreign: { payments: 'held' | 'recorded' }
  /** Until which day of the next year copies are due to payees, and returns to the IRS; a day of rest moves to the next business day. */
  due: { furnish: MonthDay; file: MonthDay }
  /** The code without which the IRS's portal IRIS takes no file. */
  transmitterCode: {
    /** `needed` until the fund has its own: until then pages say by when to apply. */
    state: 'needed' | 'kept'
    /** Business days that the IRS takes for an application. */
    businessDays: number
    source: string
  }
  corrections: {
    /** An amount that is wrong by no more needs no correction, unless its payee asks for one. Cents. */
    harbor: { interest: bigint; withheld: bigint }
    /** The penalty for a wrong form rises after so many days from its due date, and after a day of that year. */
    days: number
    last: MonthDay
    source: string
  }
  /** With how many information returns of all kinds in a year they have to be filed electronically. */
  electronicFrom: number
  /** Until which day of the next year a paperless form stays in the portal at least. */
  staysUntil: MonthDay
  /** Days after the e-mail about a form came back in which it is mailed on paper. */
  paperDays: number
  /** Years that a W-9 is kept after it was accepted. */
  certificationYears: number
}

export type MonthDay = { month: number; day: number }

export type Payer = {
  name: string
  /** Such as '12-3456789'; undefined until the fund has one: then no copy can be made, and no file for the IRS. */
  ein: string | undefined
  street: string
  city: string
  /** Two letters. */
  state: string
  zip: string
  /** Ten digits, as the IRS's file takes it. */
  phone: string
  email: string
}

/** What somebody reads before they agree to paperless tax forms. */
export type PaperlessTexts = {
  /** Change it with any word: it is kept with each consent. */
  version: string
  /** Change it when a reader needs other software: each consent to an earlier one ends, and is asked for again. */
  softwareVersion: string
  /** What each part answers, and the answer. */
  parts: readonly { title: string; text: string }[]
  /** What the person agrees to by typing the word. */
  agreement: string
}

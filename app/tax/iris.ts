/**
 * The CSV file for the IRS's Information Returns Intake System (IRIS), which takes the place of FIRE after 2026: at most 100
 * forms a submission (Publication 5717, Rev. 1-2026, as standard-deduction.com sums it up in a stored copy; that FIRE ends with 2026
 * says help.ftwilliam.com).
 *
 * Not verified: the template of the year, which the IRS gives out in the portal alone. The heads before the boxes, and those of the
 * states, are the same in four public programs for Forms 1099-NEC and 1099-MISC; those of the boxes of Form 1099-INT are of one
 * program and of an earlier year. The tax adviser compares all with the year's template before the first upload. Also not
 * verified: whether the portal takes corrections from a file. They are entered there by hand. Names and addresses are sent in
 * ASCII (`app/tax/server/ascii-text.ts`): whether the portal takes other letters isn't verified, and a refused file costs a deadline;
 * the form that the payee gets has the name as it is written.
 */
import type { Payer } from '../../content/tax-types.ts'
import type { Cents } from '../../rules/money.ts'
import { decimalCents } from '../../rules/money.ts'
import type { PersonName, PostalAddress } from './payee-names.ts'
import type { TinKind } from './tin.ts'

/** A form as the file has it. */
export interface IrisForm {
  year: number
  payer: Payer
  /** Nine digits; empty where none is on file. */
  digits: string
  tinKind: TinKind | null
  /** A person's name in parts, or a business's in lines. */
  name: PersonName | { line1: string; line2: string }
  address: PostalAddress
  account: string
  interest: Cents
  withheld: Cents
  /** The IRS has said twice in three years that name and number don't match. */
  isSecondNotice: boolean
}

/** @returns a row of the file: each column's head with its value; amounts as '25964.73' */
export function irisRow(form: IrisForm): Record<string, string> {
  const { year, payer, digits, tinKind, name, address, account, interest, withheld, isSecondNotice } = form
  const isPerson = 'last' in name
  return {
    'Form Type': '1099-INT',
    'Tax Year': String(year),
    'Payer TIN Type': 'EIN',
    'Payer Taxpayer ID Number': (payer.ein ?? '').replaceAll('-', ''),
    'Payer Name Type': 'B',
    'Payer Business or Entity Name Line 1': payer.name,
    'Payer Business or Entity Name Line 2': '',
    ...emptyName('Payer'),
    'Payer Country': 'US',
    'Payer Address Line 1': payer.street,
    'Payer Address Line 2': '',
    'Payer City/Town': payer.city,
    'Payer State/Province/Territory': payer.state,
    'Payer ZIP/Postal Code': payer.zip,
    'Payer Phone Type': 'D',
    'Payer Phone': payer.phone,
    'Payer Email Address': payer.email,
    'Recipient TIN Type': digits ? (tinKind === 'ein' ? 'EIN' : 'SSN') : '',
    'Recipient Taxpayer ID Number': digits,
    'Recipient Name Type': isPerson ? 'I' : 'B',
    'Recipient Business or Entity Name Line 1': isPerson ? '' : name.line1,
    'Recipient Business or Entity Name Line 2': isPerson ? '' : name.line2,
    ...(isPerson
      ? {
          'Recipient First Name': name.first,
          'Recipient Middle Name': name.middle,
          'Recipient Last Name (Surname)': name.last,
          'Recipient Suffix': name.suffix,
        }
      : emptyName('Recipient')),
    'Recipient Country': 'US',
    'Recipient Address Line 1': address.street,
    'Recipient Address Line 2': address.unit,
    'Recipient City/Town': address.city,
    'Recipient State/Province/Territory': address.state,
    'Recipient ZIP/Postal Code': address.zip,
    'Office Code': '',
    'Form Account Number': account,
    'FATCA Filing Requirements': 'N',
    '2nd TIN Notice': isSecondNotice ? 'Y' : 'N',
    "Payer's RTN": '',
    ...boxes(interest, withheld),
    'Combined Federal/State Filing': '',
    ...states(1),
    ...states(2),
  }
}

function emptyName(party: 'Payer' | 'Recipient'): Record<string, string> {
  return {
    [`${party} First Name`]: '',
    [`${party} Middle Name`]: '',
    [`${party} Last Name (Surname)`]: '',
    [`${party} Suffix`]: '',
  }
}

const otherBoxes = {
  2: 'Early withdrawal penalty',
  3: 'Interest on U.S. Savings Bonds and Treasury obligations',
  5: 'Investment expenses',
  6: 'Foreign tax paid',
  7: 'Foreign country or U.S. possession',
  8: 'Tax-exempt interest',
  9: 'Specified private activity bond interest',
  10: 'Market discount',
  11: 'Bond premium',
  12: 'Bond premium on Treasury obligations',
  13: 'Bond premium on tax-exempt bond',
  14: 'Tax-exempt and tax credit bond CUSIP no.',
} as const

function boxes(interest: Cents, withheld: Cents): Record<string, string> {
  const named: [number, string, string][] = [
    [1, 'Interest Income', decimalCents(interest)],
    [4, 'Federal income tax withheld', withheld > 0n ? decimalCents(withheld) : ''],
    ...Object.entries(otherBoxes).map(([n, title]): [number, string, string] => [Number(n), title, '']),
  ]
  return Object.fromEntries(
    named.toSorted(([one], [other]) => one - other).map(([n, title, value]) => [`Box ${n} - ${title}`, value]),
  )
}

function states(n: 1 | 2): Record<string, string> {
  const fields = [
    'State Tax Withheld',
    'State/Payer state number',
    'State income',
    'Local income tax withheld',
    'Special Data Entries',
  ]
  return { [`State ${n}`]: '', ...Object.fromEntries(fields.map(field => [`State ${n} - ${field}`, ''])) }
}

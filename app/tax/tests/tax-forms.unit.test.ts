import { expect, test } from 'vitest'
import { tax } from '../../../content/tax.ts'
import { readFonts } from '../../../server/pdf/fonts.ts'
import { renderPdf } from '../../../server/pdf/render-pdf.ts'
import { accessibilityProblems, checkPdf, spokenText, textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { boxOne, dueDays, isDifferent, leftOutReason, type Payee, staysUntil } from '../form-1099-int.ts'
import { irisRow } from '../iris.ts'
import { readPersonName, readPostalAddress } from '../payee-names.ts'
import { payeeCopyPdf } from '../server/payee-copy.ts'

const plain: Payee = {
  kind: 'individual',
  state: 'matched',
  form: 'w9',
  classification: 'individual',
  exemptCode: null,
  net: 1_833_33n,
  withheld: 0n,
}
const why = (payee: Partial<Payee>, isCorrection = false) =>
  leftOutReason({ ...plain, ...payee }, 2026, tax, isCorrection)

test('a form is for whom the law names, from $10 on', () => {
  expect(why({})).toBeUndefined()
  expect(why({ net: 10_00n })).toBeUndefined()
  expect(why({ net: 9_99n })).toBe('threshold')
  expect(why({ net: 0n })).toBe('nothing')
  expect(why({ net: -5n })).toBe('nothing')
  expect(why({ kind: 'sdira' })).toBe('account')
  expect(why({ kind: 'solo_401k' })).toBe('account')
  expect(why({ exemptCode: 1 })).toBe('code')
  expect(why({ exemptCode: 7 })).toBeUndefined()
  expect(why({ classification: 'llc_c', kind: 'llc' })).toBe('corporation')
  expect(why({ classification: 'llc_p', kind: 'llc' })).toBeUndefined()
  expect(why({ classification: null, kind: 'corporation', form: null, state: 'missing' })).toBe('corporation')
  expect(why({ form: 'w8', classification: null })).toBe('foreign')
  // A payee without a number still gets one.
  expect(why({ form: null, classification: null, state: 'missing' })).toBeUndefined()
})

test('what was withheld is reported, whatever was paid and to whom', () => {
  expect(why({ net: 1n, withheld: 1n })).toBeUndefined()
  expect(why({ kind: 'sdira', withheld: 1n })).toBeUndefined()
  expect(why({ form: 'w8', withheld: 1n })).toBe('foreign')
})

test('a form that was furnished is corrected to whatever is right, nothing included', () => {
  expect(why({ net: 0n }, true)).toBeUndefined()
  expect(why({ kind: 'sdira' }, true)).toBeUndefined()
  const box1 = (payee: Partial<Payee>, isCorrection: boolean) => boxOne({ ...plain, ...payee }, 2026, tax, isCorrection)
  expect(box1({}, true)).toBe(plain.net)
  expect(box1({ net: 5_00n }, true)).toBe(5_00n)
  // A form that its payee shouldn't have is corrected to zero.
  for (const payee of [
    { kind: 'sdira' },
    { classification: 'c_corporation' },
    { exemptCode: 1 },
    { form: 'w8' },
  ] as const) {
    expect(box1(payee, true)).toBe(0n)
    expect(box1(payee, false)).toBe(plain.net)
  }
})

test('days of the year 2026: copies by Monday, February 1, 2027, returns by March 31, and forms stay until October 15', () => {
  expect(dueDays(tax, 2026)).toEqual({ furnish: '2027-02-01', file: '2027-03-31' })
  expect(dueDays(tax, 2027)).toEqual({ furnish: '2028-01-31', file: '2028-03-31' })
  expect(staysUntil(tax, 2026)).toBe('2027-10-15')
})

test('half or double of last year is to be looked at', () => {
  expect(isDifferent(100n, null)).toBe(false)
  expect(isDifferent(100n, 0n)).toBe(false)
  expect(isDifferent(151n, 100n)).toBe(false)
  expect(isDifferent(200n, 100n)).toBe(true)
  expect(isDifferent(50n, 100n)).toBe(true)
  expect(isDifferent(51n, 100n)).toBe(false)
})

test('a postal address is read from its last line', () => {
  const street = '1 Congress Avenue'
  const austin = { street, unit: '', city: 'Austin', state: 'TX', zip: '78701' }
  expect(readPostalAddress([street, 'Austin, TX 78701'])).toEqual(austin)
  expect(readPostalAddress([street, 'Austin TX 78701', ''])).toEqual(austin)
  expect(readPostalAddress([street, 'Austin, tx, 78701', 'USA'])).toEqual(austin)
  expect(readPostalAddress([street, 'Suite 5', 'New York, NY 10001-1234'])).toEqual({
    ...{ street, unit: 'Suite 5', city: 'New York', state: 'NY', zip: '10001-1234' },
  })
  expect(readPostalAddress([street, 'St. John’s, VI 00802'])?.city).toBe('St. John’s')
  for (const lines of [
    ['Austin, TX 78701'],
    [street, 'Austin, XX 78701'],
    [street, '1010 Wien'],
    [street, 'Austin, TX 7870'],
    [],
  ])
    expect(readPostalAddress(lines), lines.join('; ')).toBeUndefined()
})

test('a name is read in parts, and what isn’t sure is said to be', () => {
  const read = (name: string) => {
    const { name: parts, isSure } = readPersonName(name)
    return [parts.first, parts.middle, parts.last, parts.suffix, isSure]
  }
  expect(read('Iris Vestor')).toEqual(['Iris', '', 'Vestor', '', true])
  expect(read('Iris B. Vestor Jr.')).toEqual(['Iris', 'B.', 'Vestor', 'Jr.', true])
  expect(read('Vestor, Iris B.')).toEqual(['Iris', 'B.', 'Vestor', '', true])
  expect(read('Iris Vestor, Jr.')).toEqual(['Iris', '', 'Vestor', 'Jr.', true])
  expect(read('Cher')).toEqual(['', '', 'Cher', '', false])
  expect(read('Maria del Carmen Vestor Ortiz')[4]).toBe(false)
  expect(read('Iris Vestor and Ivo Vestor')[4]).toBe(false)
  expect(read('Iris & Ivo Vestor')[4]).toBe(false)
})

const iris = {
  year: 2026,
  payer: { ...tax.payer, ein: '12-3456789' },
  digits: '123456789',
  tinKind: 'ssn',
  name: readPersonName('Iris B. Vestor').name,
  address: { street: '1 Congress Avenue', unit: '', city: 'Austin', state: 'TX', zip: '78701' },
  account: 'H-0001',
  interest: 25_964_73n,
  withheld: 0n,
  isSecondNotice: false,
} as const

test('a row for the IRS has a person’s name in parts, a business’s in lines, and amounts as numbers', () => {
  expect(irisRow(iris)).toMatchObject({
    'Form Type': '1099-INT',
    'Tax Year': '2026',
    'Payer Taxpayer ID Number': '123456789',
    'Recipient TIN Type': 'SSN',
    'Recipient Taxpayer ID Number': '123456789',
    'Recipient Name Type': 'I',
    'Recipient First Name': 'Iris',
    'Recipient Middle Name': 'B.',
    'Recipient Last Name (Surname)': 'Vestor',
    'Recipient Business or Entity Name Line 1': '',
    'Recipient State/Province/Territory': 'TX',
    'Form Account Number': 'H-0001',
    'Box 1 - Interest Income': '25964.73',
    'Box 4 - Federal income tax withheld': '',
    '2nd TIN Notice': 'N',
  })
  const name = { line1: 'Vestor Holdings LLC', line2: '' }
  expect(irisRow({ ...iris, name, tinKind: 'ein', withheld: 440_00n, isSecondNotice: true })).toMatchObject({
    'Recipient TIN Type': 'EIN',
    'Recipient Name Type': 'B',
    'Recipient First Name': '',
    'Recipient Business or Entity Name Line 1': 'Vestor Holdings LLC',
    'Box 4 - Federal income tax withheld': '440.00',
    '2nd TIN Notice': 'Y',
  })
  expect(irisRow({ ...iris, digits: '' })).toMatchObject({
    'Recipient TIN Type': '',
    'Recipient Taxpayer ID Number': '',
  })
  const heads = Object.keys(irisRow(iris))
  expect(heads).toHaveLength(67)
  expect(heads.filter(head => !/^[\x20-\x7e]+$/.test(head))).toEqual([])
})

test('a payee’s copy is a tagged PDF with its boxes, the legend and a masked number', async () => {
  const copy = {
    year: 2028,
    payer: { ...tax.payer, ein: '12-3456789' },
    recipient: {
      lines: ['Iris Vestor', '1 Congress Avenue', 'Austin, TX 78701'],
      tin: { last4: '6789', kind: 'ssn' as const },
      account: 'H-0001',
    },
    interest: 25_964_73n,
    withheld: 0n,
    isCorrected: false,
    dated: '2029-01-15',
  }
  const pdf = await renderPdf(payeeCopyPdf(copy), readFonts())
  checkPdf(pdf)
  expect(accessibilityProblems(pdf)).toEqual([])
  const text = textOfPdf(pdf)
  for (const said of [
    'Form 1099-INT',
    '$25,964.73',
    '***-**-6789',
    '12-3456789',
    'Copy B',
    '1545-0112',
    'Iris Vestor',
    'negligence penalty',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('CORRECTED')
  expect(spokenText(pdf)).toContain('Interest income')
  const corrected = textOfPdf(await renderPdf(payeeCopyPdf({ ...copy, isCorrected: true }), readFonts()))
  expect(corrected).toContain('CORRECTED')
})

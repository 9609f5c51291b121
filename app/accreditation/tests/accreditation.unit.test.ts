import { describe, expect, test } from 'vitest'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { representations } from '../../../content/representations.ts'
import { type Approval, canRelyOn } from '../approval.ts'
import { accreditableKinds, categoriesOf, whyNotByOwners } from '../categories.ts'
import { checklistFor } from '../checklist.ts'
import { destroyedOn, type Evidence, evidenceProblem, missingEvidence, recentYears, repeatsYear } from '../evidence.ts'
import { highMinimumOf, type Sale } from '../high-minimum.ts'
import { carriesFiveYears, methodsFor } from '../methods.ts'
import { originatorConcern } from '../originator.ts'
import { reminderFor } from '../reminders.ts'
import { representationText } from '../representation.ts'
import { pagesWithSocialSecurityNumbers, ssnSentence, unsearchedSentence } from '../ssn.ts'
import { showsTaxForm } from '../tax-forms.ts'
import { fiveYearsFrom, lastDayOf, threeMonthsFrom } from '../validity.ts'

const person: Sale = {
  kind: 'individual',
  category: 'a5',
  principalCents: 200_000_00n,
  owners: [],
  isJointTest: false,
  isRenewal: false,
}
const people = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Owner ${at}`, isNatural: true }))
const company: Sale = { ...person, kind: 'llc', category: 'a3' }
const decide = (sale: Partial<Sale>) => highMinimumOf({ ...person, ...sale }, switches)

describe('the high minimum', () => {
  test('is the fund’s own minimum for a person', () => {
    expect(decide({})).toEqual({ isEnough: true, minimumCents: 200_000_00n })
    expect(decide({ category: 'a6' }).isEnough).toBe(true)
    expect(decide({ principalCents: 199_999_99n })).toMatchObject({ isEnough: false, reason: 'amount' })
  })
  test('is a million for a company: a cent less is refused, and so are $500,000', () => {
    expect(decide({ ...company, principalCents: 1_000_000_00n }).isEnough).toBe(true)
    expect(decide({ ...company, principalCents: 999_999_99n })).toEqual({
      isEnough: false,
      reason: 'amount',
      minimumCents: 1_000_000_00n,
    })
    expect(decide({ ...company, principalCents: 500_000_00n }).isEnough).toBe(false)
  })
  test.each(['a7', 'a9', 'a12'] as const)('is a million for %s, too', category => {
    expect(decide({ ...company, category, principalCents: 1_000_000_00n }).isEnough).toBe(true)
  })
  test('counts fewer than five owners one by one, if all are people', () => {
    const throughOwners = { ...company, category: 'a8', principalCents: 800_000_00n } as const
    expect(decide({ ...throughOwners, owners: people(4) })).toEqual({ isEnough: true, minimumCents: 800_000_00n })
    expect(decide({ ...throughOwners, owners: people(5) })).toMatchObject({
      minimumCents: 1_000_000_00n,
      isEnough: false,
    })
    const withCompany = [...people(3), { name: 'Doe LLC', isNatural: false }]
    expect(decide({ ...throughOwners, owners: withCompany }).isEnough).toBe(false)
    expect(decide({ ...throughOwners, owners: people(4), principalCents: 799_999_99n }).isEnough).toBe(false)
    expect(decide({ ...throughOwners, owners: [] })).toEqual({ isEnough: false, reason: 'owners' })
  })
  test('is not for a licensed person, an insider or an institution, whom the letter does not name', () => {
    for (const category of ['a10', 'a4', 'a1', 'a13'] as const) {
      expect(decide({ category, principalCents: 9_000_000_00n })).toEqual({ isEnough: false, reason: 'category' })
    }
  })
  test('looks at the owner behind an IRA, and at a trust’s grantors', () => {
    expect(decide({ kind: 'sdira', category: 'a8', owners: people(1) })).toMatchObject({ isEnough: true })
    expect(decide({ kind: 'revocable_trust', category: 'a8', owners: people(2) })).toMatchObject({
      minimumCents: 400_000_00n,
      isEnough: false,
    })
  })
  test('counts joint holders each, or a couple as one by the joint test', () => {
    const joint = { kind: 'joint_jtwros', owners: people(2), principalCents: 200_000_00n } as const
    expect(decide({ ...joint, isJointTest: true }).isEnough).toBe(true)
    expect(decide(joint)).toMatchObject({ isEnough: false, minimumCents: 400_000_00n })
    expect(decide({ ...joint, owners: [] })).toMatchObject({ reason: 'owners' })
  })
  test('is off for renewals until counsel switches it on', () => {
    expect(decide({ isRenewal: true })).toEqual({ isEnough: false, reason: 'renewal' })
    const on = { ...switches, highMinimumOnRenewals: true }
    expect(highMinimumOf({ ...person, isRenewal: true }, on).isEnough).toBe(true)
  })
})

describe('methods', () => {
  test('start with one page for a person at the minimum', () => {
    expect(methodsFor(person, false, switches).methods).toEqual(['high_minimum', 'letter', 'net_worth'])
    expect(methodsFor({ ...person, category: 'a6' }, false, switches).methods).toContain('income')
    expect(methodsFor({ ...person, category: 'a10' }, false, switches).methods).toEqual(['license'])
  })
  test('of an IRA, a solo 401(k) and a revocable trust are those of the people behind it', () => {
    for (const kind of ['sdira', 'solo_401k', 'revocable_trust'] as const) {
      const sale = { ...person, kind, category: 'a8', owners: people(2) } as const
      expect(methodsFor(sale, false, switches).methods).toEqual(['letter', 'income', 'net_worth', 'license'])
      expect(methodsFor(sale, true, switches).methods).toContain('earlier')
    }
    // By its own assets, a trust is an entity: (E) covers natural persons.
    const assets = { ...person, kind: 'revocable_trust', category: 'a7' } as const
    expect(methodsFor(assets, true, switches).methods).toEqual(['letter', 'other'])
  })
  test('of an entity go owner by owner where its category does', () => {
    for (const kind of ['llc', 'lp', 'corporation', 'irrevocable_trust'] as const) {
      const owned = { ...person, kind, category: 'a8', owners: people(2) } as const
      expect(methodsFor(owned, false, switches).methods).toEqual(['letter', 'owners'])
    }
    expect(methodsFor(company, false, switches).methods).toEqual(['letter', 'other'])
  })
  test('of an insider is our own record of the position', () => {
    expect(methodsFor({ ...person, category: 'a4' }, false, switches).methods).toEqual(['insider'])
    expect(missingEvidence({ ...person, category: 'a4' }, 'insider', [])).toEqual([])
    const checks = checklistFor({ ...person, category: 'a4' }, 'insider').map(({ text }) => text)
    expect(checks.join(' ')).toContain('Our own records show')
    expect(checks.join(' ')).not.toMatch(/balance sheet|formed/)
  })
  test('of a renewal are an earlier verification or evidence, never the high minimum', () => {
    const renewal = { ...person, isRenewal: true }
    expect(methodsFor(renewal, true, switches).methods).toEqual(['earlier', 'letter', 'net_worth'])
    expect(methodsFor(renewal, false, switches).methods).toEqual(['letter', 'net_worth'])
  })
  test('carry five years where they are listed, and a high minimum only by a switch', () => {
    expect((['income', 'net_worth', 'letter'] as const).every(method => carriesFiveYears(method, switches))).toBe(true)
    expect(
      (['high_minimum', 'license', 'insider', 'owners', 'other', 'earlier'] as const).some(method =>
        carriesFiveYears(method, switches),
      ),
    ).toBe(false)
    expect(carriesFiveYears('high_minimum', { ...switches, fiveYearsAfterHighMinimum: true })).toBe(true)
  })
  test('are offered to every kind of holder in every category it can have', () => {
    for (const kind of accreditableKinds) {
      for (const category of categoriesOf(kind, switches)) {
        const sale = { ...person, kind, category, principalCents: 1n }
        expect(methodsFor(sale, false, switches).methods, `${kind} ${category}`).not.toEqual([])
      }
    }
  })
})

test('(a)(8) reaches an irrevocable trust and a solo 401(k) only where counsel says so', () => {
  const on = { irrevocableTrustByGrantors: true, solo401kByOwner: true }
  expect(categoriesOf('irrevocable_trust', switches)).toEqual(['a7', 'a9'])
  expect(categoriesOf('irrevocable_trust', on)).toContain('a8')
  expect(categoriesOf('solo_401k', switches)).toEqual(['a1'])
  expect(categoriesOf('solo_401k', on)).toEqual(['a8'])
  expect(categoriesOf('sdira', switches)).toEqual(['a8'])
  expect(whyNotByOwners('irrevocable_trust', switches)).toContain('not through its grantors')
  expect(whyNotByOwners('solo_401k', switches)).toContain('A letter from a professional')
  expect(whyNotByOwners('solo_401k', on) ?? whyNotByOwners('sdira', switches)).toBeUndefined()
  const plan: Sale = { ...person, kind: 'solo_401k', category: 'a1' }
  expect(methodsFor(plan, true, switches).methods).toEqual(['letter', 'other'])
})

describe('validity', () => {
  test.each([
    ['2027-05-31', '2027-08-29'],
    ['2027-02-01', '2027-05-01'],
    ['2027-01-31', '2027-04-30'],
    ['2027-11-30', '2028-02-28'],
    ['2028-11-30', '2029-02-28'],
    ['2027-12-01', '2028-02-29'],
  ])('a letter of %s is good through %s', (from, through) => expect(threeMonthsFrom(from)).toBe(through))

  test('five years end on the same day', () => {
    expect(fiveYearsFrom('2027-03-01')).toBe('2032-03-01')
    expect(fiveYearsFrom('2028-02-29')).toBe('2033-02-28')
  })
  test('an approval lasts as long as its oldest evidence', () => {
    const approvedOn = '2027-07-01'
    const dated = { approvedOn, evidenceDays: ['2027-06-20', '2027-05-31'] }
    expect(lastDayOf({ ...dated, method: 'net_worth' }, switches)).toBe('2027-08-29')
    const earlier = { method: 'earlier', approvedOn, evidenceDays: [] } as const
    expect(lastDayOf({ ...earlier, verifiedOn: '2025-01-10' }, switches)).toBe('2027-09-29')
    expect(lastDayOf({ ...earlier, verifiedOn: '2022-08-01' }, switches)).toBe('2027-08-01')
    const lasting = { ...switches, earlierForOneSale: false }
    expect(lastDayOf({ ...earlier, verifiedOn: '2025-01-10' }, lasting)).toBe('2030-01-10')
    expect(lastDayOf({ method: 'income', approvedOn, evidenceDays: [] }, switches)).toBe('2027-09-29')
    expect(lastDayOf({ ...dated, method: 'owners' }, switches)).toBe('2027-08-29')
    expect(lastDayOf({ method: 'owners', approvedOn, evidenceDays: [] }, switches)).toBe('2027-09-29')
  })
})

describe('relying on an approval', () => {
  const approval: Approval = {
    method: 'high_minimum',
    amountCents: 300_000_00n,
    validFrom: '2027-01-10',
    validThrough: '2027-04-10',
    isUsed: false,
    isRenewal: false,
  }
  const canRely = (one: Approval, of: Parameters<typeof canRelyOn>[1]) => canRelyOn(one, of, switches)
  const sale = { principalCents: 300_000_00n, day: '2027-04-10', isRenewal: false }
  test('takes the amount that was represented, or more', () => {
    expect(canRely(approval, sale)).toBe(true)
    expect(canRely(approval, { ...sale, principalCents: 400_000_00n })).toBe(true)
    expect(canRely(approval, { ...sale, principalCents: 299_999_99n })).toBe(false)
    expect(canRely({ ...approval, method: 'letter' }, { ...sale, principalCents: 1n })).toBe(true)
  })
  test('of new cash is not for a renewal, where it rests on the amount', () => {
    expect(canRely(approval, { ...sale, isRenewal: true })).toBe(false)
    expect(canRely({ ...approval, method: 'letter' }, { ...sale, isRenewal: true })).toBe(true)
  })
  test('is to the day, and once where it is for this sale', () => {
    expect(canRely(approval, { ...sale, day: '2027-04-11' })).toBe(false)
    expect(canRely(approval, { ...sale, day: '2027-01-09' })).toBe(false)
    expect(canRely({ ...approval, isUsed: true }, sale)).toBe(false)
    expect(canRely({ ...approval, method: 'letter', isUsed: true }, sale)).toBe(true)
  })
  test('by an earlier verification is for one sale, with what is represented at it, unless counsel says otherwise', () => {
    const earlier = { ...approval, method: 'earlier' } as const
    expect(canRely(earlier, { ...sale, isRenewal: true })).toBe(true)
    expect(canRely({ ...earlier, isUsed: true }, sale)).toBe(false)
    expect(canRelyOn({ ...earlier, isUsed: true }, sale, { ...switches, earlierForOneSale: false })).toBe(true)
  })
})

describe('evidence', () => {
  const letter: Evidence = { kind: 'letter', datedOn: '2027-05-31', ssnPages: [], isSentAnyway: false }
  test('is refused dated tomorrow, too old, or without a date that counts', () => {
    expect(evidenceProblem(letter, '2027-08-29')).toBeUndefined()
    expect(evidenceProblem(letter, '2027-08-30')).toBe('EVIDENCE_OLD')
    expect(evidenceProblem(letter, '2027-05-30')).toBe('EVIDENCE_FUTURE')
    expect(evidenceProblem({ ...letter, datedOn: null }, '2027-06-01')).toBe('EVIDENCE_DATE')
    expect(evidenceProblem({ ...letter, kind: 'assets', datedOn: null }, '2027-06-01')).toBe('EVIDENCE_DATE')
    expect(evidenceProblem({ ...letter, kind: 'other', datedOn: null }, '2027-06-01')).toBeUndefined()
  })
  test('of income are IRS forms of the two most recent years, and the same year twice isn’t two', () => {
    expect(recentYears(2027)).toEqual([2026, 2025])
    const form = (taxYear: number | null, whose?: string): Evidence => ({
      ...{ ...letter, kind: 'tax_form', datedOn: null, taxYear },
      ...(whose && { person: whose }),
    })
    expect(evidenceProblem(form(null), '2027-03-01')).toBe('EVIDENCE_YEARLESS')
    expect(evidenceProblem(form(2026), '2027-03-01')).toBeUndefined()
    expect(repeatsYear([], form(2026))).toBe(false)
    expect(repeatsYear([form(2026)], form(2025))).toBe(false)
    expect(repeatsYear([form(2026)], form(2026))).toBe(true)
    expect(repeatsYear([form(2026, 'A')], form(2026, 'B'))).toBe(false)
    // With both years present, another form of one of them is additional, such as a second employer’s.
    expect(repeatsYear([form(2026), form(2025)], form(2026))).toBe(false)
    expect(repeatsYear([form(2026), { ...form(2025), isGone: true }], form(2026))).toBe(true)
  })
  test('with a full Social Security number waits for a decision', () => {
    const shown = { ...letter, ssnPages: [2] }
    expect(evidenceProblem(shown, '2027-06-01')).toBe('EVIDENCE_SSN')
    expect(evidenceProblem({ ...shown, isSentAnyway: true }, '2027-06-01')).toBeUndefined()
  })
  test('that says too much is destroyed 90 days after the decision', () => {
    expect(destroyedOn('tax_form', false, '2027-06-01', switches)).toBe('2027-08-30')
    expect(destroyedOn('credit_report', false, '2027-06-01', switches)).toBe('2027-08-30')
    expect(destroyedOn('letter', false, '2027-06-01', switches)).toBeUndefined()
    expect(destroyedOn('letter', true, '2027-06-01', switches)).toBe('2027-08-30')
  })
  test('says what is missing', () => {
    const form = (taxYear: number): Evidence => ({ ...letter, kind: 'tax_form', datedOn: null, taxYear })
    expect(missingEvidence(person, 'income', [form(2025)])).toHaveLength(1)
    expect(missingEvidence(person, 'income', [form(2025), form(2025)])).toHaveLength(1)
    expect(missingEvidence(person, 'income', [form(2025), form(2026)])).toEqual([])
    expect(missingEvidence(person, 'income', [form(2025), { ...form(2026), isGone: true }])).toHaveLength(1)
    expect(missingEvidence(person, 'net_worth', [])).toHaveLength(2)
    expect(missingEvidence(person, 'high_minimum', [])).toEqual([])
  })
  test('is asked of each joint holder who proves it alone, for both years, and once of a couple together', () => {
    const joint: Sale = { ...person, kind: 'joint_tic', category: 'a6', owners: people(2) }
    const form = (whose: string, taxYear = 2026): Evidence => ({
      ...letter,
      ...{ kind: 'tax_form', datedOn: null, person: whose, taxYear },
    })
    const first = [form('Owner 0'), form('Owner 0', 2025)]
    expect(missingEvidence(joint, 'income', first)).toEqual([expect.stringContaining('Owner 1: IRS forms')])
    expect(missingEvidence(joint, 'income', [...first, form('Owner 1')])).toHaveLength(1)
    expect(missingEvidence(joint, 'income', [...first, form('Owner 1'), form('Owner 1', 2025)])).toEqual([])
    expect(missingEvidence({ ...joint, isJointTest: true }, 'income', first)).toEqual([])
    expect(missingEvidence(joint, 'net_worth', [])).toHaveLength(4)
  })
  test('is asked of the owner of an IRA and of each grantor, not of the account or the trust', () => {
    const trust: Sale = { ...person, kind: 'revocable_trust', category: 'a8', owners: people(2) }
    expect(missingEvidence(trust, 'net_worth', [])).toEqual(
      ['Owner 0', 'Owner 1'].flatMap(name => [
        expect.stringContaining(`${name}: Statements of assets`),
        expect.stringContaining(`${name}: A credit report`),
      ]),
    )
    const ira: Sale = { ...trust, kind: 'sdira', owners: people(1) }
    expect(missingEvidence(ira, 'license', [])).toEqual([expect.stringContaining('Owner 0: The printout')])
  })
  test('of an entity verified owner by owner is the list, and of each owner their own evidence or a letter', () => {
    const owners = [...people(2), { name: 'Doe LLC', isNatural: false }]
    const owned: Sale = { ...company, category: 'a8', owners }
    const list: Evidence = { ...letter, kind: 'owners', datedOn: null }
    const of = (kind: Evidence['kind'], whose: string): Evidence => ({ ...letter, kind, person: whose })
    expect(missingEvidence(owned, 'owners', [])).toEqual([
      'The list of all owners',
      expect.stringMatching(/^Owner 0: A letter from a professional, or/),
      expect.stringMatching(/^Owner 1: /),
      'Doe LLC: A letter from a professional, or its balance sheet',
    ])
    const some = [list, of('letter', 'Owner 0'), of('assets', 'Owner 1'), of('balance_sheet', 'Doe LLC')]
    expect(missingEvidence(owned, 'owners', some)).toEqual([expect.stringMatching(/^Owner 1: /)])
    expect(missingEvidence(owned, 'owners', [...some, of('balance_sheet', 'Owner 1')])).toHaveLength(1)
    expect(missingEvidence(owned, 'owners', [...some, of('credit_report', 'Owner 1')])).toEqual([])
    // One letter about the entity is another way.
    expect(missingEvidence(owned, 'letter', [letter])).toEqual([])
    expect(evidenceProblem(list, '2027-06-01', ['Owner 0'])).toBeUndefined()
  })
  test('of joint holders names one of them', () => {
    const whose = (name: string | null) => evidenceProblem({ ...letter, person: name }, '2027-06-01', ['A', 'B'])
    expect(whose('A')).toBeUndefined()
    expect([whose(null), whose('C')]).toEqual(['EVIDENCE_WHOSE', 'EVIDENCE_WHOSE'])
  })
})

describe('Social Security numbers', () => {
  test('are found by page, and masked or impossible ones are not', () => {
    const pages = [
      'Form W-2',
      'Employee 123-45-6789',
      '***-**-6789, 900-12-3456, 666-12-3456, 000-12-3456, 123-00-4567',
    ]
    expect(pagesWithSocialSecurityNumbers(pages)).toEqual([2])
    expect(ssnSentence([2])).toBe('Page 2 shows a full Social Security number: cover it, or send it anyway.')
    expect(ssnSentence([1, 2, 4])).toContain('Pages 1, 2 and 4 show')
  })
  test('may be on pages without text, which reviewers are told of', () => {
    expect(unsearchedSentence([2, 3])).toBe(
      'Pages 2 and 3 couldn’t be searched: look for Social Security numbers there',
    )
    expect(unsearchedSentence([7])).toContain('Page 7 couldn’t')
    expect(unsearchedSentence([1, 3, 4, 5, 9])).toContain('Pages 1, 3–5 and 9 couldn’t')
    expect(unsearchedSentence([2, 3, 4])).toContain('Pages 2–4 couldn’t')
  })
  test.each([
    '123 - 45 - 6789',
    '123\u00a045\u00a06789',
    '123\u201145\u20116789',
    '123\u221245\u22126789',
    '123.45.6789',
    '１２３-45-6789',
  ])('are found as PDFs write them: %s', number =>
    expect(pagesWithSocialSecurityNumbers([`Employee ${number} Doe`])).toEqual([1]),
  )
  test('in a row count only near their name: routing numbers look the same', () => {
    expect(pagesWithSocialSecurityNumbers(['Social security number: 123456789', 'Routing 123456789'])).toEqual([1])
    expect(pagesWithSocialSecurityNumbers(['SSN 1 2 3 4 5 6 7 8 9', 'Your social security number 1234 5678'])).toEqual([
      1,
    ])
    expect(
      pagesWithSocialSecurityNumbers(['SSN 123 45 6789', 'EIN 12-3456789', '(512) 555-0142', '78701-1234']),
    ).toEqual([1])
  })
})

describe('an IRS form', () => {
  test.each([
    'Form 1040 Department of the Treasury—Internal Revenue Service U.S. Individual Income Tax Return 2026',
    '22222 a Employee’s social security number OMB No. 1545-0008 1 Wages, tips, other compensation',
    '2026 W\u20112 Wage and Tax\nStatement',
    'PAYER’S name OMB No. 1545-0112 Form 1099-INT Interest Income',
    'Schedule K-1 (Form 1065) 2026 Partner’s Share of Income, Deductions, Credits, etc.',
    'Internal Revenue Service United States Department of the Treasury Form 1040 Tax Return Transcript',
    'Copy B Form 1099 Dept. of the Treasury - IRS',
  ])('is known by what is printed on it: %s', page => expect(showsTaxForm(['Balance sheet', page])).toBe(true))
  test.each([
    'I am a CPA, and have prepared Forms 1040 of Iris Vestor, which were filed with the Internal Revenue Service.',
    'Your Form 1099 will be mailed by February 15. Account 1040',
    'Department of the Treasury Internal Revenue Service. We assigned you an employer identification number. File Form 1065.',
    'Balance sheet: cash $1,040, notes $1,099, W. 2nd Street',
  ])('isn’t what only mentions one: %s', page => expect(showsTaxForm([page])).toBe(false))
})

describe('the wire', () => {
  const larkstone = { name: 'Larkstone Private Lending', shortName: 'Larkstone' }
  const concernOf = (originator: string, legalName: string, memo: string, custodian?: string) =>
    originatorConcern(
      { legalName, kind: custodian ? 'sdira' : 'individual', custodian: custodian ?? null },
      { originator, memo },
      larkstone,
    )
  const [ira, horizon] = ['Horizon Trust Company FBO Jane Doe IRA', 'Horizon Trust Company']
  test.each([
    ['JANE Q DOE', 'Jane Doe', ''],
    ['Doe Jane', 'Jane Doe', 'Note LK-2026-0001'],
    ['DOE FAMILY LLC', 'Doe Family, LLC', ''],
    ['EQUITY TRUST COMPANY', 'Equity Trust Company', ''],
    ['SMITH LENDING LLC', 'Smith Lending, LLC', ''],
    // Banks omit suffixes that distinguish a father from his son.
    ['JOHN SMITH', 'John Smith Jr.', ''],
    ['JOHN SMITH JUNIOR', 'John Smith, Jr.', ''],
    ['JOHN SMITH SR AND JOHN SMITH JR', 'John Smith Jr.', ''],
    ['VESTOR FUND II LLC', 'Vestor Fund II, LLC', ''],
    // The fund's own name is no loan.
    ['Jane Doe', 'Jane Doe', 'LARKSTONE PRIVATE LENDING NOTE'],
    ['Jane Doe', 'Jane Doe', 'Note LK-2026-0001, Larkstone Lending'],
    ['HORIZON TRUST COMPANY', ira, '', horizon],
    ['HORIZON TRUST CO', ira, ''],
    ['HORIZON TRUST CO FBO JANE DOE IRA', ira, '', horizon],
    ['Horizon Trust F/B/O Jane Doe', ira, '', horizon],
    ['JANE DOE ROTH IRA', ira, '', horizon],
    ['JANE DOE INDIVIDUAL RETIREMENT ACCOUNT', ira, '', horizon],
    ['DOE SOLO 401(K) PLAN', 'Doe Solo 401(k) Trust', '', 'Doe Plans LLC'],
    ['IRA JOEL LEVIN IRA', 'Horizon Trust Company FBO Ira Joel Levin IRA', '', horizon],
    ['IRA LEVIN', 'Ira Levin', ''],
  ])('from %s fits %s with "%s"', (originator, name, memo, custodian?: string) =>
    expect(concernOf(originator, name, memo, custodian)).toBeUndefined(),
  )
  test.each([
    ['John Doe', 'Jane Doe', '', 'another-originator'],
    ['Doe', 'Jane Doe', '', 'another-originator'],
    ['Acme Lending Inc', 'Acme Holdings Inc', '', 'another-originator'],
    ['John and Mary Smith Lending Corp', 'John Smith', '', 'another-originator'],
    ['', 'Jane Doe', '', 'another-originator'],
    ['Jane Doe', 'Jane Doe', 'HELOC draw', 'loan-memo'],
    ['Jane Doe', 'Jane Doe', 'loan proceeds', 'loan-memo'],
    ['JOHN SMITH SR', 'John Smith Jr.', '', 'another-originator'],
    ['SMITH SR', 'John Smith Jr.', '', 'another-originator'],
    ['JOHN SMITH JR', 'John Smith', '', 'another-originator'],
    ['JOHN SMITH III', 'John Smith II', '', 'another-originator'],
    ['VESTOR FUND III LLC', 'Vestor Fund II, LLC', '', 'another-originator'],
    ['Jane Doe', 'Jane Doe', 'Larkstone Private Lending loan 7', 'loan-memo'],
    ['Jane Doe', 'Jane Doe', 'PRIVATE LENDING', 'loan-memo'],
    ['Jane Doe', 'Jane Doe', 'Larkstone, advance of Acme', 'loan-memo'],
    ['JANE DOE', ira, '', 'personal-account', horizon],
    ['JANE Q DOE', ira, '', 'personal-account'],
    ['DOE INDUSTRIES', 'Doe Industries 401k', '', 'personal-account', 'Doe Plans LLC'],
    ['IRA JOEL LEVIN', 'Horizon Trust Company FBO Ira Joel Levin IRA', '', 'personal-account', horizon],
    ['OTHER TRUST CO', ira, '', 'another-originator', horizon],
  ])('from %s for %s with "%s" stops at review: %s', (originator, name, memo, concern, custodian?: string) =>
    expect(concernOf(originator, name, memo, custodian)).toBe(concern),
  )
})

test('reminders go only where a note matures in the window', () => {
  expect(reminderFor('2027-10-15', '2027-12-15', undefined, switches)).toBeUndefined()
  expect(reminderFor('2027-10-16', '2027-12-15', undefined, switches)).toBe('needed-for-renewal')
  expect(reminderFor('2027-11-01', '2027-12-15', '2027-12-15', switches)).toBeUndefined()
  expect(reminderFor('2027-11-01', '2027-12-15', '2027-12-10', switches)).toBeUndefined()
  expect(reminderFor('2027-11-10', '2027-12-15', '2027-12-10', switches)).toBe('ends-soon')
  expect(reminderFor('2027-11-10', '2029-12-15', '2027-12-10', switches)).toBeUndefined()
})

test('the text to sign names the holder, the amount, the minimum and the category, in words', () => {
  const facts = {
    holder: 'Jane Doe',
    fund: 'Larkstone Lending',
    sale: person,
    method: 'high_minimum',
    year: 2027,
  } as const
  const text = representationText({ ...facts, minimumCents: 200_000_00n }, representations)
  expect(text).toContain('Jane Doe invests $200,000 in a note of Larkstone Lending, for no one else’s account')
  expect(text).toContain(
    'as Regulation D of the Securities and Exchange Commission defines it: a person whose net worth',
  )
  expect(text).not.toMatch(/\d{3}\([a-z]\)/)
  expect(text).toContain('not to be resold or distributed')
  expect(text).toContain('The minimum of $200,000 for this investment is not financed')
  expect(text).not.toMatch(/[{}]/)
  const company8 = { ...person, kind: 'llc', category: 'a8', owners: people(4) } as const
  expect(representationText({ ...facts, sale: company8, minimumCents: 1n }, representations)).toContain(
    'any owner’s minimum investment',
  )
  // The owner of the income, not the custodian.
  const ira = { ...person, kind: 'sdira', category: 'a8', owners: people(1) } as const
  const income = { ...facts, holder: 'Trust Company FBO Owner 0 IRA', method: 'income' } as const
  expect(representationText({ ...income, sale: ira }, representations)).toContain('Owner 0 reasonably expects to reach')
  const trust = { ...ira, kind: 'revocable_trust', owners: people(3) } as const
  expect(representationText({ ...income, sale: trust }, representations)).toContain(
    'Each of Owner 0, Owner 1 and Owner 2 reasonably expects',
  )
})

test('checklists end with what is known against it, and ask for the people behind a holder', () => {
  const codes = (sale: Partial<Sale>) => checklistFor({ ...person, ...sale }, 'letter').map(({ code }) => code)
  expect(codes({}).at(-1)).toBe('contrary')
  expect(codes({})).not.toContain('behind')
  expect(codes({ kind: 'sdira', category: 'a8' })).toContain('behind')
  expect(codes({ kind: 'joint_tic' })).toContain('behind')
})

test('the checklist of owners one by one asks for what counts there', () => {
  const texts = (sale: Partial<Sale>, method: 'owners') =>
    checklistFor({ ...person, ...sale }, method).map(({ text }) => text)
  const owners = texts({ kind: 'llc', category: 'a8', owners: people(2) }, 'owners').join(' ')
  expect(owners).toContain('The list names every owner')
  expect(owners).not.toContain('balance sheet')
})

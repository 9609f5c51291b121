import { expect, test } from 'vitest'
import { randomFrom } from '../../../tests/crash/random.ts'
import { type OriginatorConcern, originatorConcern, type WireHolder } from '../../accreditation/originator.ts'
import type { HolderKind } from '../holders.ts'

/* The owner of a wire's account: other titles of one family, other owners at one custodian, an IRA for its owner. */

const larkstone = { name: 'Larkstone Private Lending', shortName: 'Larkstone' }

function concernOf(originator: string, legalName: string, kind: HolderKind, custodian?: string) {
  return originatorConcern({ legalName, kind, custodian: custodian ?? null }, { originator }, larkstone)
}

const star = 'Lone Star Trust Company'
const ira = `${star} FBO Jane Doe IRA`

test.each<[string, string, HolderKind, string?]>([
  ['DOE FAMILY LLC', 'Doe Family, L.L.C.', 'llc'],
  ['DOE FAMILY LIMITED LIABILITY COMPANY', 'Doe Family LLC', 'llc'],
  ['ALDER PARTNERS LLC', 'Alder Partners', 'llc'],
  ['ALDER PARTNERS', 'Alder Partners', 'llc'],
  ['DOE FAMILY LTD PARTNERSHIP', 'Doe Family, Ltd.', 'lp'],
  ['DOE FAM TRUST', 'Doe Family Trust', 'revocable_trust'],
  [
    'DOE FAMILY REV LIV TR UA DTD 03/02/2015',
    'The Doe Family Revocable Living Trust dated March 2, 2015',
    'revocable_trust',
  ],
  ['JANE DOE TTEE DOE FAMILY TRUST', 'Doe Family Trust', 'revocable_trust'],
  ['DOE FAMILY TRUST JANE DOE TTEE', 'Doe Family Trust', 'revocable_trust'],
  ['DOE FAMILY TRUST', 'Jane Doe, Trustee of the Doe Family Trust', 'revocable_trust'],
  ['JANE DOE TRUSTEE', 'Jane Doe Revocable Trust', 'revocable_trust'],
  ['SCHWAB AND CO INC FBO DOE FAMILY LLC', 'Doe Family LLC', 'llc'],
  ['SCHWAB AND CO INC FBO JANE DOE', 'Jane Doe', 'individual'],
  ['JOHN DOE OR JANE DOE', 'Jane Doe', 'individual'],
  ['RUTH LINDQVIST', 'Ruth Lindqvist and Karl Lindqvist, JTWROS', 'joint_jtwros'],
  ['IRA LEVIN', 'Ira Levin', 'individual'],
  ['LONE STAR TRUST CO', ira, 'sdira', star],
  ['LONE STAR TRUST', ira, 'sdira', star],
  ['LONE STAR TRUST COMPANY CUSTODIAN FOR JANE DOE IRA', ira, 'sdira', star],
  ['LONE STAR TRUST CO CFBO JANE M DOE ROTH IRA', ira, 'sdira', star],
  ['LONE STAR TRUST JANE DOE IRA', ira, 'sdira', star],
  ['JANE DOE IRA', ira, 'sdira', star],
  ['FIDELITY', 'Jane Doe IRA', 'sdira', 'Fidelity'],
  ['DOE INDUSTRIES LLC 401K PLAN', 'Doe Industries LLC 401(k) Plan', 'solo_401k'],
  ['JANE DOE IRA LLC', 'Jane Doe IRA LLC', 'llc'],
])('money from %s is that of %s (%s)', (originator, name, kind, custodian) =>
  expect(concernOf(originator, name, kind, custodian)).toBeUndefined(),
)

test.each<[string, string, HolderKind, OriginatorConcern, string?]>([
  // Titles of one family name.
  ['DOE FAMILY LLC', 'Doe Family Trust', 'irrevocable_trust', 'another-originator'],
  ['DOE FAMILY TRUST', 'Doe Family LLC', 'llc', 'another-originator'],
  ['DOE FAMILY INC', 'Doe Family LLC', 'llc', 'another-originator'],
  ['DOE FAMILY LP', 'Doe Family LLC', 'llc', 'another-originator'],
  ['DOE FAMILY HOLDINGS LLC', 'Doe Family LLC', 'llc', 'another-originator'],
  ['DOE FAMILY FUND 2 LLC', 'Doe Family Fund 3 LLC', 'llc', 'another-originator'],
  ['DOE FAMILY TRUST COMPANY', 'Doe Family Trust', 'revocable_trust', 'another-originator'],
  [
    'DOE FAMILY TRUST DTD 03/02/2015',
    'Doe Family Trust dated January 5, 2010',
    'revocable_trust',
    'another-originator',
  ],
  ['DOE REVOCABLE TRUST', 'Doe Irrevocable Trust', 'irrevocable_trust', 'another-originator'],
  ['JANE DOE TTEE OF THE DOE FAMILY TRUST', 'Jane Doe Revocable Trust', 'revocable_trust', 'another-originator'],
  ['JANE DOE', 'Jane Doe LLC', 'llc', 'another-originator'],
  ['JANE DOE', 'Jane Doe Trust', 'revocable_trust', 'another-originator'],
  ['JANE DOE LLC', 'Jane Doe', 'individual', 'another-originator'],
  ['JANE DOE TRUST', 'Jane Doe', 'individual', 'another-originator'],
  ['ESTATE OF JANE DOE', 'Jane Doe', 'individual', 'another-originator'],
  ['JANE DOE CONSTRUCTION', 'Jane Doe', 'individual', 'another-originator'],
  ['JANE DOE CUST JIMMY DOE UTMA TX', 'Jane Doe', 'individual', 'another-originator'],
  ['JOHN ROE TRUST FBO JANE DOE', 'Jane Doe', 'individual', 'another-originator'],
  ['DOE FAMILY TRUST FBO JOHN DOE', 'Doe Family Trust FBO Jane Doe', 'irrevocable_trust', 'another-originator'],
  // Owners at one custodian, and names like the custodian's.
  ['LONE STAR TRUST COMPANY FBO MARY ROE IRA', ira, 'sdira', 'another-originator', star],
  ['LONE STAR TRUST COMPANY FBO MARY DOE IRA', ira, 'sdira', 'another-originator', star],
  ['LONE STAR TRUST COMPANY MARY ROE IRA', ira, 'sdira', 'another-originator', star],
  ['LONE STAR BAR AND GRILL LLC', ira, 'sdira', 'another-originator', star],
  ['LONE STAR LLC', ira, 'sdira', 'another-originator', star],
  ['LONE STAR', ira, 'sdira', 'another-originator', star],
  ['HORIZON TRUST CO FBO JANE DOE IRA', ira, 'sdira', 'another-originator', star],
  [
    'LONE STAR TRUST CO FBO JANE DOE ROTH IRA',
    `${star} FBO Jane Doe Traditional IRA`,
    'sdira',
    'another-originator',
    star,
  ],
  ['JANE DOE', ira, 'sdira', 'personal-account', star],
  // A retirement account for its owner's own note.
  ['LONE STAR TRUST COMPANY FBO JANE DOE IRA', 'Jane Doe', 'individual', 'retirement-account'],
  ['JANE DOE ROTH IRA', 'Jane Doe', 'individual', 'retirement-account'],
  ['JANE DOE SOLO 401(K)', 'Jane Doe', 'individual', 'retirement-account'],
  ['IRA LEVIN IRA', 'Ira Levin', 'individual', 'retirement-account'],
  ['JANE DOE IRA', 'Jane Doe and John Doe', 'joint_jtwros', 'retirement-account'],
])('money from %s for %s (%s) stops: %s', (originator, name, kind, concern, custodian) =>
  expect(concernOf(originator, name, kind, custodian)).toBe(concern),
)

const first = ['Jane', 'Mary', 'Ruth', 'Karl', 'Paul', 'Ira', 'José', 'Wanda', 'Søren', 'Grace']
const last = ['Doe', 'Roe', 'Marsh', 'Okafor', 'Lindqvist', "O'Neil", 'Vestor', 'Tran', 'Alder', 'Stone']
const places = ['Lone', 'Star', 'Ridge', 'Maple', 'Harbor', 'Copper', 'Cedar', 'Summit']
const forms = [
  ['LLC', 'llc'],
  ['LP', 'lp'],
  ['Inc.', 'corporation'],
  ['Trust', 'irrevocable_trust'],
] as const satisfies readonly (readonly [string, HolderKind])[]

/** Names as printed by banks: capitals, no accents, no punctuation. */
function asPrinted(name: string): string {
  const plain = name.normalize('NFKD').replaceAll('ø', 'o')
  return plain
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[.,]/g, '')
    .toUpperCase()
}

test('of random names each pays for itself, however it is printed, and none for another', () => {
  const { pick } = randomFrom(47)
  const owner = (): WireHolder => {
    const [person, place] = [`${pick(first)} ${pick(last)}`, `${pick(places)} ${pick(places)}`]
    const custodian = `${pick(places)} ${pick(places)} Trust Company`
    const [form, kind] = pick(forms)
    return pick([
      { legalName: person, kind: 'individual' },
      { legalName: `${place} ${form}`, kind },
      { legalName: `${person} ${form}`, kind },
      { legalName: `${custodian} FBO ${person} IRA`, kind: 'sdira', custodian },
    ])
  }
  const isSame = (...names: string[]) =>
    new Set(names.map(name => asPrinted(name).split(' ').toSorted().join())).size === 1
  for (let round = 0; round < 5000; round++) {
    const [holder, payer] = [owner(), owner()]
    const own = originatorConcern(holder, { originator: asPrinted(holder.legalName) }, larkstone)
    expect(own, `${holder.legalName} for itself`).toBeUndefined()
    if (isSame(holder.legalName, payer.legalName)) continue
    const concern = originatorConcern(holder, { originator: asPrinted(payer.legalName) }, larkstone)
    expect(concern, `${payer.legalName} for ${holder.legalName}`).toBeDefined()
  }
})

import { isNaturalPerson, isVerifiedByOwners, ownerWord } from './categories.ts'
import type { Sale } from './high-minimum.ts'
import type { Method } from './methods.ts'

/** An item that a reviewer checks and ticks. */
export interface Check {
  /** Stable: ticks are stored by it. */
  code: string
  text: string
}

const byMethod: Record<Method, readonly Check[]> = {
  high_minimum: [
    { code: 'minimum', text: 'The amount reaches the minimum for this kind of holder and category.' },
    { code: 'unfinanced', text: 'They represent that no third party finances the minimum for this investment.' },
    { code: 'wire', text: 'Any wire already received came from the holder, without a memo about a loan.' },
  ],
  earlier: [
    { code: 'earlier', text: 'We verified them ourselves, by a listed method, within the last five years.' },
    { code: 'unchanged', text: 'They represent that they still are accredited.' },
  ],
  letter: [
    {
      code: 'professional',
      text: 'The writer is a broker-dealer, registered adviser, attorney or CPA, in good standing.',
    },
    { code: 'dated', text: 'The letter is dated within three months, and not ahead of today.' },
    { code: 'signed', text: 'It is signed.' },
    {
      code: 'states',
      text: 'It says that the writer took reasonable steps within three months, and found them accredited.',
    },
  ],
  income: [
    { code: 'forms', text: 'IRS forms show each of the two most recent years.' },
    { code: 'level', text: 'Each year is over $200,000, or over $300,000 with a spouse or spousal equivalent.' },
    { code: 'expected', text: 'They represent that they expect the same this year.' },
  ],
  net_worth: [
    { code: 'assets', text: 'Statements of assets are dated within three months.' },
    { code: 'credit', text: 'The credit report is of a national agency, dated within three months.' },
    { code: 'liabilities', text: 'They represent that all liabilities are disclosed.' },
    { code: 'worth', text: 'Assets less liabilities, without the home, are over $1,000,000.' },
  ],
  license: [
    {
      code: 'active',
      text: 'BrokerCheck or the adviser search shows the Series 7, 65 or 82 that they named as active today.',
    },
    { code: 'number', text: 'The CRD number on the printout is theirs.' },
  ],
  // 17 CFR 230.501(f) defines an executive officer.
  insider: [
    {
      code: 'position',
      text: 'Our own records show that they are a director, executive officer or general partner of the fund today.',
    },
    {
      code: 'role',
      text: 'An officer is the president, leads a principal part of the business, or makes its policy. A title isn’t enough.',
    },
  ],
  owners: [
    { code: 'list', text: 'The list names every owner: it is signed, or out of the entity’s own records.' },
    { code: 'each', text: 'What was sent for each owner shows that this owner is accredited.' },
    { code: 'recent', text: 'Letters, assets and credit reports are dated within three months.' },
  ],
  other: [
    { code: 'formed', text: 'It exists, and was not formed for this investment.' },
    { code: 'assets', text: 'The balance sheet shows what the category asks for.' },
  ],
}

/** @returns the items to tick before approving, in order */
export function checklistFor(sale: Sale, method: Method): readonly Check[] {
  const { kind, category } = sale
  const checks: Check[] = [{ code: 'name', text: nameText(sale) }, ...byMethod[method]]
  if (isVerifiedByOwners(kind, category) && method !== 'earlier') checks.push(ownersCheck(sale))
  checks.push({ code: 'contrary', text: 'We know nothing that contradicts it.' })
  return checks
}

function nameText({ kind, category }: Sale): string {
  const isBehind = !isNaturalPerson(kind) && isVerifiedByOwners(kind, category)
  if (!isBehind) return 'The names on everything are the holder’s, exactly as titled.'
  return `The names on everything are the holder’s, exactly as titled, or its ${ownerWord(kind)}s’.`
}

function ownersCheck({ kind, isJointTest }: Sale): Check {
  if (kind === 'sdira' || kind === 'solo_401k') {
    return { code: 'behind', text: 'The owner behind the account has been verified, not the custodian.' }
  }
  if (isJointTest) return { code: 'behind', text: 'They are a couple, verified together by the joint test.' }
  return { code: 'behind', text: `Each ${ownerWord(kind)} has been verified.` }
}

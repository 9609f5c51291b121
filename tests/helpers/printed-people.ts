/* People and their documents, as funds get them printed. The PDFs in `tests/fixtures/printed-documents` have these pages, in this
   order, each made by another program (`tests/fixtures/printed-documents/print.ts`); changes here have to be printed again. */

/** A recipient of printed documents: on the register, or unknown. */
export interface Someone {
  id: string
  name: string
  zip: string
  tin: string
  number: string
  email: string
  isKnown: boolean
}

const surname = (name: string, firsts: readonly string[]) => firsts.map(first => `${first} ${name}`)

/** Families, namesakes, and people who share a number. */
const known = [
  ...['John Smith', 'John Smith Jr.', 'John A. Smith', 'Mary Smith', 'John and Mary Smith'],
  ...surname('Nguyen', ['Ann', 'Bea', 'Cora', 'Dora', 'Eve', 'Fay', 'Gia', 'Ida', 'Joy', 'Kay', 'Liv', 'Mia']),
  ...['Okafor Holdings, LLC', 'Paul Okafor', 'Jane Doe', 'Equity Trust Company Custodian FBO Jane Doe IRA'],
  ...['Doe Family Trust', 'Walter Finch', 'Elena Marsh', 'Elena Marsh', 'Ruth Adler', 'Adler Capital Partners LP'],
  ...[
    'Zoë O’Brien-Marsh',
    'Peter van der Berg',
    'José Álvarez',
    'Smith & Jones LLC',
    'The Larkin 2019 Irrevocable Trust',
  ],
]
const strangers = [
  'John Smith III',
  'Mary Nguyen',
  'Elena Marsh-Adler',
  'Jane Doe',
  'Paul Okafor Sr.',
  'Ann Nguyen Sr.',
  'Walter Finch Trust',
]

/** @returns the people in the fixtures */
export function everybody(): Someone[] {
  const people = [...known, ...strangers].map((name, n): Someone => {
    const isKnown = n < known.length
    return {
      ...{ id: `${isKnown ? 'h' : 's'}${n}`, name, isKnown },
      // Families live together.
      zip: String(78_700 + (n % 9)),
      tin: String(400_000_000 + (n + 1) * 7_654_321),
      number: `H-${String(isKnown ? n + 1 : 9000 + n).padStart(4, '0')}`,
      email: `person${n}@papers.example`,
    }
  })
  const of = (name: string) => people.find(person => person.name === name) as Someone
  of('Okafor Holdings, LLC').tin = of('Paul Okafor').tin
  of('Okafor Holdings, LLC').zip = of('Paul Okafor').zip
  for (const name of ['John Smith Jr.', 'John A. Smith', 'Mary Smith', 'John and Mary Smith'])
    of(name).zip = of('John Smith').zip
  const [stranger] = people.filter(({ isKnown, name }) => !isKnown && name === 'Jane Doe')
  if (stranger) stranger.zip = of('Jane Doe').zip
  return people
}

/** Lines of a page; with tabs, the boxes of a row, each with its own lines between bars. */
export type PageLines = readonly string[]

const fund = 'Larkstone Private Lending|500 Congress Avenue|Austin, TX 78701'
const payer = 'PAYER Larkstone Private Lending, 500 Congress Avenue, Austin, TX 78701, TIN 74-1234567'
const shown = (tin: string) => `${tin.slice(0, 3)}-${tin.slice(3, 5)}-${tin.slice(5)}`
const masked = (tin: string) => `***-**-${tin.slice(-4)}`
const amountOf = ({ tin }: Pick<Someone, 'tin'>) => `${tin.slice(2, 5)}.${tin.slice(5, 7)}`
const address = ({ name, zip }: Someone) => [name, '1 Oak Lane', `Austin, TX ${zip}`]

/** A page and its owner: whether it is the same for all, or names no one. */
export interface LaidOut {
  lines: PageLines
  isForAll?: true
  isUnnamed?: true
}

/** As on Form 1099-INT, in boxes. */
export const form1099 = (
  person: Pick<Someone, 'name' | 'zip' | 'tin'>,
  tin = masked(person.tin),
  account = 'None',
): PageLines => [
  `PAYER’S name, street address, city or town, state, ZIP code|${fund}\tOMB No. 1545-0112|Form 1099-INT|For calendar year 2025`,
  `PAYER’S TIN|74-1234567\tRECIPIENT’S TIN|${tin}`,
  `RECIPIENT’S name|${person.name}\t1 Interest income|$ ${amountOf(person)}`,
  'Street address (including apt. no.)|1 Oak Lane\t4 Federal income tax withheld|$ 0.00',
  `City or town, state, and ZIP code|Austin, TX ${person.zip}\tAccount number (see instructions)|${account}`,
  'Copy B, for recipient. This is important tax information and is being furnished to the IRS.',
]

/** The layouts of documents. */
export const layouts: Record<string, (person: Someone) => LaidOut[]> = {
  masked: person => [{ lines: form1099(person) }],
  full: person => [{ lines: form1099(person, shown(person.tin)) }],
  partner: person => [
    {
      lines: [
        'Schedule K-1 (Form 1065)|Department of the Treasury\tPart III|Partner’s Share of Current Year Income',
        'A  Partnership’s employer identification number|74-1234567\t1  Ordinary business income (loss)|0',
        `B  Partnership’s name, address, city, state, and ZIP code|${fund}\t5  Interest income|${amountOf(person)}`,
        `E  Partner’s SSN or TIN|${masked(person.tin)}\t19  Distributions|A ${amountOf(person)}`,
        `F  Name, address, city, state, and ZIP code for partner|${address(person).join('|')}\t20  Other information|`,
      ],
    },
  ],
  statement: person => [
    { lines: ['Statement', ...address(person), `Holder ${person.number}`, 'Page 1 of 2'] },
    { lines: [`Holder ${person.number}, continued`, `Closing balance $${amountOf(person)}`, 'Page 2 of 2'] },
  ],
  note: person => [{ lines: [`Note LK-2026-${person.number.slice(2)}`, ...address(person), 'Thank you.'] }],
  letter: person => [{ lines: [...address(person), `Dear ${person.name},`, 'a letter to you.'] }],
  backed: person => [
    { lines: [payer, `RECIPIENT TIN ${masked(person.tin)}`, ...address(person)] },
    { lines: ['Instructions for recipient', 'Keep this copy for your records.'], isForAll: true },
  ],
  unnamed: person => [
    { lines: ['Statement', ...address(person), `Holder ${person.number}`] },
    { lines: ['Activity', `Interest paid $${amountOf(person)}`], isUnnamed: true },
  ],
}

/** @returns every page of every document, in the order of the fixtures */
export function allPages(people: readonly Someone[]): (LaidOut & { layout: string; person: Someone })[] {
  return Object.entries(layouts).flatMap(([layout, pagesOf]) =>
    people.flatMap(person => pagesOf(person).map(page => ({ layout, person, ...page }))),
  )
}

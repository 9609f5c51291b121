import { describe, expect, test } from 'vitest'
import { type Match, matchAll, type SplitDocument } from '../match.ts'
import { keysOf, type PageKeys, pageOfIn } from '../page-keys.ts'
import { indexRegister, type RegisterHolder } from '../register-index.ts'
import { split } from '../split.ts'

const holder = (id: string, legalName: string, more: Partial<RegisterHolder> = {}): RegisterHolder => ({
  ...{ id, legalName, number: `H-00${id}`, zip: `7870${id.at(-1)}`, canReceive: true },
  ...{ tins: [`tin 00000${id.padStart(4, '0')}`], lastFours: [id.padStart(4, '0')], notes: [`LK-2026-00${id}`] },
  emails: [`holder${id}@example.com`],
  ...more,
})

const people = [
  holder('01', 'John Smith'),
  holder('02', 'John Smith Jr.', { zip: '78701' }),
  holder('03', 'Okafor Holdings, LLC', { tins: ['tin 987654321'] }),
  holder('04', 'Paul Okafor', { tins: ['tin 987654321'], zip: '78703' }),
  holder('05', 'Elena Marsh'),
  holder('06', 'Nobody Acts', { canReceive: false }),
  holder('07', 'Walter Finch', { tins: [], lastFours: [] }),
  holder('08', 'Ruth Adler'),
]
const register = indexRegister(people)

const page = (text: string, kind: PageKeys['kind'] = 'text'): PageKeys => ({
  ...keysOf(text, register, digits => `tin ${digits}`),
  kind,
  pageOf: pageOfIn(text),
  print: text,
})
const item = (
  texts: readonly (string | PageKeys)[],
  more: Partial<SplitDocument> & { name?: string } = {},
): SplitDocument => ({
  part: { from: 1, to: texts.length, title: '' },
  pages: texts.map(text => (typeof text === 'string' ? page(text) : text)),
  label: keysOf(more.name ?? 'scan', register, digits => `tin ${digits}`),
  emails: [],
  isDivided: true,
  hasAttachments: false,
  ...more,
})
const match = (texts: readonly (string | PageKeys)[], more: Partial<SplitDocument> & { name?: string } = {}) =>
  matchAll([item(texts, more)], register)[0] as Match

describe('by itself', () => {
  test.each<[string, string, string]>([
    ['a holder’s number', 'Statement of H-0005', '05'],
    ['a note’s number', 'LK-2026-0005', '05'],
    ['a full tax number', '000-00-0005', '05'],
    ['name and ZIP code', 'Elena Marsh\n1 Oak\nAustin, TX 78705', '05'],
    ['name and last four', 'ELENA MARSH\t***-**-0005', '05'],
    ['ZIP code and last four', 'Austin, TX 78705  XXX-XX-0005', '05'],
    ['of two namesakes, the one whose last four is there', 'John Smith\nAustin, TX 78701\n***-**-0001', '01'],
    ['of two who share a tax number, the one whose name is there', 'Okafor Holdings LLC\n98-7654321', '03'],
  ])('%s', (_, text, id) => {
    expect(match([text])).toMatchObject({ state: 'matched', holderId: id, doubts: [] })
  })

  test('an address in the file’s name is a weak key, and so is a number there', () => {
    expect(match(['Elena Marsh'], { emails: ['holder05@example.com'] })).toMatchObject({ holderId: '05' })
    expect(match(['Elena Marsh'], { name: 'H-0005' })).toMatchObject({ state: 'matched', holderId: '05' })
    expect(match(['Dear investor'], { name: 'H-0005' })).toMatchObject({ state: 'ambiguous', suggested: ['05'] })
    expect(match(['Dear investor'], { emails: ['holder05@example.com'] })).toMatchObject({ state: 'ambiguous' })
  })
})

describe('not by itself', () => {
  test.each<[string, string, Partial<Match>]>([
    ['a name alone', 'Elena Marsh', { doubts: ['one_weak_key'], suggested: ['05'] }],
    ['a ZIP code alone', 'Austin, TX 78705', { state: 'unmatched', doubts: ['one_weak_key'] }],
    ['nothing at all', 'Dear investor', { state: 'unmatched', doubts: ['no_key'] }],
    ['father and son at one address', 'John Smith\nAustin, TX 78701', { doubts: ['namesake'] }],
    [
      'a company and its owner, both named',
      'Okafor Holdings LLC\nPaul Okafor\n98-7654321',
      { doubts: ['several_fit'] },
    ],
    ['a company and its owner, neither named', '98-7654321', { doubts: ['several_fit'] }],
    [
      'a name that only is like one',
      'E. Marsh Elena\nAustin, TX 78705',
      { doubts: ['one_weak_key'], suggested: ['05'] },
    ],
    ['a stranger’s ZIP code', 'Elena Marsh\nDallas, TX 75001\n***-**-0005', { doubts: ['contradiction'] }],
    ['a stranger’s last four', 'Elena Marsh\nAustin, TX 78705\n***-**-7777', { doubts: ['contradiction'] }],
    ['two masked numbers', 'H-0005 ***-**-0005 ***-**-7777', { doubts: ['contradiction'] }],
    ['their number beside another holder’s name alone', 'H-0005\nRuth Adler', { doubts: ['other_name'] }],
    ['their number beside a number of nobody', 'H-0005 H-9999', { doubts: ['unknown_number'] }],
    ['their number beside a tax number of nobody', 'H-0005 111-11-1111', { doubts: ['unknown_number'] }],
    ['their number beside a note’s of nobody', 'H-0005 LK-2031-0005', { doubts: ['unknown_number'] }],
    ['nobody authorized', 'H-0006', { doubts: ['nobody_authorized'] }],
  ])('%s', (_, text, expected) => {
    const found = match([text])
    expect(found.holderId).toBe(null)
    expect(found).toMatchObject(expected)
  })

  test('a stranger’s page in a file that isn’t divided, and a stranger’s number in its name', () => {
    for (const zip of ['75001', '78705'])
      expect(
        match(['H-0005', `Una Stranger\n1 Elm\nAustin, TX ${zip}`], { isDivided: false }),
        'at their own ZIP code, too',
      ).toMatchObject({ doubts: ['page_of_nobody'] })
    // The sender's own address on every page identifies no one.
    const letter = (n: number) =>
      ['Terms', 'Larkstone\nAustin, TX 78799'].map((text, at) => `${text}${at ? '' : `\nH-000${n}`}`)
    const six = [1, 2, 3, 4, 5, 8].map(n => item(letter(n), { isDivided: false }))
    expect(matchAll(six, register).map(({ state }) => state)).toEqual(Array(6).fill('matched'))
    expect(match(['H-0005'], { isDivided: false, name: 'H-9999 2025' })).toMatchObject({ doubts: ['unknown_number'] })
    // Their own new address, and a custodian's beside their name, don't contradict a match.
    expect(match(['H-0005\nDallas, TX 75001'])).toMatchObject({ holderId: '05' })
  })

  test('two documents of one name and ZIP code, without a number: they may be two people’s', () => {
    const letters = [1, 2].map(n => item([`Elena Marsh\n${n} Oak\nAustin, TX 78705`]))
    expect(matchAll(letters, register)).toMatchObject([
      { holderId: null, doubts: ['twice'], suggested: ['05'] },
      { holderId: null, doubts: ['twice'], suggested: ['05'] },
    ])
    const form = item(['Elena Marsh\nAustin, TX 78705\n***-**-0005'])
    expect(matchAll([form, letters[0] as SplitDocument], register).map(({ holderId }) => holderId)).toEqual([
      '05',
      '05',
    ])
  })

  test('likeness only suggests', () => {
    expect(match(['Adler Ruth, 12 Elm Street'])).toMatchObject({
      state: 'ambiguous',
      holderId: null,
      suggested: ['08'],
    })
  })

  test('what stands on most documents is the sender’s', () => {
    const sender = 'Larkstone, Austin, TX 78705, 55-5555555\n'
    const names = ['Elena Marsh', 'Walter Finch', 'Ruth Adler', 'Paul Okafor', 'John Smith Jr.', 'Somebody Else']
    const found = matchAll(
      names.map(name => item([`${sender}${name}`])),
      register,
    )
    // Elena lives at the sender's address: sharing it proves nothing.
    expect(found.map(({ state }) => state)).not.toContain('matched')
    const numbers = ['01', '02', '03', '05', '07', '08'].map(id => item([`${sender}H-00${id}`]))
    expect(matchAll(numbers, register).map(({ holderId }) => holderId)).toEqual(['01', '02', '03', '05', '07', '08'])
  })

  test('a page that is a picture, is damaged, or a file with files inside goes through people’s hands', () => {
    expect(match([page('H-0005', 'picture')])).toMatchObject({
      state: 'unmatched',
      doubts: ['picture'],
      suggested: ['05'],
    })
    expect(match(['H-0005', page('', 'damaged')])).toMatchObject({ state: 'unmatched', doubts: ['damaged'] })
    expect(match(['H-0005'], { hasAttachments: true })).toMatchObject({ state: 'unmatched', doubts: ['attachment'] })
    expect(match(['H-0005', page('', 'blank')], { isDivided: false })).toMatchObject({ state: 'matched' })
  })
})

describe('the guard', () => {
  test.each([
    ['two holders’ numbers', ['H-0005 H-0008']],
    ['on two pages', ['H-0005', 'LK-2026-0008']],
    ['a tax number of somebody else', ['Elena Marsh H-0005', '000-00-0008']],
    ['one beside a page that is a picture', ['H-0005', page('H-0008', 'picture')]],
  ])('%s are a conflict', (_, texts) => {
    expect(match(texts as (string | PageKeys)[])).toMatchObject({ state: 'conflict', holderId: null })
  })

  test('a number in the file’s name that is somebody else’s is one, too', () => {
    expect(match(['LK-2026-0005'], { name: 'H-0008 statement' })).toMatchObject({ state: 'conflict' })
  })
})

describe('pages of a file that was divided', () => {
  const pagesOf = (...texts: string[]) => texts.map(text => page(text))
  const divided = (texts: string[], by: Parameters<typeof split>[2]) => {
    const pages = pagesOf(...texts)
    const items = split(pages, [], by).map(part => ({
      ...item([]),
      part,
      pages: pages.slice(part.from - 1, part.to),
    }))
    return matchAll(items, register).map(({ state, holderId }) => holderId ?? state)
  }
  const four = ['H-0001', 'terms', 'H-0003', 'terms', 'H-0005', 'terms', 'H-0008', 'terms']

  test('a second page with the same text for all belongs to the one before; one of its own that names nobody is for people', () => {
    for (const by of [{ mode: 'pages', pages: 2 } as const, { mode: 'keys', pages: 1 } as const]) {
      expect(divided(four, by)).toEqual(['01', '03', '05', '08'])
      expect(divided(four.with(3, 'interest 1,200.00'), by)).toEqual(['01', 'ambiguous', '05', '08'])
    }
    const own = ['H-0001', 'a', 'H-0003', 'b', 'H-0005', 'c']
    expect(divided(own, { mode: 'pages', pages: 2 })).toEqual(['ambiguous', 'ambiguous', 'ambiguous'])
    // Swapped, they are ambiguous, so neither is matched.
    expect(divided(own.with(1, 'b').with(3, 'a'), { mode: 'pages', pages: 2 })).toEqual(Array(3).fill('ambiguous'))
  })

  test('two swapped pages are a conflict', () => {
    const each = ['H-0001', 'p2 H-0001', 'H-0003', 'p2 H-0003', 'H-0005', 'p2 H-0005']
    const swapped = each.with(1, each[3] as string).with(3, each[1] as string)
    expect(divided(swapped, { mode: 'pages', pages: 2 })).toEqual(['conflict', 'conflict', '05'])
  })

  test('a page too many, or one missing, reaches nobody else', () => {
    expect(divided(four.toSpliced(2, 0, 'a page too many'), { mode: 'pages', pages: 2 })).toEqual([
      ...['01', 'ambiguous', 'ambiguous', 'ambiguous', 'unmatched'],
    ])
    expect(divided(four.toSpliced(2, 1), { mode: 'pages', pages: 2 })).toEqual([
      '01',
      'ambiguous',
      'ambiguous',
      'unmatched',
    ])
    expect(divided(four.toSpliced(2, 0, 'a page too many'), { mode: 'keys', pages: 1 })).toEqual([
      ...['ambiguous', '03', '05', '08'],
    ])
  })

  test('page numbers say what belongs together, and what doesn’t', () => {
    const numbered = [
      'H-0001 Page 1 of 3',
      'Page 2 of 3',
      'Page 3 of 3',
      'H-0005 Page 1 of 1',
      'H-0008 Page 1 of 2',
      'Page 2 of 2',
    ]
    const named = numbered.map((text, n) => (n === 1 || n === 2 ? `H-0001 ${text}` : n === 5 ? `H-0008 ${text}` : text))
    expect(divided(named, { mode: 'keys', pages: 1 })).toEqual(['01', '05', '08'])
    expect(divided(named.toSpliced(1, 1), { mode: 'keys', pages: 1 })).toEqual(['ambiguous', '05', '08'])
    // Page numbers don't identify an owner.
    expect(divided(numbered, { mode: 'keys', pages: 1 })).toEqual(['ambiguous', '05', 'ambiguous'])
  })

  test('at bookmarks, with what comes before the first as a document of its own', () => {
    const pages = pagesOf('Cover', 'H-0001', 'terms', 'H-0005')
    const bookmarks = [
      { title: 'Smith', page: 2 },
      { title: 'Smith, terms', page: 2 },
      { title: 'Marsh', page: 4 },
      { title: 'Nowhere', page: 9 },
    ]
    expect(split(pages, bookmarks, { mode: 'bookmarks', pages: 1 })).toEqual([
      { from: 1, to: 1, title: '' },
      { from: 2, to: 3, title: 'Smith' },
      { from: 4, to: 4, title: 'Marsh' },
    ])
    expect(split([], bookmarks, { mode: 'bookmarks', pages: 1 })).toEqual([])
  })

  test('whatever the way, each page is in one document', () => {
    const pages = pagesOf(...four, 'x')
    for (const mode of ['whole', 'pages', 'bookmarks', 'keys'] as const) {
      const parts = split(pages, [{ title: 'a', page: 3 }], { mode, pages: 4 })
      const covered = parts.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, n) => from + n))
      expect(covered, mode).toEqual(pages.map((_, n) => n + 1))
    }
  })
})

test('twelve families of one surname are told apart', () => {
  const families = Array.from({ length: 12 }, (_, n) =>
    holder(
      String(n + 10),
      `${['Ann', 'Bea', 'Cora', 'Dora', 'Eve', 'Fay', 'Gia', 'Ida', 'Joy', 'Kay', 'Liv', 'Mia'][n]} Nguyen`,
      {
        zip: '78750',
      },
    ),
  )
  const all = indexRegister(families)
  const items = families.map(({ legalName, lastFours }) => ({
    ...item([]),
    pages: [
      {
        ...keysOf(`${legalName}\nAustin, TX 78750\n***-**-${lastFours[0]}`, all, digits => digits),
        kind: 'text' as const,
        pageOf: undefined,
        print: '',
      },
    ],
  }))
  expect(matchAll(items, all).map(({ holderId }) => holderId)).toEqual(families.map(({ id }) => id))
})

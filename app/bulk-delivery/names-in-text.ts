import { plain, type Word, wordsOf } from './words-of-text.ts'

/**
 * Names of holders in a text, exactly as they are titled but for capitals, accents and punctuation. A name counts where
 * it is alone: not as a part of a longer one of the register, nor next to a word that makes it another person's, such
 * as "Jr.", "Trust" or another first name, whether or not we know that someone.
 */
export class NameIndex {
  /** By its first word, the longest first. */
  readonly #names = new Map<string, { words: string[]; holders: string[] }[]>()

  constructor(holders: Iterable<{ id: string; legalName: string }>) {
    const byName = new Map<string, { words: string[]; holders: string[] }>()
    for (const { id, legalName } of holders) {
      const words = nameWords(legalName)
      const key = words.join(' ')
      const same = byName.get(key)
      if (same) same.holders.push(id)
      else if (words.length > 0) byName.set(key, { words, holders: [id] })
    }
    for (const name of byName.values()) {
      const [first = ''] = name.words
      this.#names.set(first, [...(this.#names.get(first) ?? []), name])
    }
    for (const names of this.#names.values()) names.sort((one, other) => other.words.length - one.words.length)
  }

  /**
   * @returns the ids of holders with their names in the text: an entry for each name, with the ids of all who have it
   */
  find(words: readonly Word[]): string[][] {
    const found = new Map<string, string[]>()
    for (let at = 0; at < words.length; ) {
      const name = (this.#names.get(words[at]?.text ?? '') ?? []).find(each => standsAt(words, at, each.words))
      if (!name) {
        at++
        continue
      }
      const end = at + name.words.length
      if (standsAlone(words, at, end)) found.set(name.holders.join(), name.holders)
      at = end
    }
    return [...found.values()]
  }
}

/** @returns a name's words, as they are compared */
export function nameWords(name: string): string[] {
  return wordsOf(plain(name)).map(({ text }) => text)
}

/** Characters between a name's words: a long name is wrapped to the next line. */
const withinName = new Set(['space', 'hyphen', 'dot', 'comma', 'line'])

function standsAt(words: readonly Word[], at: number, name: readonly string[]): boolean {
  return name.every((text, n) => {
    const word = words[at + n]
    return word?.text === text && (n === 0 || withinName.has(word.before))
  })
}

const list = (text: string) => new Set(text.trim().split(/\s+/))

/** Before a name, without a comma: what says only that a name follows. */
const labels = list(`
  TO DEAR MR MRS MS DR NAME NAMES RECIPIENT RECIPIENTS HOLDER HOLDERS PAYEE PAYEES INVESTOR INVESTORS MEMBER NOTEHOLDER LENDER
  OWNER CLIENT CUSTOMER BORROWER ATTENTION`)
/** "Prepared for", "statement of". */
const labelsOfTwo = list('PREPARED_FOR STATEMENT_FOR STATEMENT_OF ACCOUNT_OF LETTER_FOR ISSUED_TO PAID_TO ADDRESSED_TO')
/** After a name, without a comma: what begins something else. */
const nextLabels = list(`
  ACCOUNT ACCT HOLDER NOTE NOTES TIN SSN EIN DATE DATED ADDRESS PO P BOX TAX ID NO NUMBER STATEMENT EMAIL E MAIL PHONE PAGE
  RECIPIENT PAYER PERIOD FORM`)
/** Before a name, even on the line above: it is about another person than the name alone says. */
const leads = list(`
  FBO OF AND OR FOR BENEFIT CUSTODIAN CUST ESTATE TRUSTEE TRUSTEES TTEE TTEES BY PER VIA CARE ATTN GUARDIAN CONSERVATOR EXECUTOR`)
/** After a name, even after a comma or on the next line: it is another person's. */
const tails = list(`
  JR SR II III IV V 2ND 3RD JUNIOR SENIOR TRUST TRUSTS TRUSTEE TRUSTEES TTEE TTEES REVOCABLE IRREVOCABLE LIVING FAMILY LLC LLP LP
  LTD INC CORP CORPORATION CO COMPANY IRA ROTH SEP SIMPLE CUSTODIAN CUST ESTATE AND OR JTWROS JT JOINT TENANTS TOD POD FBO
  DECEASED MINOR UTMA UGMA PENSION PLAN 401K FOUNDATION PARTNERS PARTNERSHIP HOLDINGS VENTURES CAPITAL DDS MD PHD ESQ ET`)

function standsAlone(words: readonly Word[], at: number, end: number): boolean {
  return endsBefore(words, at) && beginsAfter(words, end)
}

function endsBefore(words: readonly Word[], at: number): boolean {
  const { before = 'start' } = words[at] ?? {}
  const previous = words[at - 1]?.text ?? ''
  switch (before) {
    case 'start':
    case 'gap':
      return true
    case 'line':
    case 'comma':
    case 'punctuation':
      return !leads.has(previous)
    case 'slash':
    case 'hyphen':
      return false
    default:
      return (
        labels.has(previous) ||
        labelsOfTwo.has(`${words[at - 2]?.text}_${previous}`) ||
        /^\d/.test(previous) ||
        // The end of a sentence, and no initial.
        (before === 'dot' && previous.length > 2 && !leads.has(previous))
      )
  }
}

function beginsAfter(words: readonly Word[], end: number): boolean {
  const next = words[end]
  if (!next || next.before === 'gap') return true
  switch (next.before) {
    case 'line':
    case 'comma':
    case 'punctuation':
      return !tails.has(next.text)
    case 'slash':
    case 'hyphen':
      return false
    default:
      return (nextLabels.has(next.text) || /^\d/.test(next.text)) && !tails.has(next.text)
  }
}

/** Words of titles and legal forms: the others are a person's names. */
const forms = new Set([...tails, ...leads, ...list('THE A AN DTD DATED UA TR')])

/**
 * @returns the distinctive part of a name: without initials, suffixes and legal forms. "John A. Smith Jr." and "Smith,
 *   John" have the same
 */
export function essenceOf(name: string): string {
  return nameWords(name)
    .filter(text => text.length > 1 && !forms.has(text))
    .sort()
    .join(' ')
}

/** @returns a name without suffix and initials, in any order; of people and their namesakes it is the same */
export function namesakeOf(name: string): string {
  return nameWords(name)
    .filter(text => text.length > 1 && !suffixes.has(text))
    .sort()
    .join(' ')
}
const suffixes = list('JR SR II III IV V 2ND 3RD JUNIOR SENIOR ESQ MD PHD DDS')

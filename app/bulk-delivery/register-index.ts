import { essenceOf, NameIndex, namesakeOf } from './names-in-text.ts'

/** A holder of the register, with its keys. */
export interface RegisterHolder {
  id: string
  number: string
  legalName: string
  /** Of the address: five digits. */
  zip: string | null
  /** Keys of its tax numbers (`TinKey`), and their last four digits. */
  tins: readonly string[]
  lastFours: readonly string[]
  /** Numbers of its notes. */
  notes: readonly string[]
  /** Of its members, in lower case. */
  emails: readonly string[]
  /** Whether someone acts for it who can be sent something. */
  canReceive: boolean
}

/** The whole register, indexed for the texts of pages. */
export interface RegisterIndex {
  holders: ReadonlyMap<string, RegisterHolder>
  holdersByNumber: ReadonlyMap<string, { kind: 'note' | 'holder'; holders: readonly string[] }>
  holdersByTin: ReadonlyMap<string, readonly string[]>
  /**
   * The formats of note numbers, with a zero for each digit: a text in one of these formats that is no note's number is
   * a stranger's or a mistake.
   */
  noteShapes: ReadonlySet<string>
  names: NameIndex
  /** @returns holders with all words of their names among a text's */
  like(words: ReadonlySet<string>): string[]
  /** @returns how many have a tax number that ends so */
  withLastFour(lastFour: string): number
  /** @returns other holders with names that differ only by a suffix such as "Jr.", or an initial */
  namesakesOf(holder: RegisterHolder): readonly RegisterHolder[]
}

export function indexRegister(all: readonly RegisterHolder[]): RegisterIndex {
  const holdersByNumber = new Map<string, { kind: 'note' | 'holder'; holders: readonly string[] }>()
  const holdersByTin = new Map<string, string[]>()
  const namesakes = Map.groupBy(all, ({ legalName }) => namesakeOf(legalName))
  const lastFours = Map.groupBy(
    all.flatMap(holder => [...new Set(holder.lastFours)]),
    lastFour => lastFour,
  )
  for (const { id, number, notes, tins } of all) {
    for (const note of notes) if (isKey(note)) holdersByNumber.set(note, { kind: 'note', holders: [id] })
    for (const tin of tins) holdersByTin.set(tin, [...(holdersByTin.get(tin) ?? []), id])
    holdersByNumber.set(number, { kind: 'holder', holders: [id] })
  }
  return {
    holders: new Map(all.map(holder => [holder.id, holder])),
    holdersByNumber,
    holdersByTin,
    noteShapes: new Set(all.flatMap(({ notes }) => notes.filter(hasLetters).map(shapeOf))),
    names: new NameIndex(all),
    like: likeIndex(all),
    withLastFour: lastFour => lastFours.get(lastFour)?.length ?? 0,
    namesakesOf: holder => (namesakes.get(namesakeOf(holder.legalName)) ?? []).filter(({ id }) => id !== holder.id),
  }
}

const hasLetters = (number: string) => isKey(number) && /[A-Z]/.test(number)

/** @returns a number with a zero in the place of each digit */
export function shapeOf(number: string): string {
  return number.replaceAll(/\d/g, '0')
}

/** A note's number that is only a few digits would be found in every amount, year and ZIP code. */
function isKey(number: string): boolean {
  return /[A-Z]/.test(number) ? /\d/.test(number) : /^\d{6,}$|\d-\d/.test(number)
}

function likeIndex(all: readonly RegisterHolder[]): RegisterIndex['like'] {
  const byWord = new Map<string, { id: string; words: string[] }[]>()
  for (const { id, legalName } of all) {
    const words = essenceOf(legalName).split(' ').filter(Boolean)
    const [first] = words
    // Each is searched for at one of its words.
    if (first && words.length > 1) byWord.set(first, [...(byWord.get(first) ?? []), { id, words }])
  }
  return words =>
    [...words].flatMap(word =>
      (byWord.get(word) ?? []).filter(each => each.words.every(one => words.has(one))).map(({ id }) => id),
    )
}

/** @returns the ZIP code of an address, five digits; null without one */
export function zipOf(address: string | null): string | null {
  const found = [...(address ?? '').matchAll(/\b(\d{5})(?:-\d{4})?\b/g)]
  // A house may have five digits, too; the code comes last.
  return found.at(-1)?.[1] ?? null
}

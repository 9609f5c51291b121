import type { PageKeys, StrongKey, TextKeys } from './page-keys.ts'
import type { RegisterHolder, RegisterIndex } from './register-index.ts'
import type { Part } from './split.ts'

/*
 * Matches documents to holders (specification notes, section D). A document is matched automatically only by a strong
 * key, or by two weak ones that agree, if exactly one holder of the whole register fits. A text that resembles a name
 * only suggests a holder. If a strong key of any other holder is on the pages, it is a conflict, which no one can
 * override.
 */

/** What a document is, with the pages it has. */
export interface SplitDocument {
  part: Part
  pages: readonly PageKeys[]
  /** Of the file's name, and of the bookmark that the document begins with. */
  label: TextKeys
  /** Addresses in the file's name. */
  emails: readonly string[]
  /** Whether its file was divided: then a page that names no one may be another document's. */
  isDivided: boolean
  /** Whether there are files inside it. */
  hasAttachments: boolean
}

export type MatchState = 'matched' | 'ambiguous' | 'unmatched' | 'conflict'

/** By what a holder was found. Of each kind, two of which agree, one is enough. */
export type KeyKind = 'tin' | 'note' | 'holder' | 'name' | 'zip' | 'last_four' | 'file_name'

/** Why a document isn't matched automatically, or remarks about a match. */
export type Doubt =
  /** Strong keys of several holders. */
  | 'keys_of_several'
  /** No key on its pages. */
  | 'no_key'
  /** One weak key alone. */
  | 'one_weak_key'
  /** Several holders fit. */
  | 'several_fit'
  /** Another holder has the same name. */
  | 'namesake'
  /** Another document says the same of itself, and neither has a number: a namesake may not be on the register. */
  | 'twice'
  /** Its pages contradict each other, or the file's name. */
  | 'contradiction'
  /** Another holder's name is on a page without theirs. */
  | 'other_name'
  /** Its number, or tax number, is of no one we know. */
  | 'unknown_number'
  /** A page can't be searched: a picture, or letters drawn as lines. */
  | 'picture'
  /** A page can't be read at all. */
  | 'damaged'
  /** Files inside the file, which no one searches. */
  | 'attachment'
  /** The holder has the very same document already. */
  | 'duplicate'
  /** Its first page names no one: a page may be missing, or one too many. */
  | 'first_page'
  /** A page that names no one, and isn't the same for all, may be another document's. */
  | 'page_of_nobody'
  /** The numbers of its pages don't follow each other. */
  | 'page_numbers'
  /** No one is authorized for the holder. */
  | 'nobody_authorized'

export interface Match {
  state: MatchState
  /** Its holder; null unless it is `matched`. */
  holderId: string | null
  /** By what they were found. */
  found: KeyKind[]
  doubts: Doubt[]
  /** Who may be chosen by hand, the likeliest first. */
  suggested: string[]
  /** Holders with strong keys on the pages: an entry for each key. No others can be chosen. */
  strong: StrongKey[]
}

/** Suggestions at most. */
const mostSuggested = 5

/**
 * Matches the documents of a batch. A text on most of them, such as the fund's own ZIP code, identifies no one.
 * @param papers all of the batch: they are compared with each other
 */
export function matchAll(items: readonly SplitDocument[], register: RegisterIndex): Match[] {
  const common = commonKeys(items)
  const matches = items.map(item => match(without(item, common), register, common))
  const unnumbered = Map.groupBy(matches.filter(hasNoNumber), ({ holderId }) => holderId)
  return matches.map(found =>
    hasNoNumber(found) && (unnumbered.get(found.holderId)?.length ?? 0) > 1 ? inDoubt(found, 'twice') : found,
  )
}

/** Whether it was found by what namesakes at one address share. */
function hasNoNumber({ state, found }: Match): boolean {
  return state === 'matched' && found.every(kind => kind === 'name' || kind === 'zip')
}

/** @returns that it isn't matched by itself, though someone fits */
export function inDoubt(match: Match, doubt: Doubt): Match {
  const suggested = [...new Set([match.holderId ?? '', ...match.suggested])].filter(Boolean)
  return { ...match, state: 'ambiguous', holderId: null, doubts: [...match.doubts, doubt], suggested }
}

function match(item: SplitDocument, register: RegisterIndex, common: CommonKeys): Match {
  const strong = strongKeysOf(item)
  const suggested = suggestionsFor(item, strong, register)
  const result = (state: MatchState, doubts: Doubt[], found: KeyKind[] = []): Match => ({
    state,
    holderId: null,
    found,
    doubts: [...new Set(doubts)],
    suggested,
    strong,
  })
  const allowed = holdersOfAll(strong)
  if (allowed?.size === 0) return result('conflict', ['keys_of_several'])
  const unreadable = unreadableDoubts(item)
  if (unreadable.length > 0) return result('unmatched', unreadable)
  const { holder, found, doubts } = allowed ? byStrongKey(item, allowed, register) : byWeakKeys(item, register)
  if (!holder) return result(suggested.length > 0 ? 'ambiguous' : 'unmatched', doubts, found)
  const all = [...doubts, ...doubtsAbout(item, holder, register, common)]
  if (all.length > 0)
    return { ...result('ambiguous', all, found), suggested: [holder.id, ...others(suggested, holder)] }
  return { ...result('matched', [], found), holderId: holder.id }
}

const others = (ids: readonly string[], { id }: RegisterHolder) =>
  ids.filter(other => other !== id).slice(0, mostSuggested - 1)

/** @returns each strong key of a document once, those in its file's name too */
export function strongKeysOf({ pages, label }: Pick<SplitDocument, 'pages' | 'label'>): StrongKey[] {
  const keys = new Map<string, StrongKey>()
  for (const key of [...pages.flatMap(({ strong }) => strong), ...label.strong])
    keys.set(`${key.kind} ${key.number} ${key.holders.join()}`, key)
  return [...keys.values()]
}

/** @returns holders who have every strong key; undefined without strong keys. The guard: it can be no other holder's */
export function holdersOfAll(strong: readonly Pick<StrongKey, 'holders'>[]): Set<string> | undefined {
  return strong.reduce<Set<string> | undefined>(
    (all, { holders }) => new Set(holders.filter(holder => all?.has(holder) ?? true)),
    undefined,
  )
}

function unreadableDoubts({ pages, hasAttachments }: SplitDocument): Doubt[] {
  const kinds = (['damaged', 'picture'] as const).filter(kind => pages.some(page => page.kind === kind))
  return hasAttachments ? [...kinds, 'attachment'] : kinds
}

interface Found {
  holder?: RegisterHolder
  found: KeyKind[]
  doubts: Doubt[]
}

/**
 * Of several holders with one tax number, such as a company and its owner, the one whose name alone is on the pages.
 */
function byStrongKey(item: SplitDocument, allowed: ReadonlySet<string>, register: RegisterIndex): Found {
  const kinds = new Set(item.pages.flatMap(({ strong }) => strong.map(({ kind }) => kind)))
  const named = new Set(namesOf(item).flat())
  const [only, another] = allowed.size === 1 ? [...allowed] : [...allowed].filter(id => named.has(id))
  const holder = only && !another ? register.holders.get(only) : undefined
  if (!holder) return { found: [...kinds], doubts: ['several_fit'] }
  const agreeing = agreementsOf(item, holder).kinds
  // A key in the file's name alone counts only if it agrees with the pages.
  if (kinds.size === 0 && agreeing.filter(kind => kind !== 'file_name').length === 0)
    return { holder, found: ['file_name'], doubts: ['one_weak_key'] }
  return { holder, found: [...kinds, ...agreeing], doubts: [] }
}

function byWeakKeys(item: SplitDocument, register: RegisterIndex): Found {
  const near = [...nearBy(item, register)]
    .flatMap(id => register.holders.get(id) ?? [])
    .map(holder => ({ holder, ...agreementsOf(item, holder) }))
    .filter(({ kinds }) => kinds.length > 0)
  const fitting = near.filter(({ kinds, isContradicted }) => kinds.length > 1 && !isContradicted)
  const [only, another] = fitting
  if (!only) {
    const isContradicted = near.some(each => each.kinds.length > 1)
    return { found: [], doubts: [isContradicted ? 'contradiction' : near.length > 0 ? 'one_weak_key' : 'no_key'] }
  }
  if (another) return { found: [], doubts: ['several_fit'] }
  const { holder, kinds } = only
  const rivals = register.namesakesOf(holder).filter(rival => !isContradicted(item, rival))
  return { holder, found: kinds, doubts: rivals.length > 0 ? ['namesake'] : [] }
}

/** Holders that may have at least one weak key there. */
function nearBy(item: SplitDocument, register: RegisterIndex): Set<string> {
  const near = new Set(namesOf(item).flat())
  const [lastFours, zips] = [lastFoursOf(item), zipsOf(item)]
  for (const { id, lastFours: own, zip, emails } of register.holders.values()) {
    const isNear =
      own.some(four => lastFours.has(four)) ||
      (zip !== null && zips.has(zip)) ||
      emails.some(email => item.emails.includes(email))
    if (isNear) near.add(id)
  }
  return near
}

const namesOf = ({ pages }: SplitDocument) => pages.flatMap(({ names }) => names)
const lastFoursOf = ({ pages }: SplitDocument) => new Set(pages.flatMap(page => page.lastFours))
const zipsOf = ({ pages }: SplitDocument) => new Set(pages.flatMap(page => page.zips))

/** @returns the weak keys of a holder there, and whether another's is there in place of one */
function agreementsOf(item: SplitDocument, holder: RegisterHolder): { kinds: KeyKind[]; isContradicted: boolean } {
  const kinds: KeyKind[] = []
  const names = namesOf(item)
  if (names.some(holders => holders.includes(holder.id))) kinds.push('name')
  // Of two that differ neither says anything.
  const only = (found: ReadonlySet<string>) => (found.size === 1 ? [...found][0] : undefined)
  const [zip, lastFour] = [only(zipsOf(item)), only(lastFoursOf(item))]
  if (zip && zip === holder.zip) kinds.push('zip')
  if (lastFour && holder.lastFours.includes(lastFour)) kinds.push('last_four')
  const { label } = item
  const isLabeled = label.strong.some(key => key.holders.includes(holder.id))
  if (isLabeled || holder.emails.some(email => item.emails.includes(email))) kinds.push('file_name')
  const isMisnamed = names.length > 0 && !kinds.includes('name')
  return { kinds, isContradicted: isMisnamed || isContradicted(item, holder) }
}

/** Whether something there, besides names, can't be theirs. A fact that the register lacks contradicts nothing. */
function isContradicted(item: SplitDocument, { zip, lastFours, emails }: RegisterHolder): boolean {
  const [shownZips, shownFours] = [zipsOf(item), lastFoursOf(item)]
  return (
    (zip !== null && shownZips.size > 0 && !shownZips.has(zip)) ||
    (lastFours.length > 0 && [...shownFours].some(four => !lastFours.includes(four))) ||
    (item.emails.length > 0 && emails.length > 0 && !emails.some(email => item.emails.includes(email)))
  )
}

/** Doubts about the holder that the keys have found. */
function doubtsAbout(
  item: SplitDocument,
  holder: RegisterHolder,
  register: RegisterIndex,
  { prints }: CommonKeys,
): Doubt[] {
  const doubts: Doubt[] = []
  if (!holder.canReceive) doubts.push('nobody_authorized')
  const { pages } = item
  const says = pages.map(page => isTied(page, holder, register))
  const isNamed = namesOf(item).some(holders => holders.includes(holder.id))
  const namesAnother = (page: PageKeys) => page.names.some(holders => !holders.includes(holder.id))
  if (pages.some((page, n) => namesAnother(page) && (!says[n] || !isNamed))) doubts.push('other_name')
  // Another name in the file's, which an office writes by hand.
  if (item.label.names.some(holders => !holders.includes(holder.id))) doubts.push('contradiction')
  const shown = lastFoursOf(item)
  const isOthers = holder.lastFours.length > 0 && [...shown].some(four => !holder.lastFours.includes(four))
  if (isOthers || shown.size > 1) doubts.push('contradiction')
  if ([item.label, ...pages].some(text => text.unknownNumbers.length > 0)) doubts.push('unknown_number')
  // A page that doesn't name them, with an address that isn't the sender's: a stranger's, with a name that isn't on the
  // register.
  if (pages.some((page, n) => !says[n] && page.addresses.length > 0)) doubts.push('page_of_nobody')
  const isOthersTin = holder.tins.length > 0 || !pages.some(page => page.strong.length > 0)
  if (isOthersTin && pages.some(page => page.unknownTins.length > 0)) doubts.push('unknown_number')
  return [...doubts, ...(item.isDivided ? doubtsAboutPages(item, says, prints) : [])]
}

/** Whether something on a page is the holder's, and no other person's. */
function isTied(
  { strong, names, lastFours }: PageKeys,
  { id, lastFours: own }: RegisterHolder,
  register: RegisterIndex,
) {
  return (
    strong.some(({ holders }) => holders.includes(id)) ||
    names.some(([only, another]) => only === id && !another) ||
    lastFours.some(four => own.includes(four) && register.withLastFour(four) === 1)
  )
}

/**
 * A page that names no one belongs to the document before it only by its place. That is enough where most other
 * documents have the same text, such as the terms on the back: then it says nothing about a holder. Any other page that
 * names no one is reviewed by a person.
 */
function doubtsAboutPages({ pages }: SplitDocument, says: readonly boolean[], prints: ReadonlySet<string>): Doubt[] {
  const doubts: Doubt[] = []
  if (!says[0]) doubts.push('first_page')
  if (pages.some(({ pageOf }, n) => pageOf && (pageOf.page !== n + 1 || pageOf.of !== pages.length)))
    doubts.push('page_numbers')
  if (pages.some(({ kind, print }, n) => n > 0 && !says[n] && kind !== 'blank' && !prints.has(print)))
    doubts.push('page_of_nobody')
  return doubts
}

function suggestionsFor(item: SplitDocument, strong: readonly StrongKey[], register: RegisterIndex): string[] {
  const allowed = holdersOfAll(strong)
  const likely = [
    ...(allowed ?? []),
    ...strong.flatMap(({ holders }) => holders),
    ...namesOf(item).flat(),
    ...item.label.names.flat(),
    ...withWeakKey(item, register),
    ...item.pages.flatMap(({ like }) => like),
    ...item.label.like,
  ]
  const unique = [...new Set(likely)].filter(id => !allowed || allowed.size === 0 || allowed.has(id))
  return unique.slice(0, mostSuggested)
}

function withWeakKey(item: SplitDocument, register: RegisterIndex): string[] {
  const shown = lastFoursOf(item)
  if (shown.size + item.emails.length === 0) return []
  return [...register.holders.values()]
    .filter(
      ({ lastFours, emails }) =>
        lastFours.some(four => shown.has(four)) || emails.some(email => item.emails.includes(email)),
    )
    .map(({ id }) => id)
}

interface CommonKeys {
  names: ReadonlySet<string>
  zips: ReadonlySet<string>
  addresses: ReadonlySet<string>
  lastFours: ReadonlySet<string>
  unknownTins: ReadonlySet<string>
  /** Of pages whose text more than half of the divided documents have. */
  prints: ReadonlySet<string>
}

/** A text on at most so many documents isn't common. */
const few = 4
/**
 * A tax number of no one on the register counts as the payer's sooner: it identifies no holder, and only raises a
 * doubt.
 */
const fewTins = 2

/** Weak keys on more than half of the documents are the sender's. A strong key never is: the guard sees all. */
function commonKeys(items: readonly SplitDocument[]): CommonKeys {
  const common = (keysOf: (item: SplitDocument) => Iterable<string>, least = few) => {
    const most = Math.max(least, items.length / 2)
    const counts = new Map<string, number>()
    for (const item of items) for (const key of new Set(keysOf(item))) counts.set(key, (counts.get(key) ?? 0) + 1)
    return new Set([...counts].filter(([, count]) => count > most).map(([key]) => key))
  }
  return {
    names: common(item => namesOf(item).map(holders => holders.join())),
    zips: common(zipsOf),
    lastFours: common(lastFoursOf),
    addresses: common(({ pages }) => pages.flatMap(page => page.addresses)),
    unknownTins: common(({ pages }) => pages.flatMap(page => page.unknownTins), fewTins),
    prints: commonPrints(items.filter(({ isDivided }) => isDivided)),
  }
}

function commonPrints(items: readonly SplitDocument[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { pages } of items)
    for (const print of new Set(pages.map(page => page.print))) counts.set(print, (counts.get(print) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > Math.max(1, items.length / 2)).map(([print]) => print))
}

function without(item: SplitDocument, { names, zips, addresses, lastFours, unknownTins }: CommonKeys): SplitDocument {
  const pages = item.pages.map(page => ({
    ...page,
    names: page.names.filter(holders => !names.has(holders.join())),
    zips: page.zips.filter(zip => !zips.has(zip)),
    addresses: page.addresses.filter(address => !addresses.has(address)),
    lastFours: page.lastFours.filter(four => !lastFours.has(four)),
    unknownTins: page.unknownTins.filter(tin => !unknownTins.has(tin)),
  }))
  return { ...item, pages }
}

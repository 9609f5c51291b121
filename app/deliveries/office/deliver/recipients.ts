import { folded } from '../../../../rules/folded.ts'
import type { Recipient } from '../../server/recipients.ts'

/** Recipients that are suggested while one types. */
const most = 8

/**
 * @param typed words that must all be in a name, an address or a number
 * @param chosen keys of recipients that are chosen already
 * @returns the first matches; names that begin with the words come first
 */
export function suggest(all: readonly Recipient[], typed: string, chosen: ReadonlySet<string>): Recipient[] {
  const search = folded(typed)
  if (!search) return []
  const found = matching(all, typed).filter(({ key }) => !chosen.has(key))
  const begins = ({ name }: Recipient) => folded(name).startsWith(search)
  return [...found.filter(begins), ...found.filter(each => !begins(each))].slice(0, most)
}

/** @returns recipients that have all words in their names, addresses or numbers; all of them without words */
export function matching(all: readonly Recipient[], typed: string): Recipient[] {
  const words = folded(typed).split(' ')
  return all.filter(({ name, about }) => {
    const text = folded(`${name} ${about}`)
    return words.every(word => text.includes(word))
  })
}

/** Whether a text may be a list of names rather than one. */
export function isList(typed: string): boolean {
  return /[,;\n\t]/.test(typed.trim())
}

/**
 * Reads a list such as a column of a spreadsheet: names, e-mail addresses and holders' numbers, with commas, semicolons or
 * line breaks between them. Only what is written exactly as we know it is taken, and of no two with the same name either:
 * a document must not reach a namesake. A person comes before the holder of that person's name.
 * @returns the recipients, and what is left of the text
 */
export function readList(all: readonly Recipient[], typed: string): { found: Recipient[]; rest: string } {
  const known = Map.groupBy(
    all.flatMap(recipient => namesOf(recipient).map(name => ({ name, recipient }))),
    ({ name }) => name,
  )
  const only = (text: string): Recipient | undefined => {
    const named = (known.get(folded(text)) ?? []).map(({ recipient }) => recipient)
    const people = named.filter(isPerson)
    const [first, ...others] = people.length > 0 ? people : named
    return others.length === 0 ? first : undefined
  }
  const found: Recipient[] = []
  const rest: string[] = []
  for (const entry of typed.split(/[;\n\t]/)) {
    const parts = entry.split(',').filter(part => part.trim())
    for (let from = 0; from < parts.length; ) {
      // A name may have a comma of its own: 'Okafor Holdings, LLC'.
      const ends = parts.slice(from).map((_, at) => parts.length - at)
      const end = ends.find(to => only(parts.slice(from, to).join(',')))
      const recipient = end && only(parts.slice(from, end).join(','))
      if (recipient) found.push(recipient)
      else rest.push((parts[from] ?? '').trim())
      from = end ?? from + 1
    }
  }
  return { found, rest: rest.join(', ') }
}

export const isPerson = ({ key }: Pick<Recipient, 'key'>) => key.startsWith('person:')

/** What a recipient is exactly called: by name, and by address or number; who has no name has only an address. */
function namesOf({ name, about }: Recipient): string[] {
  return [...new Set([folded(name), folded(about.split(' · ')[0] ?? '')])]
}

/** Everyone who has something in common. */
export interface RecipientGroup {
  label: string
  members: Recipient[]
}

/** @returns the groups that have members */
export function groupsOf(all: readonly Recipient[]): RecipientGroup[] {
  return [
    { label: 'Everyone with an outstanding note', members: all.filter(({ hasNote }) => hasNote) },
    { label: 'Every holder', members: all.filter(each => !isPerson(each)) },
    { label: 'Everyone we’ve accepted', members: all.filter(each => isPerson(each) && each.isAccepted) },
  ].filter(({ members }) => members.length > 0)
}

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shortDollars } from '../../rules/number.ts'
import { stateNamed } from '../../server/demo/places.ts'
import { sampleSignatures } from '../leftovers.ts'
import type { Answers, PartnerAnswer } from './answers.ts'
import { digits, quoted, valueAt, withValue } from './edit.ts'

/**
 * Writes the answers of the first hour into content/. Manual changes are preserved, and a second run changes only
 * different answers.
 * @param root the project's folder
 * @returns the changed files, by their paths in the project
 */
export function writeContent(root: string, answers: Answers): string[] {
  const changed: string[] = []
  const change = (file: string, edit: (code: string) => string) => {
    const path = join(root, 'content', file)
    const before = readFileSync(path, 'utf8')
    const after = edit(before)
    if (after === before) return
    writeFileSync(path, after)
    changed.push(`content/${file}`)
  }
  change('fund.ts', code => fundWith(code, answers))
  change('fund-time-zone.ts', code => withValue(code, ['timeZone'], quoted(answers.timeZone)))
  change('tiers.ts', code => withValue(code, ['tiers'], tiersOf(answers)))
  change('notes.ts', code => notesWith(code, answers))
  change('colors.ts', code => colorsWith(code, answers.hue))
  change('tax.ts', code => taxWith(code, answers))
  change('bookkeeping.ts', code => bookkeepingWith(code, answers))
  change('leaders.ts', code => leadersWith(code, answers.partners))
  change('leaders-in-words.ts', code => withValue(code, ['mustAgree'], digits(answers.mustAgree)))
  const leaders = readFileSync(join(root, 'content/leaders.ts'), 'utf8')
  for (const path of sampleSignatures) if (!leaders.includes(path)) rmSync(join(root, 'public', path), { force: true })
  return changed
}

function fundWith(code: string, answers: Answers): string {
  const { name, shortName, city, state, phone, domain, payouts, founder } = answers
  const values: [path: string[], value: string][] = [
    [['name'], quoted(name)],
    [['shortName'], quoted(shortName)],
    [['phone'], quoted(phone)],
    [['phoneDial'], quoted(`+1${phone.replace(/\D/g, '')}`)],
    [['emails', 'office'], quoted(`office@${domain}`)],
    [['emails', 'investors'], quoted(`investors@${domain}`)],
    [['emails', 'privacy'], quoted(`privacy@${domain}`)],
    [['address'], `[${quoted(name)}, ${quoted(`${city}, ${state}`)}]`],
    [['siteLabel'], quoted(domain)],
    [['currentRaise'], digits(answers.raise)],
    [['payouts'], `[${payouts.map(quoted).join(', ')}]`],
    [['founder'], quoted(founder)],
    [['governingLaw'], quoted(state)],
  ]
  return values.reduce((written, [path, value]) => withValue(written, ['fund', ...path], value), code)
}

function tiersOf({ tiers, most }: Answers): string {
  const rows = tiers.map(({ from, oneYear, twoYears }, at) => {
    const next = tiers[at + 1]
    const to = next ? next.from - 1 : most
    const label = next ? `${shortDollars(from)} - ${shortDollars(to - (to % 1000))}` : `${shortDollars(from)}+`
    return `{ name: 'Tier ${at + 1}', from: ${digits(from)}, to: ${digits(to)}, label: '${label}', oneYear: ${oneYear}, twoYears: ${twoYears} },`
  })
  return `[\n  ${rows.join('\n  ')}\n]`
}

/** The fund's IRS record: its name and phone come from fund.ts. */
function taxWith(code: string, { city, state, street, zip, ein }: Answers): string {
  const values = {
    ein: ein ? quoted(ein) : 'undefined',
    street: quoted(street),
    city: quoted(city),
    state: quoted(stateNamed(state)?.code ?? valueAt(code, ['tax', 'payer', 'state']).slice(1, -1)),
    zip: quoted(zip),
  }
  const change = (written: string, [field, value]: string[]) =>
    withValue(written, ['tax', 'payer', field ?? ''], value ?? '')
  return Object.entries(values).reduce(change, code)
}

/** @returns such as 'CPL', for a fund's name */
function initialsOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '')
  return (plain.match(/(?<![\p{L}\p{N}’'])[A-Z]/gu) ?? ['N']).join('').slice(0, 3)
}

/** The prefix of journal entries follows the notes', unless changed by hand. */
function bookkeepingWith(code: string, { name }: Answers): string {
  const path = ['bookkeeping', 'journalPrefix']
  return valueAt(code, path) === "'LK-J'" ? withValue(code, path, quoted(`${initialsOf(name)}-J`)) : code
}

function notesWith(code: string, { name, ceiling }: Answers): string {
  const ceilingBp = digits(Math.round(ceiling * 100))
  const isSample = valueAt(code, ['noteSettings', 'numberPrefix']) === "'LK'"
  const prefixed = isSample ? withValue(code, ['noteSettings', 'numberPrefix'], quoted(initialsOf(name))) : code
  const before = valueAt(code, ['noteSettings', 'limits', 'rateCeilingBp'])
  if (before.replace('_', '') === ceilingBp.replace('_', '')) return prefixed
  return ['rateCeilingBp', 'lawfulBp'].reduce(
    (written, field) => withValue(written, ['noteSettings', 'limits', field], ceilingBp),
    prefixed,
  )
}

/** The hue of the greens and of the ink, which is nearly black. */
function colorsWith(code: string, hue: number): string {
  const hueOf = (color: string) => color.match(/([\d.]+)\)$/)?.[1] ?? ''
  const before = hueOf(valueAt(code, ['colors', 'day', 'green']).slice(1, -1))
  if (Number(before) === hue) return code
  // The sample's quiet ink by night differs slightly from its other greens.
  const quiet = valueAt(code, ['colors', 'night', 'inkQuiet'])
  const near = Math.abs(Number(hueOf(quiet.slice(1, -1))) - Number(before)) <= 15
  const whole = near ? withValue(code, ['colors', 'night', 'inkQuiet'], quiet.replace(/[\d.]+\)/, `${before})`)) : code
  const others = [...whole.matchAll(/'(oklch[^']+)'/g)]
    .map(([, color = '']) => hueOf(color))
    .filter(each => each !== before)
  // A unique hue, so that a later run changes only these.
  const own = others.includes(String(hue)) ? hue + 1 : hue
  return whole.replaceAll(` ${before})`, ` ${own})`)
}

/** @returns a person's engraved initials, such as 'JO' for '"Jack" O’Brien, Jr.' */
function monogramOf(name: string): string {
  const words = name.replace(/[\s,]+(?:jr|sr|i{2,3}|iv|esq|cpa|ph\.?d)\.?$/i, '').split(/\s+/)
  const initials = words.flatMap(word => word.match(/\p{L}/u) ?? []).map(letter => letter.toUpperCase())
  return [initials[0], initials.length > 1 ? initials.at(-1) : ''].join('')
}

/** Bios and signatures already written for these people stay. */
function leadersWith(code: string, partners: readonly PartnerAnswer[]): string {
  const isThere = partners.every(({ name, role }) => code.includes(quoted(name)) && code.includes(quoted(role)))
  if (isThere && code.match(/^\s+name: /gm)?.length === partners.length) return code
  const entries = partners.map(({ name, role, before, answersFor }) => {
    return `  {
    name: ${quoted(name)},
    role: ${quoted(role)},
    initials: ${quoted(monogramOf(name))},
    bio: [
      ${quoted(before)},
      ${quoted(answersFor)},
    ],
    inShort: ${quoted(answersFor)},
  },`
  })
  const without = withValue(code, ['leaders'], `[\n${entries.join('\n')}\n]`)
  // The import that only the sample's people needed.
  return /\bfund\.(?!ts')/.test(without) ? without : without.replace("import { fund } from './fund.ts'\n", '')
}

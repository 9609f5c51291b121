/** A policy, trigger or guard of a schema file. */
export interface Rule {
  file: string
  /** `guard` for a guard. */
  name: string
  tables: string[]
  /** Where it starts in the file. */
  index: number
}

const ruleShape =
  /^create (?:policy (?<policy>\w+) on|(?:constraint )?trigger (?<trigger>\w+)[^;]*? on|guard on) (?<tables>[\w.]+(?:,\s+[\w.]+)*)/gm

/** @returns the policies, triggers and guards of a file, in their order */
export function rulesOf(file: string, text: string): Rule[] {
  return [...text.matchAll(ruleShape)].map(({ index, groups }) => ({
    file,
    name: groups?.policy ?? groups?.trigger ?? 'guard',
    tables: groups?.tables?.split(/,\s+/) ?? [],
    index,
  }))
}

const said = /\n-- Elsewhere on this table: (?:.*\n-- )*?.*\.(?=\n)/g

/**
 * Says after each table what other files have on it, since a reader of one file would miss that.
 * @param texts the schema's files by name, in their order
 */
export function withElsewhere(texts: Map<string, string>): Map<string, string> {
  const rules = [...texts].flatMap(([file, text]) => rulesOf(file, text))
  const sentence = (file: string, table: string) => {
    const others = rules.filter(rule => rule.file !== file && rule.tables.includes(table))
    const named = [...Map.groupBy(others, rule => rule.file)].map(
      ([other, on]) => `${other}.sql (${[...new Set(on.map(({ name }) => name))].join(', ')})`,
    )
    return named.length > 0 ? `\n${wrapped(`Elsewhere on this table: ${named.join(', ')}.`)}` : ''
  }
  const tableShape = /^create table ([\w.]+) \([\s\S]*?(?=\n\n|\n$)/gm
  return new Map(
    [...texts].map(([file, text]) => [
      file,
      text.replace(said, '').replace(tableShape, (part, table: string) => part + sentence(file, table)),
    ]),
  )
}

function wrapped(text: string): string {
  const lines = ['--']
  for (const word of text.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > 128) lines.push('--')
    lines.push(`${lines.pop()} ${word}`)
  }
  return lines.join('\n')
}

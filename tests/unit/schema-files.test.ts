import { expect, test } from 'vitest'
import { rulesOf, withElsewhere } from '../../scripts/schema/elsewhere.ts'
import { readSchemaFiles, schemaFiles } from '../../server/database/schema-files.ts'

/** Whether a comment stands above a statement: directly, above its trigger's function, or above the first of several triggers. */
function isExplained(text: string, index: number): boolean {
  const before = text.slice(0, index)
  const last = before.split('\n').at(-2) ?? ''
  if (last.startsWith('--') || !/^create (?:constraint )?trigger/.test(text.slice(index))) return last.startsWith('--')
  const paragraph = before.split(/\n(?:\s*\n)+(?=--|create|alter|grant)/).at(-1) ?? ''
  return /(?:^|\n)--.*\n(?:create or replace function|create (?:constraint )?trigger)(?:(?!\n--)[\s\S])*$/.test(
    paragraph,
  )
}

test('a comment says of each policy, guard and trigger what it is for', async () => {
  const texts = await readSchemaFiles()
  const rules = texts.flatMap((text, n) =>
    rulesOf(schemaFiles[n] ?? '', text).map(rule => ({ ...rule, isExplained: isExplained(text, rule.index) })),
  )
  expect(rules.length).toBeGreaterThan(300)
  expect(rules.filter(rule => !rule.isExplained).map(({ file, name, tables }) => [file, name, tables])).toEqual([])
})

test('a table names the policies, triggers and guards that other files have on it', () => {
  const notes = 'create table notes (\n  id uuid\n);\ncreate index of on notes (id);\n'
  const reads = '\n-- All.\ncreate policy reads on notes for select using (true);\n'
  const others = `create trigger mark after insert or update of a, b on books,\n  notes execute function mark();\n${reads}`
  const files = new Map([
    ['notes', `${notes}${reads}`],
    ['books', others],
  ])
  const said = `${notes}-- Elsewhere on this table: books.sql (mark, reads).\n${reads}`
  expect([...withElsewhere(files).values()]).toEqual([said, others])
  expect([...withElsewhere(withElsewhere(files)).values()]).toEqual([said, others])
})

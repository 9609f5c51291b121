import { expect, test } from 'vitest'
import { bannedIn, isOurs } from '../../scripts/check-words.ts'

test('a banned word is found in strings, templates, JSX text and Markdown, with its line and a replacement', () => {
  const source = `const name = 'Sent anew'\nconst many = \`Too many wrong\n  tries of \${name}\`\nconst page = <p>Rates in per cent</p>`
  expect(bannedIn('app/page.tsx', source)).toEqual([
    { path: 'app/page.tsx', line: 1, found: 'anew', instead: 'again' },
    { path: 'app/page.tsx', line: 2, found: 'wrong\n  tries', instead: 'failed attempts' },
    { path: 'app/page.tsx', line: 4, found: 'per cent', instead: 'percent, or %' },
  ])
  expect(bannedIn('app/page.ts', "const said = 'See who can look'")).toMatchObject([{ found: 'who can look' }])
  expect(bannedIn('app/page.ts', "const said = 'Who can view it, and can’t look it up'")).toEqual([])
  expect(bannedIn('docs/page.md', 'First.\nWhoever signs in')).toMatchObject([{ line: 2, found: 'Whoever' }])
})

test('names and comments are checked only in clean folders, and longer words never match', () => {
  expect(
    bannedIn('app/page.ts', "// anew\nimport { anew } from './anew.ts'\nexport const lately = 'cancelled'"),
  ).toEqual([])
  expect(bannedIn('app/page.ts', "export const said = 'A percentage, renewed, called canceled_at'")).toEqual([])
  expect(bannedIn('docs/page.md', 'The function `mustBeThere` throws')).toMatchObject([{ found: 'mustBeThere' }])
})

test('comments of the product are checked, of its schema too, also where a phrase is wrapped', () => {
  const source =
    '/**\n * Documents, as they are\n * told. Whose they are\n */\nconst whose = 1 // what waits for\n// a review'
  expect(bannedIn('rules/page.ts', source).map(({ line, found }) => [line, found])).toEqual([
    [2, 'are\n * told'],
    [3, 'Whose'],
    [3, 'Whose they are'],
    [5, 'what waits for'],
  ])
  expect(bannedIn('tests/unit/page.ts', source)).toEqual([])
  const schema = "-- All deciders, who are\n-- told.\ncreate function app.deciders() as $$ select 'whoever is told' $$;"
  expect(bannedIn('app/people/people.sql', schema).map(({ line, found }) => [line, found])).toEqual([
    [1, 'are\n-- told'],
    [1, 'deciders'],
  ])
})

test('the specification’s words and other programs’ settings are allowed', () => {
  expect(bannedIn('app/page.ts', "const rule = 'It states the 50MB limit'")).toEqual([])
  expect(bannedIn('app/page.ts', "const rule = 'At most 50MB'")).toMatchObject([{ found: '50MB' }])
})

test('another fund writes its own content as it likes', () => {
  expect([isOurs('content/faq.ts', true), isOurs('content/faq.ts', false)]).toEqual([true, false])
  expect([isOurs('app/root.tsx', false), isOurs('docs/page.md', false)]).toEqual([true, true])
})

test('of SQL the schema is read, and no migration, which never changes', () => {
  const paths = ['app/people/people.sql', 'server/database/migrations/0001_people.sql']
  expect(paths.map(path => isOurs(path, true))).toEqual([true, false])
})

import { expect, test } from 'vitest'
import { officeForInvestors } from '../../scripts/vite-chunk-modules.ts'
import { group } from '../../scripts/vite-groups.ts'

test('a group of scripts has the modules that it names', () => {
  const { test: pattern } = group('two', 'rules/(dates|number)', 'rules/commands/[^/]+')
  for (const path of ['rules/dates.ts', 'rules/number.ts', 'rules/commands/command.ts'])
    expect(pattern.test(`/project/${path}`), path).toBe(true)
  expect(pattern.test('/project/rules/limits.ts')).toBe(false)
})

test('one that names a module that has moved is refused', () => {
  expect(() => group('old', 'rules/(dates|moved)')).toThrow('there is no rules/moved')
})

test('a page of investors whose scripts have a module of the office is found, also through other scripts', () => {
  const chunks = [
    { fileName: 'notes.js', imports: ['lists.js'], facadeModuleId: `${process.cwd()}/app/holdings/investor/route.tsx` },
    { fileName: 'lists.js', imports: ['shared.js'], facadeModuleId: null },
    { fileName: 'shared.js', imports: ['lists.js'], facadeModuleId: null },
    {
      fileName: 'register.js',
      imports: ['shared.js'],
      facadeModuleId: `${process.cwd()}/app/register/office/route.tsx`,
    },
  ]
  const found = (shared: string[]) => officeForInvestors(chunks, { 'shared.js': shared })
  expect(found(['app/shell/ui/day.tsx', 'app/shell/office/admin-list.tsx'])).toEqual([
    'app/holdings/investor/route.tsx loads app/shell/office/admin-list.tsx.',
  ])
  expect(found(['app/shell/ui/day.tsx'])).toEqual([])
})

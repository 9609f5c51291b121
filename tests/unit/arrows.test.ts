import { expect, test } from 'vitest'
import { forbiddenImports, importProblem, importsIn } from '../../scripts/arrows.ts'

const isForbidden = (from: string, to: string, typeOnly = false) => importProblem({ from, to, typeOnly }) !== undefined

test('no import leads where it must not', () => {
  expect(forbiddenImports()).toEqual([])
})

test('the browser takes types from the server, and values only from content and rules', () => {
  expect(isForbidden('app/portal/a.tsx', 'server/documents/documents.ts')).toBe(true)
  expect(isForbidden('app/portal/a.tsx', 'server/documents/documents.ts', true)).toBe(false)
  expect(isForbidden('app/portal/a.tsx', 'rules/limits.ts')).toBe(false)
  expect(isForbidden('server/request-context.ts', 'app/context.ts', true)).toBe(true)
})

test('content and rules stand alone, but for named facts', () => {
  expect(isForbidden('content/fund.ts', 'rules/messages.ts')).toBe(true)
  expect(isForbidden('content/fund.ts', 'rules/limits.ts')).toBe(false)
  expect(isForbidden('rules/returns.ts', 'content/tiers.ts')).toBe(true)
  expect(isForbidden('rules/returns.ts', 'content/types.ts', true)).toBe(false)
})

test('in the server arrows run down: capabilities use those below, and the technical folders know none', () => {
  expect(isForbidden('server/uploads/a.ts', 'server/documents/b.ts')).toBe(false)
  expect(isForbidden('server/documents/a.ts', 'server/uploads/b.ts')).toBe(true)
  expect(isForbidden('server/documents/a.ts', 'server/uploads/b.ts', true)).toBe(true)
  expect(isForbidden('server/access/a.ts', 'server/identity/b.ts')).toBe(true)
  expect(isForbidden('server/platform/a.ts', 'server/database/embedded/b.ts')).toBe(true)
  expect(isForbidden('server/people/a.ts', 'server/operations.ts')).toBe(true)
  expect(isForbidden('server/portal.ts', 'server/people/a.ts')).toBe(false)
  expect(isForbidden('server/unheard-of/a.ts', 'server/access/b.ts')).toBe(true)
})

test('every kind of import is seen, over several lines and late ones too', () => {
  const source = [
    "import type { A } from '../x/a.ts'",
    "import {\n  type B,\n  c,\n} from './b.ts'",
    "import { type D, type E } from './d.ts'",
    "export { f } from './f.ts'",
    "import './g.ts'",
    "const h = await import('./h.ts')",
    "import { i } from 'package'",
  ].join('\n')
  expect(importsIn('app/m/n.ts', source)).toEqual([
    { from: 'app/m/n.ts', to: 'app/x/a.ts', typeOnly: true },
    { from: 'app/m/n.ts', to: 'app/m/b.ts', typeOnly: false },
    { from: 'app/m/n.ts', to: 'app/m/d.ts', typeOnly: true },
    { from: 'app/m/n.ts', to: 'app/m/f.ts', typeOnly: false },
    { from: 'app/m/n.ts', to: 'app/m/g.ts', typeOnly: false },
    { from: 'app/m/n.ts', to: 'app/m/h.ts', typeOnly: false },
  ])
})

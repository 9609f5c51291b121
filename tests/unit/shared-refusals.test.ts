import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Command } from '../../rules/commands/command.ts'
import { isDeclared } from '../../server/access/declared-refusals.ts'
import { operationsInCode } from '../helpers/refusals-in-code.ts'

/** What the code seems to refuse with, and doesn't: the other one of a pair, or one that is translated. */
const impossible: readonly string[] = [
  'holder.freeze HOLDER_NOT_FROZEN',
  'holder.unfreeze HOLDER_IS_FROZEN',
  'papers.start DELIVERY_FILE_GONE',
  'sanctions.add_list TABLE_NOT_TEXT',
]

test('a command declares each refusal of the functions that it shares with others', async () => {
  const operations = operationsInCode()
  expect(operations.length).toBeGreaterThan(150)
  const undeclared: string[] = []
  for (const { command, codes } of operations) {
    const [module, name] = command
    const described: Record<string, Command> = await import(join(process.cwd(), module))
    const found = described[name]
    if (!found) throw new Error(`${module} has no ${name}`)
    for (const code of codes) if (!isDeclared(found, code)) undeclared.push(`${found.name} ${code}`)
  }
  expect(undeclared.filter(each => !impossible.includes(each))).toEqual([])
})

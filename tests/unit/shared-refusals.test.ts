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
  // The codes of a signer's row, by what is done with it: only a signature has a turn, and only the signer's own is unread.
  ...[
    'envelope.countersign ENVELOPE_TURN',
    'envelope.countersign_together ENVELOPE_TURN',
    'envelope.drawn ENVELOPE_TURN',
  ],
  ...['envelope.countersign ENVELOPE_UNREAD', 'envelope.countersign_together ENVELOPE_UNREAD'],
  ...['envelope.drawn ENVELOPE_UNREAD', 'envelope.decline ENVELOPE_UNREAD', 'envelope.paper ENVELOPE_UNREAD'],
  // The note's other columns aren't typed, but the offering's, the holder's and the fund's.
  ...[
    'subscription.agree NOTE_OFFERING_REQUIRED',
    'subscription.agree STATE_INVALID',
    'subscription.agree NOTE_TEXT_LONG',
  ],
  ...['subscription.agree NOTE_DAY_INVALID', 'subscription.agree NOTE_HOLDER_REQUIRED'],
  'subscription.agree NOTE_SALE_STATE',
  // Administrators lock a frozen holder's, too.
  ...['subscription.reject HOLDER_FROZEN', 'subscription.remind HOLDER_FROZEN'],
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

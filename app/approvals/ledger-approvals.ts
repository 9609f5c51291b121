import type { Command } from '../../rules/commands/command.ts'
import * as noteCommands from '../notes/note.commands.ts'
import { type LedgerKind, ledgerKinds } from '../notes/note-records.ts'
import * as paymentCommands from '../notes/payment.commands.ts'
import * as depositCommands from '../tax/deposit.commands.ts'

const commands: readonly Command[] = [paymentCommands, noteCommands, depositCommands].flatMap(Object.values<Command>)

/**
 * Approvals on which each kind of entry may rest, besides an import's, as the commands' `books` say; interest that falls due
 * needs none. The ledger's guard checks the same: `npm run schema` writes it into `server/database/schema/workflows.sql`.
 */
export const approvalsOfEntries = Object.fromEntries(
  Object.keys(ledgerKinds).map(kind => [
    kind,
    commands
      .filter(({ books }) => books?.includes(kind as LedgerKind))
      .map(({ name }) => name)
      .toSorted(),
  ]),
) as unknown as Readonly<Record<LedgerKind, readonly string[]>>

/** Approvals that move principal between notes, without cash. */
export const movesWithoutCash: readonly string[] = [
  ...approvalsOfEntries.renewal,
  ...approvalsOfEntries.transfer,
  paymentCommands.reverseTransferCommand.name,
  paymentCommands.reverseRenewalCommand.name,
]

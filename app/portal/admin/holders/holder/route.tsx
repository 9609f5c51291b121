import { href } from 'react-router'
import { endDelegateCommand } from '../../../../../rules/delegates.commands.ts'
import {
  addMemberCommand,
  freezeHolderCommand,
  removeMemberCommand,
  saveHolderCommand,
  unfreezeHolderCommand,
} from '../../../../../rules/holders.commands.ts'
import { revealNumberCommand } from '../../../../../rules/vault.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { loadOne, showOne } from '../../../one-page.tsx'
import { todayOfFund } from '../../register/address.ts'
import { HolderPage } from './holder-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../viewer-revalidation.ts'

/** Loads a holder, with its notes and statements, who acts for it, whom they let look, and its documents. */
export const loader = loadOne(async ({ actor, operations }, id) => {
  const holder = await operations.getHolder(actor, id)
  const [register, statements, documents, delegates] = await Promise.all([
    operations.getRegister(actor, { on: todayOfFund(), holderId: holder.id, show: 'all' }),
    operations.getHolderStatements(actor, holder.id),
    operations.getHolderDocuments(actor, holder.id),
    operations.getHolderDelegates(actor, holder.id),
  ])
  // Shown as statements, not as documents again.
  const filed = new Set(statements.map(({ documentId }) => documentId))
  return {
    holder,
    notes: register.notes,
    moreNotes: register.totals.notes > register.notes.length,
    statements,
    delegates,
    documents: documents.filter(({ id }) => !filed.has(id)),
    canKeepNumbers: operations.canKeepNumbers(),
  }
})

/** POST: changes details, requests a change of members, revokes a delegate's access, or reveals a number. */
export const action = commandActions(
  [
    saveHolderCommand,
    addMemberCommand,
    removeMemberCommand,
    freezeHolderCommand,
    unfreezeHolderCommand,
    endDelegateCommand,
    revealNumberCommand,
  ],
  {
    about: { holder: 'id' },
    redirectTo: ({ param }) => href('/profile/admin/holders/:id', { id: param('id') }),
  },
)

/** A name on the register. */
export default showOne<typeof loader>(HolderPage)

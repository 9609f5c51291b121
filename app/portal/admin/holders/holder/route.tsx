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
import { LastAnswer } from '../../../../commands/command-form.tsx'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { useMe } from '../../../use-me.ts'
import { todayOfFund } from '../../register/address.ts'
import type { Route } from './+types/route'
import { HolderPage } from './holder-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../viewer-revalidation.ts'

/** Loads a holder, with its notes and statements, who acts for it, whom they let look, and its documents. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { operations } = server
  const holder = await unwrapOrRespond(operations.getHolder(actor, params.id))
  const [register, statements, documents, delegates] = await unwrapOrRespond(
    Promise.all([
      operations.getRegister(actor, { on: todayOfFund(), holderId: holder.id, show: 'all' }),
      operations.getHolderStatements(actor, holder.id),
      operations.getHolderDocuments(actor, holder.id),
      operations.getHolderDelegates(actor, holder.id),
    ]),
  )
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
}

/** POST: changes details, asks for a change of who acts, ends what a delegate sees, or reveals a number. */
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
export default function HolderRoute({ loaderData, actionData, params }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastAnswer value={actionData}>
      <LastLoaded loaded={loaderData} subject={params.id}>
        {shown => <HolderPage {...shown} me={me} />}
      </LastLoaded>
    </LastAnswer>
  )
}

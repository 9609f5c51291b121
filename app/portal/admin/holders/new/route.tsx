import { href, redirect } from 'react-router'
import { addHolderCommand } from '../../../../../rules/holders.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { serverContext } from '../../../../context.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import type { Route } from './+types/route'
import { NewHolderPage } from './new-holder-page.tsx'

/** Loads the new holder's person; the query may have `person`, an id. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const id = url.searchParams.get('person')
  const person = id ? await unwrapOrRespond(server.operations.getUserForAdmin(actor, id)) : undefined
  return {
    email: person?.email,
    name: person?.full_name ?? undefined,
    canKeepNumbers: server.operations.canKeepNumbers(),
  }
}

export const action = commandActions([addHolderCommand], {
  redirectTo: () => href('/profile/admin/holders/new'),
  after: {
    [addHolderCommand.name]: ({ id }: { id: string }) => redirect(href('/profile/admin/holders/:id', { id })),
  },
})

/** A new name on the register. */
export default function NewHolderRoute({ loaderData }: Route.ComponentProps) {
  return <NewHolderPage {...loaderData} />
}

import { data, href } from 'react-router'
import * as cardCommands from '../../../../../rules/tax/card.commands.ts'
import { revealNumberCommand } from '../../../../../rules/vault.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { LastAnswer } from '../../../../commands/command-form.tsx'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { resultOrError, unwrapOrRespond } from '../../../server-errors.ts'
import { useMe } from '../../../use-me.ts'
import { todayOfFund } from '../../register/address.ts'
import type { Route } from './+types/route'
import { CardPage } from './card-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../viewer-revalidation.ts'

/** Loads what is on file about a holder's taxes; `document` in the query is the one that is shown, by default the newest form's. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { operations } = server
  const card = await unwrapOrRespond(operations.getTaxCard(actor, params.id))
  const asked = url.searchParams.get('document')
  const ids = [...card.forms.map(({ documentId }) => documentId), ...card.unused.map(({ id }) => id)].filter(
    id => id !== null,
  )
  const chosen = ids.find(id => id === asked) ?? ids[0]
  const shown = chosen ? await resultOrError(operations.getDocument(actor, chosen), 'LOAD_DOCUMENTS_FAILED') : undefined
  return data({ card, today: todayOfFund(), document: shown?.value, loadError: shown?.loadError })
}

/** POST: what the office does about a holder's taxes. */
export const action = commandActions([...Object.values(cardCommands), revealNumberCommand], {
  about: { holder: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/tax/holders/:id', { id: param('id') }),
})

/** A holder's taxes: its forms beside what is entered of them, B-notices and consents. */
export default function CardRoute({ loaderData, actionData, params }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastAnswer value={actionData}>
      <LastLoaded loaded={loaderData} subject={params.id}>
        {shown => <CardPage key={shown.card.holder.id} me={me} {...shown} />}
      </LastLoaded>
    </LastAnswer>
  )
}

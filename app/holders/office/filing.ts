import { singleHandedCategories } from '../../documents/documents.ts'
import { serverContext } from '../../shell/context.ts'
import { requireAdministrator } from '../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import type { Route } from './+types/filing'

/** The choices for filing a person's documents; no categories if the fund doesn't use the register. */
export interface FilingChoices {
  categories: readonly string[]
  holders: { id: string; label: string }[]
}

/** Loads the choices; the query has `user`, the documents' owner. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<FilingChoices> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { operations } = server
  const [{ usesRegister }, held] = await unwrapOrRespond(
    Promise.all([operations.getPendingWork(actor), operations.getHoldersOf(actor, url.searchParams.get('user') ?? '')]),
  )
  return {
    categories: usesRegister ? singleHandedCategories : [],
    holders: held.map(({ id, number, legalName }) => ({ id, label: `${legalName} (${number})` })),
  }
}

/** If the choices can't be loaded, documents stay filed as they are. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<FilingChoices> {
  return serverLoader().catch(() => ({ categories: [], holders: [] }))
}

import { serverContext } from '../../shell/context.ts'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import type { Route } from './+types/find-documents'
import { offerDocuments } from './offered-documents.ts'

/** GET: documents to attach with the words `q` in their names; with `user`, an administrator finds another person's. */
export function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const { searchParams } = url
  const person = searchParams.get('user') || actor.id
  return unwrapOrRespond(offerDocuments(server.operations, actor, person, searchParams.get('q') ?? ''))
}

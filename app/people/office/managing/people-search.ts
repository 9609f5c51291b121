import { peopleSuggested } from '../../../../rules/limits.ts'
import { serverContext } from '../../../shell/context.ts'
import { isPortalError, refusalFor } from '../../../shell/portal/server-errors.ts'
import type { Route } from './+types/people-search'

export interface PersonOption {
  id: string
  email: string
  fullName: string | null
  organization: string | null
}

export interface PeopleSearchResult {
  people: PersonOption[]
  /** The number of matches. */
  total: number
}

/** Searches people by the query's `search`, newest first, while an administrator types in the picker. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const { actor, operations, signedIn } = context.get(serverContext)
  const headers = { 'Cache-Control': 'no-store' }
  if (!actor) return Response.json(refusalFor('NO_SESSION'), { status: signedIn ? 503 : 401, headers })
  try {
    const search = url.searchParams.get('search') ?? ''
    const { users, total } = await operations.getAllUsersForAdmin(actor, { search, size: peopleSuggested })
    const people = users.map(({ id, email, fullName, organization }) => ({ id, email, fullName, organization }))
    return Response.json({ people, total } satisfies PeopleSearchResult, { headers })
  } catch (error) {
    if (isPortalError(error)) {
      return Response.json({ code: error.code, message: error.message }, { status: error.status, headers })
    }
    console.error(error)
    return Response.json(refusalFor('LOAD_USERS_FAILED'), { status: 500, headers })
  }
}

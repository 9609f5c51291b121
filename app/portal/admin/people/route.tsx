import { data } from 'react-router'
import { peopleAtOnce } from '../../../../rules/limits.ts'
import { serverContext } from '../../../context.ts'
import { LastRead } from '../../last-read.tsx'
import { useMe } from '../../me.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { pageNumber } from '../page-number.ts'
import type { Route } from './+types/route'
import { PeopleList } from './people-list.tsx'

/** A page of the people: `page` from 1, `q` what is searched for. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = pageNumber(url.searchParams)
  const search = url.searchParams.get('q')?.trim() ?? ''
  const reading = server.operations.getAllUsersForAdmin(actor, { page: page - 1, search, size: peopleAtOnce })
  const { value, trouble } = await resultOrError(reading, 'LOAD_USERS_FAILED')
  const people = { page, search, people: value?.users ?? [], total: value?.total ?? 0, trouble }
  return data(people, { status: trouble ? 500 : 200 })
}

/** Everybody with an account. */
export default function People({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return <LastRead read={loaderData}>{shown => <PeopleList me={me} {...shown} />}</LastRead>
}

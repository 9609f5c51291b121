import { useEffect } from 'react'
import { href, redirect, useRevalidator } from 'react-router'
import * as batchCommands from '../../../../../rules/bulk-papers/batch.commands.ts'
import { paperFilters } from '../../../../../rules/bulk-papers/words.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { LastAnswer } from '../../../../commands/command-form.tsx'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { pageNumber } from '../../../list-place.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import type { Route } from './+types/route'
import { BatchPage } from './batch-page.tsx'

/**
 * Loads a bulk delivery with a page of its documents; the query has `page`, from 1, and `show` for some of them.
 * @throws answers: not signed in, not allowed, and no such batch (404)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = pageNumber(url.searchParams)
  const show = paperFilters.find(each => each === url.searchParams.get('show')) ?? 'all'
  const found = server.operations.getBatch(actor, params.id, { page: page - 1, show })
  return { page, show, ...(await unwrapOrRespond(found)) }
}

/** POST: what happens to a batch as a whole. */
export const action = commandActions([...Object.values(batchCommands)], {
  about: { batch: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/bulk/:id', { id: param('id') }),
  after: { [batchCommands.discardBatchCommand.name]: () => redirect(href('/profile/admin/bulk')) },
})

/** While a job works on it, the page looks again this often (ms). */
const looksAgain = 2000

/** A bulk delivery: how it is divided, whose each document is, and what became of them. */
export default function BatchRoute({ loaderData, params, actionData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const isWorking = 'batch' in loaderData && ['matching', 'approved'].includes(loaderData.batch.state)
  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(revalidate, looksAgain)
    return () => clearInterval(timer)
  }, [isWorking, revalidate])
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => (
        <LastAnswer value={actionData}>
          <BatchPage key={shown.batch.id} {...shown} />
        </LastAnswer>
      )}
    </LastLoaded>
  )
}

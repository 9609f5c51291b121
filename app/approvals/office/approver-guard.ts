import { redirect } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import type { ServerContext } from '../../shell/context.ts'
import { passkeyPage, requireActor } from '../../shell/portal/require-actor.ts'
import { useLiveUpdates } from '../../shell/portal/use-live-updates.ts'
import { useMe } from '../../shell/portal/use-me.ts'

/**
 * The guard of a page for administrators and approvers; its operations refuse everyone else.
 * @throws answers: those of `requireActor`; redirect to the page about passkeys (302)
 */
export function requireApprover(url: URL, server: ServerContext): Actor {
  const actor = requireActor(url, server)
  if (actor.passkeyNeeded) throw redirect(`${passkeyPage}&${new URLSearchParams({ next: url.pathname + url.search })}`)
  return actor
}

export function useApproverUpdates(): void {
  const me = useMe()
  useLiveUpdates(me.isAdmin ? 'all' : me.id)
}

import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import type { Actor } from '../../../../server/access/actor.ts'
import type { PendingWork } from '../../../../server/today/pending-work.ts'
import type { ServerContext } from '../../../context.ts'
import type { Asking } from '../../list-page.tsx'
import { passkeyPage, requireActor } from '../../require-actor.ts'
import { useLiveUpdates } from '../../use-live-updates.ts'
import { useMe } from '../../use-me.ts'
import { AdminNav } from '../admin-nav.tsx'

/**
 * The guard of a page for administrators and approvers; what it loads refuses others.
 * @throws answers: those of `requireActor`; redirect to the page about passkeys (302)
 */
export function decider(url: URL, server: ServerContext): Actor {
  const actor = requireActor(url, server)
  if (actor.passkeyNeeded) throw redirect(`${passkeyPage}&${new URLSearchParams({ next: url.pathname + url.search })}`)
  return actor
}

/** @returns what the office's navigation counts; undefined for an approver, who doesn't see it */
export async function workFor({ actor, operations }: Asking): Promise<PendingWork | undefined> {
  return actor.isAdmin ? await operations.getPendingWork(actor).catch(() => undefined) : undefined
}

/** A page for those who decide, below the office's navigation for those who see it. */
export function DeciderPage({ work, children }: { work: PendingWork | undefined; children: ReactNode }) {
  const me = useMe()
  useLiveUpdates(me.isAdmin ? 'all' : me.id)
  return (
    <>
      {me.isAdmin && <AdminNav waiting={work} />}
      {children}
    </>
  )
}

import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { SettingsSection } from '../../settings/investor/settings-section.tsx'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { serverContext } from '../../shell/context.ts'
import type { Shown } from '../../shell/portal/list-page.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { showOne } from '../../shell/portal/one-page.tsx'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import { inviteDelegateCommand, revokeGrantCommand } from '../delegates.commands.ts'
import { type DelegateKind, delegateKinds } from '../delegates.ts'
import type { Delegate } from '../server/grants.ts'
import type { Route } from './+types/route'
import { DelegateEntry } from './delegate-entry.tsx'
import style from './delegates.module.css'
import { InviteForm } from './invite-form.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

/**
 * Loads the delegates of the reader's holders.
 * @param url with `for`, the kind of delegate to invite; an accountant by default
 * @throws answers: those of `requireActor`; 404 for people who aren't a member of any holder
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const delegates = await unwrapOrRespond(server.operations.getOwnDelegates(actor, server.account))
  return { ...delegates, kind: kindIn(url.searchParams) }
}

export const action = commandActions([inviteDelegateCommand, revokeGrantCommand], {
  redirectTo: () => href('/profile/delegates'),
})

function kindIn(query: URLSearchParams): DelegateKind {
  const requested = query.get('for') ?? ''
  return Object.hasOwn(delegateKinds, requested) ? (requested as DelegateKind) : 'accountant'
}

export default showOne<typeof loader>(DelegatesPage)

/** Delegates of the reader's holders: their access, its end and their reads; and an invitation. */
function DelegatesPage({ delegates, holders, kind, ends, latest, today, loadError }: Shown<typeof loader>) {
  const { say, ...notice } = useNotice()
  const open = delegates.filter(({ state }) => state === 'invited' || state === 'active')
  const ended = delegates.filter(each => !open.includes(each))
  const list = useFocusOnNew(open)
  const severalHolders = new Set(delegates.map(({ holderId }) => holderId)).size > 1 || holders.length > 1
  return (
    <div className="stack narrow">
      <LoadError error={loadError} />
      {open.length > 0 && (
        <SettingsSection
          title="People with access"
          note="You see everything that they open. Each access ends on its day by itself, or as soon as you end it."
        >
          <ul ref={list} className={`plain-list double-above ${style.people}`}>
            {open.map(delegate => (
              <DelegateEntry key={delegate.id} delegate={delegate} namesHolder={severalHolders} onNotice={say} />
            ))}
          </ul>
        </SettingsSection>
      )}
      <SettingsSection
        title="Share access"
        note="They can view and download. They can’t sign or change anything, and never see bank details or tax numbers."
      >
        {holders.length === 0 ? (
          <EmptyState title="No one can be invited" level={3}>
            Only a person who is authorized to act can share access, and not while a holder is frozen. If you think this
            is wrong, call us.
          </EmptyState>
        ) : (
          <InviteForm
            // The next invitation starts with an empty form.
            key={`${kind} ${delegates.length}`}
            kind={kind}
            holders={holders}
            until={ends[kind]}
            latest={latest}
            today={today}
            onNotice={say}
          />
        )}
      </SettingsSection>
      {ended.length > 0 && (
        <SettingsSection title="Earlier" note="They see nothing anymore. What they opened stays known.">
          <ul className={`plain-list double-above ${style.people}`}>
            {ended.map(delegate => (
              <DelegateEntry key={delegate.id} delegate={delegate} namesHolder={severalHolders} onNotice={say} />
            ))}
          </ul>
        </SettingsSection>
      )}
      <Notice {...notice} />
    </div>
  )
}

/**
 * Focuses the new delegate and scrolls to it: the form below the list is shorter then, and empty.
 * @returns the ref of the list of `delegates`
 */
function useFocusOnNew(delegates: readonly Delegate[]) {
  const list = useRef<HTMLUListElement>(null)
  const known = useRef(delegates)
  useEffect(() => {
    const at = delegates.findIndex(({ id }) => !known.current.some(each => each.id === id))
    known.current = delegates
    const entry = list.current?.children[at]
    if (!(entry instanceof HTMLElement)) return
    entry.focus({ preventScroll: true })
    entry.scrollIntoView({ block: 'center' })
  }, [delegates])
  return list
}

import { LinkEntry } from '../../../../document-requests/office/link-entry.tsx'
import style from '../../../../document-requests/office/outstanding-page.module.css'
import { RequestEntry } from '../../../../document-requests/office/request-entry.tsx'
import type { FollowedRequest } from '../../../../document-requests/server/requests-list.ts'
import type { FollowedLink } from '../../../../documents/server/signing-list.ts'
import { commandActions } from '../../../../shell/commands/command-actions.ts'
import { loadOne, showOne } from '../../../../shell/portal/one-page.tsx'
import { useLiveUpdates } from '../../../../shell/portal/use-live-updates.ts'
import { useMe } from '../../../../shell/portal/use-me.ts'
import { EmptyState } from '../../../../shell/ui/empty-state.tsx'
import { Notice, useNotice } from '../../../../shell/ui/notice.tsx'
import { withdrawEsignConsentForCommand } from '../../../../signing/consent.commands.ts'
import { ConsentsSection } from '../../../../signing/office/consents-section.tsx'
import type { EsignConsent } from '../../../../signing/server/consents.ts'
import { AskDocumentForm } from '../../managing/ask-document-form.tsx'
import { IfManaging } from '../../managing/if-managing.tsx'
import { SigningLinkForm } from '../../managing/signing-link-form.tsx'
import { accountName, useAccount } from '../account.ts'

/** Loads a person's outstanding and completed signing links and document requests, and their consents. */
export const loader = loadOne(async ({ actor, operations }, personId) => {
  const [open, confirmed, requested, received, consents] = await Promise.all([
    operations.getSigningLinks(actor, { personId }),
    operations.getSigningLinks(actor, { personId, filter: 'confirmed' }),
    operations.getDocumentRequests(actor, { personId }),
    operations.getDocumentRequests(actor, { personId, filter: 'received' }),
    operations.getEsignConsentsOf(actor, personId),
  ])
  const requests = [...requested.requests, ...received.requests]
  return { links: [...open.links, ...confirmed.links], requests, consents }
})

/** POST: withdraws a consent for someone who wrote or called. */
export const action = commandActions([withdrawEsignConsentForCommand], {
  redirectTo: ({ url }) => url.pathname,
  saysOnErrorPage: true,
})

export default showOne<typeof loader>(SigningSection)

type Props = { links: FollowedLink[]; requests: FollowedRequest[]; consents: EsignConsent[] }

/** A person's signing links and document requests, open ones first, and ways to add more. */
function SigningSection({ links, requests, consents }: Props) {
  const me = useMe()
  const account = useAccount()
  const name = accountName(account)
  const own = account.id === me.id
  const person = { id: account.id, email: account.email, fullName: account.fullName }
  const { say, ...notice } = useNotice()
  useLiveUpdates(account.id)
  return (
    <div className={style.lists}>
      <section aria-labelledby="signatures">
        <header className={`cluster baseline apart gap-2-5 below-4 ${style.head}`}>
          <h2 id="signatures">Signatures</h2>
        </header>
        <IfManaging me={me} person={person} label={`Add a signing link for ${name}`}>
          <SigningLinkForm userId={account.id} forName={own ? undefined : name} />
        </IfManaging>
        {links.length === 0 && (
          <EmptyState title="Nothing to sign" level={3}>
            Signing links for {name} will appear here, and whether each has been opened, signed and confirmed.
          </EmptyState>
        )}
        <ol>
          {links.map(link => (
            <LinkEntry key={link.id} link={link} onNotice={say} />
          ))}
        </ol>
      </section>
      <section aria-labelledby="requested-documents">
        <header className={`cluster baseline apart gap-2-5 below-4 ${style.head}`}>
          <h2 id="requested-documents">Requested documents</h2>
        </header>
        {!own && (
          <IfManaging me={me} person={person} label={`Ask ${name} for a document`}>
            <AskDocumentForm personId={account.id} name={name} />
          </IfManaging>
        )}
        {requests.length === 0 && (
          <EmptyState title="No requests" level={3}>
            Documents you ask {name} for will appear here.
          </EmptyState>
        )}
        <ol>
          {requests.map(request => (
            <RequestEntry key={request.id} me={me} request={request} onNotice={say} />
          ))}
        </ol>
      </section>
      <ConsentsSection consents={consents} name={name} onNotice={say} />
      <Notice {...notice} />
    </div>
  )
}

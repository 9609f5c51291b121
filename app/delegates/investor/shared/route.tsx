import { useState } from 'react'
import { href, useSearchParams } from 'react-router'
import { fund } from '../../../../content/fund.ts'
import { timeZone } from '../../../../content/fund-time-zone.ts'
import { isoDayIn } from '../../../../rules/dates.ts'
import { bulkActionLimit } from '../../../../rules/limits.ts'
import { withQuery } from '../../../../rules/url.ts'
import { documentCategories, titleOf } from '../../../documents/documents.ts'
import { downloadAddress, maySave } from '../../../documents/investor/document-kind.ts'
import { DownloadFrame } from '../../../documents/investor/download-frame.tsx'
import type { PortalDocument } from '../../../documents/server/documents.ts'
import { ActionButtons } from '../../../shell/actions/action-button.tsx'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandButton } from '../../../shell/commands/command-button.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { useLiveUpdates } from '../../../shell/portal/use-live-updates.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { Day } from '../../../shell/ui/day.tsx'
import { EmptyState } from '../../../shell/ui/empty-state.tsx'
import { fileSize } from '../../../shell/ui/file-size.ts'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { LazyViewer } from '../../../viewer/investor/lazy-viewer.tsx'
import { acceptInvitationCommand } from '../../delegates.commands.ts'
import { delegateNouns } from '../../delegates.ts'
import type { GrantToReader, SharedHolder } from '../../server/shared-with-me.ts'
import { categoryName, grantedWords } from '../granted-words.ts'
import style from './shared.module.css'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'
export { shouldRevalidateDocuments as shouldRevalidate } from '../../../shell/portal/viewer-revalidation.ts'

/**
 * Loads the reader's shared access, and invitations to more.
 * @param url with `document`, the id of the opened one
 */
export const loader = loadOne(({ actor, operations }) => operations.getShared(actor), { guard: requireActor })

export const action = commandActions([acceptInvitationCommand], { redirectTo: () => href('/profile/shared') })

export default showOne<typeof loader>(SharedPage)

/** Documents and figures shared with the reader: each holder's documents by category and year, and its figures. */
function SharedPage({ invitations, holders, year, loadError }: Shown<typeof loader>) {
  const me = useMe()
  useLiveUpdates(me.id)
  const { say, ...notice } = useNotice()
  const [search] = useSearchParams()
  const openedId = search.get('document')
  const documents = holders.flatMap(holder => holder.documents)
  const page = href('/profile/shared')
  return (
    <div className="stack narrow gap-7 pad-5">
      <LoadError error={loadError} />
      {invitations.length > 0 && (
        <section aria-labelledby="invitations" className={`stack gap-4 raised double-around ${style.invitations}`}>
          <h2 className="title" id="invitations">
            {invitations.length === 1 ? 'You’re invited' : 'Your invitations'}
          </h2>
          <ActionButtons say={say}>
            <ul>
              {invitations.map(invitation => (
                <InvitationEntry key={invitation.grantId} invitation={invitation} />
              ))}
            </ul>
          </ActionButtons>
        </section>
      )}
      {holders.length === 0 && invitations.length === 0 && (
        <EmptyState title="Nothing is shared with you">
          What others share with you will appear here. If you had access before, it has ended; ask the person who
          invited you.
        </EmptyState>
      )}
      {holders.map(holder => (
        <HolderSection key={holder.grantId} holder={holder} year={year} />
      ))}
      {openedId && (
        <LazyViewer
          me={me}
          document={documents.find(({ id }) => id === openedId)}
          loaded={!loadError}
          listAddress={page}
          order={documents}
          addressOf={id => withQuery(page, { document: id })}
        />
      )}
      <Notice {...notice} />
    </div>
  )
}

function InvitationEntry({ invitation }: { invitation: GrantToReader }) {
  const { grantId, invitedBy, holder, kind, until } = invitation
  return (
    <li>
      <p>
        {invitedBy} invites you, as {delegateNouns[kind]}, to view what {holder} has with {fund.name}:{' '}
        {grantedWords(invitation)}, until <Day date={until} />. They see what you open, and when.
      </p>
      <CommandButton
        command={acceptInvitationCommand}
        fields={{ grant: grantId }}
        variant="primary"
        aria-label={`Accept the invitation to view what ${holder} has`}
      />
    </li>
  )
}

function HolderSection({ holder, year }: { holder: SharedHolder; year: number }) {
  const { holderId, documents, figures, download, until } = holder
  const [refused, setRefused] = useState<Refusal>()
  const id = `holder-${holderId}`
  const files = documents.slice(0, bulkActionLimit)
  return (
    <section aria-labelledby={id} className={`stack narrow gap-4 ${style.holder}`}>
      <header className={`stack gap-2 breakable ${style.head}`}>
        <h2 className="title" id={id}>
          {holder.holder}
        </h2>
        <p className="quiet tabular">
          {grantedWords(holder)}. Until <Day date={until} />.{' '}
          {!download && documents.length > 0 && 'You can view documents here, but not download them.'}
        </p>
        {figures && (
          <p className="cluster gap-1-5">
            <Link to={href('/profile/shared/:id', { id: holderId })}>Notes and payments</Link>
            {holder.categories.includes('Tax') &&
              [year - 1, year].map(each => (
                <Link key={each} to={href('/profile/year/:year', { year: String(each) })}>
                  The year {each}
                </Link>
              ))}
          </p>
        )}
      </header>
      <Banner onDismiss={() => setRefused(undefined)}>{refused?.message}</Banner>
      {documents.length === 0 && holder.categories.length > 0 && (
        <EmptyState title="No documents yet" level={3}>
          Documents appear here as soon as {fund.shortName} files them.
        </EmptyState>
      )}
      {documents.length > 0 && (
        <DownloadFrame onRefusal={setRefused}>
          {byCategoryAndYear(documents).map(({ category, years }) => (
            <div key={category} className={style.category}>
              <h3 className="size-h4 leading-3">{categoryName(category)}</h3>
              {years.map(([year, ofYear]) => (
                <div key={year} className={`stack gap-1-5 pad-2 ${style.year}`}>
                  <h4>{year}</h4>
                  <ul>
                    {ofYear.map(document => (
                      <DocumentEntry key={document.id} document={document} />
                    ))}
                  </ul>
                </div>
              ))}
            </div>
          ))}
          {download && documents.length > 1 && (
            <form method="post" action="/files/zip" className={style.all}>
              {files.map(document => (
                <input key={document.id} type="hidden" name="ids" value={document.id} />
              ))}
              <Button type="submit" size="small" formAction="/files/zip">
                Download all as zip
              </Button>
            </form>
          )}
        </DownloadFrame>
      )}
    </section>
  )
}

function DocumentEntry({ document }: { document: PortalDocument }) {
  const { id, filename, file_type, file_size, created_at, csv_id } = document
  const title = titleOf(filename)
  return (
    <li>
      <span className={`stack shrink ${style.name}`}>
        <Link
          to={withQuery(href('/profile/shared'), { document: id })}
          state={{ opened: true }}
          preventScrollReset
          viewTransition={false}
        >
          {title}
        </Link>
        <span className="quiet tabular">
          {file_type.toUpperCase()}, {fileSize(file_size)}, <FormattedDate date={created_at} />
        </span>
      </span>
      {maySave(document) && (
        <span className={`row gap-4 small ${style.files}`}>
          <a href={downloadAddress(id)} aria-label={`Download ${title}`}>
            Download
          </a>
          {csv_id && (
            <a href={downloadAddress(csv_id)} aria-label={`CSV of ${title}`}>
              CSV
            </a>
          )}
        </span>
      )}
    </li>
  )
}

/** Documents of a category, by the year in which they were added, newest first. */
interface Category {
  category: string
  years: [year: string, documents: PortalDocument[]][]
}

/** @param documents newest first */
function byCategoryAndYear(documents: readonly PortalDocument[]): Category[] {
  return documentCategories
    .map(category => ({
      category,
      years: [
        ...Map.groupBy(
          documents.filter(document => document.category === category),
          ({ created_at }) => isoDayIn(timeZone, created_at).slice(0, 4),
        ),
      ],
    }))
    .filter(({ years }) => years.length > 0)
}

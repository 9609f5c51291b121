import { useCallback, useEffect, useState } from 'react'
import { href } from 'react-router'
import { viewsShown } from '../../../rules/limits.ts'
import { grouped } from '../../../rules/number.ts'
import { viewsAddress } from '../../documents/investor/record-view.ts'
import type { HistoryEntry } from '../../documents/investor/view-history.ts'
import type { PortalDocument } from '../../documents/server/documents.ts'
import { fetchOwn } from '../../shell/own-answer.ts'
import { type Refusal, refusal, refusalIn } from '../../shell/portal/refusal.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { StackedLedger } from '../../shell/ui/stacked-ledger.tsx'
import { viewerMessages } from '../messages.ts'
import style from './history-panel.module.css'
import { Skeleton } from './skeleton.tsx'

const accessWords: Record<HistoryEntry['kind'], string> = {
  viewed: 'Viewed',
  opened: 'Opened the file',
  downloaded: 'Downloaded',
  archived: 'Downloaded in an archive',
}

/**
 * A document's views and downloads, newest first. Reloads when the document's view count changes.
 * @param recorded whether this view has been counted; until then the history would lack it
 */
export function HistoryPanel({ document, recorded }: { document: PortalDocument; recorded: boolean }) {
  const { id, view_count } = document
  const [entries, setEntries] = useState<HistoryEntry[]>()
  const [error, setError] = useState<Refusal>()

  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const response = await fetchOwn(`${viewsAddress(id)}?downloads`, { signal })
        const body = await response.json()
        if (response.ok) setEntries(body)
        setError(response.ok ? undefined : (refusalIn(body) ?? refusal('LOAD_HISTORY_FAILED', viewerMessages)))
      } catch (failure) {
        // `fetch` throws a TypeError without a connection.
        const isAway = failure instanceof TypeError
        if (!signal?.aborted)
          setError(isAway ? refusal('NO_CONNECTION') : refusal('LOAD_HISTORY_FAILED', viewerMessages))
      }
    },
    [id],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count means a new entry
  useEffect(() => {
    if (!recorded) return
    const unmounted = new AbortController()
    load(unmounted.signal)
    return () => unmounted.abort()
  }, [load, recorded, view_count])

  if (error) {
    return (
      <>
        <Banner of={error}>{error.message}</Banner>
        <Button size="small" variant="link" onClick={() => load()}>
          Try again
        </Button>
      </>
    )
  }
  if (!entries) return <Skeleton kind="ledger" rows={3} />
  if (entries.length === 0) {
    return (
      <div className={style.empty}>
        <EmptyState title="No views yet">
          Everyone who opens this document will be listed here, with the time.
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      {entries.length >= viewsShown && view_count > entries.length && (
        <p className="muted below-3">
          Showing the newest {grouped(entries.length)} of {grouped(view_count)} views.
        </p>
      )}
      <StackedLedger
        caption="Who has viewed or downloaded this document"
        className={style.history}
        columns={[
          { header: 'Name', role: 'title', cell: nameOf },
          { header: 'E-mail', bare: true, cell: ({ user_email }) => user_email },
          { header: 'What', bare: true, cell: ({ kind }) => accessWords[kind] },
          {
            header: 'When',
            bare: true,
            cell: ({ viewed_at }) => <FormattedDate date={viewed_at} time />,
          },
        ]}
        rows={entries}
        rowKey={({ id }) => id}
      />
    </>
  )
}

function nameOf({ user_id, user_name, user_email }: HistoryEntry) {
  const name = user_name || user_email
  return user_id ? <Link to={href('/profile/admin/people/:id/overview', { id: user_id })}>{name}</Link> : name
}

import { href } from 'react-router'
import { Badge } from '../../shell/ui/badge.tsx'
import { Link } from '../../shell/ui/link.tsx'
import type { BatchItemRow } from '../server/batch.ts'
import { doubtWords, type ItemState, itemStates, keyWords, remarkWords } from '../words.ts'

/** @returns such as 'pages 3–4' */
export function pagesWords({ firstPage, lastPage }: Pick<BatchItemRow, 'firstPage' | 'lastPage'>): string {
  return firstPage === lastPage ? `page ${firstPage}` : `pages ${firstPage}–${lastPage}`
}

/** Its state, in the color of what is pending. */
export function StateBadge({ state }: { state: ItemState }) {
  const isSettled = state === 'matched' || state === 'excluded'
  return <Badge tone={state === 'conflict' ? 'danger' : isSettled ? 'plain' : 'warning'}>{itemStates[state]}</Badge>
}

type RecipientProps = {
  item: Pick<BatchItemRow, 'holder' | 'holderId' | 'holderNumber'>
  /** Whether the reader may open the holder, too. */
  linked?: boolean
}

/** A document's recipient. */
export function Recipient({ item: { holder, holderId, holderNumber }, linked = true }: RecipientProps) {
  if (!holderId) return <>No one yet</>
  return (
    <>
      {linked ? <Link to={href('/profile/admin/holders/:id', { id: holderId })}>{holder}</Link> : holder}{' '}
      <span className="unbroken">({holderNumber})</span>
    </>
  )
}

type ReasonsProps = {
  item: Pick<BatchItemRow, 'state' | 'matchedBy' | 'found' | 'doubts' | 'remarks' | 'excludedReason'>
}

/** What matched it, or why nothing did; and remarks for the reviewer. */
export function Reasons({ item }: ReasonsProps) {
  const { state, matchedBy, found, doubts, remarks, excludedReason } = item
  return (
    <>
      {state === 'matched' && (
        <span className="quiet breakable regular block">
          {matchedBy ? `Matched by hand, by ${matchedBy}` : `Matched by ${found.map(key => keyWords[key]).join(', ')}`}
        </span>
      )}
      {state === 'excluded' && <span className="quiet breakable regular block">{excludedReason}</span>}
      {state !== 'excluded' &&
        !(state === 'matched' && !matchedBy) &&
        doubts.map(doubt => (
          <span key={doubt} className="quiet breakable regular block">
            {doubtWords[doubt]}
          </span>
        ))}
      {remarks.map(remark => (
        <span key={remark} className="quiet breakable regular block">
          {remarkWords[remark]}
        </span>
      ))}
    </>
  )
}

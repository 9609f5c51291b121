import { href } from 'react-router'
import { doubtWords, type ItemState, itemStates, keyWords, remarkWords } from '../../../../rules/bulk-papers/words.ts'
import type { PaperRow } from '../../../../server/bulk-papers/batch.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Link } from '../../../ui/link.tsx'

/** @returns such as 'pages 3–4' */
export function pagesWords({ firstPage, lastPage }: Pick<PaperRow, 'firstPage' | 'lastPage'>): string {
  return firstPage === lastPage ? `page ${firstPage}` : `pages ${firstPage}–${lastPage}`
}

/** Its state, in the color of what waits for somebody. */
export function StateBadge({ state }: { state: ItemState }) {
  const isSettled = state === 'matched' || state === 'excluded'
  return <Badge tone={state === 'conflict' ? 'danger' : isSettled ? 'plain' : 'warning'}>{itemStates[state]}</Badge>
}

type WhoseProps = {
  paper: Pick<PaperRow, 'holder' | 'holderId' | 'holderNumber'>
  /** Whether the reader may open the holder, too. */
  linked?: boolean
}

/** Whose a document is. */
export function Whose({ paper: { holder, holderId, holderNumber }, linked = true }: WhoseProps) {
  if (!holderId) return <>No one yet</>
  return (
    <>
      {linked ? <Link to={href('/profile/admin/holders/:id', { id: holderId })}>{holder}</Link> : holder}{' '}
      <span className="unbroken">({holderNumber})</span>
    </>
  )
}

type ReasonsProps = {
  paper: Pick<PaperRow, 'state' | 'matchedBy' | 'found' | 'doubts' | 'remarks' | 'excludedReason'>
}

/** By what it was matched, or why it wasn't; and what is worth a look. */
export function Reasons({ paper }: ReasonsProps) {
  const { state, matchedBy, found, doubts, remarks, excludedReason } = paper
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

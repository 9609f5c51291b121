import { href } from 'react-router'
import evidence from '../../../runs/office/evidence.module.css'
import { RunFold } from '../../../runs/office/run-state.tsx'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import counted from '../../../shell/office/counted-page.module.css'
import { ListHead } from '../../../shell/office/list-head.tsx'
import { SearchField, SearchForm } from '../../../shell/office/search-form.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import * as bulkDocumentCommands from '../../document.commands.ts'
import { excludeDocumentCommand, matchDocumentCommand, resetMatchCommand } from '../../document.commands.ts'
import type { BatchItemDetails } from '../../server/batch-item.ts'
import { keyWords } from '../../words.ts'
import style from '../bulk.module.css'
import { pagesWords, Reasons, Recipient, StateBadge } from '../match-words.tsx'
import { PageImages } from '../page-images.tsx'
import { AccessList } from './access-list.tsx'

/**
 * Loads a document of a batch with its possible recipients and everything served of it; the query has `q`, the search
 * for a holder.
 */
export const loader = loadOne(
  async ({ actor, operations }, id, query) => {
    const search = query.get('q')?.trim() ?? ''
    return { search, item: await operations.getBatchItem(actor, id, search) }
  },
  { param: 'item' },
)

/** POST: matches it by hand, leaves it out, or undoes that. */
export const action = commandActions([...Object.values(bulkDocumentCommands)], {
  about: { item: 'item' },
  redirectTo: ({ param }) => href('/profile/admin/bulk/:id/papers/:item', { id: param('id'), item: param('item') }),
})

/** A document of a batch: its pages and its recipient. */
export default showOne<typeof loader>(DocumentPage)

type Props = { item: BatchItemDetails }
type Searched = Props & { search: string }

/** A document of a batch with its recipient, and the decisions about it. */
function DocumentPage({ item, search }: Searched) {
  const { say, ...notice } = useNotice()
  const { id, n, batchId, batchTitle, batchState, state, file, matchedBy } = item
  const isReviewed = batchState === 'review'
  const decides = { action: href('/profile/admin/bulk/:id/papers/:item', { id: batchId, item: id }), onDone: say }
  return (
    <div className={counted.page}>
      <p className="small">
        <Link to={href('/profile/admin/bulk/:id', { id: batchId })}>{batchTitle}</Link>
      </p>
      <ListHead title={`${batchTitle}, no. ${n}`} count={`${file}, ${pagesWords(item)}`} />
      <Neighbors item={item} />
      <div className={`stack narrow gap-5 ${evidence.sides}`}>
        <PageImages key={id} item={item} />
        <div className={`stack top gap-4 ${evidence.beside}`}>
          <p>
            <StateBadge state={state} />
          </p>
          <p className={`breakable display size-h4 ${style.recipient}`}>
            <Recipient item={item} />
          </p>
          <div>
            <Reasons item={item} />
          </div>
          <StrongKeys item={item} />
          {isReviewed && item.hasFile && state !== 'conflict' && state !== 'excluded' && (
            <Choose item={item} search={search} {...decides} />
          )}
          {isReviewed && state !== 'excluded' && (
            <RunFold {...decides} command={excludeDocumentCommand} title="Leave this out" />
          )}
          {isReviewed && (state === 'excluded' || matchedBy) && (
            <CommandForm {...decides} command={resetMatchCommand} />
          )}
        </div>
      </div>
      {item.documentId && <AccessList accesses={item.accesses} />}
      <Notice {...notice} />
    </div>
  )
}

function Neighbors({ item: { batchId, previous, next, nextOpen, batchState } }: Props) {
  const to = (item: string) => href('/profile/admin/bulk/:id/papers/:item', { id: batchId, item })
  return (
    <nav className={`cluster apart gap-2-5 small ${style.neighbors}`} aria-label="Other documents of the batch">
      {previous ? <Link to={to(previous)}>Previous</Link> : <span />}
      {nextOpen && batchState === 'review' && <Link to={to(nextOpen)}>Next unmatched document</Link>}
      {next ? <Link to={to(next)}>Next</Link> : <span />}
    </nav>
  )
}

/** Numbers on its pages, and their owners: it can go to no one else. */
function StrongKeys({ item: { strong } }: Props) {
  if (strong.length === 0) return null
  return (
    <section aria-labelledby="numbers">
      <h2 id="numbers">Numbers on these pages</h2>
      <ul className="stack gap-2 full plain-list small">
        {strong.map(({ kind, number, holders }) => (
          <li key={`${kind} ${number} ${holders.map(({ id }) => id).join()}`}>
            {number || `A ${keyWords[kind]}`} of{' '}
            {holders.map(({ id, name, number: holderNumber }, at) => (
              <span key={id}>
                {at > 0 && ' and '}
                <Link to={href('/profile/admin/holders/:id', { id })}>{name}</Link> ({holderNumber})
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Possible recipients: the likely ones, and search results. */
function Choose({
  item: { suggested, searched, holderId },
  search,
  action,
  onDone,
}: Searched & { action: string; onDone: (notice: string) => void }) {
  const choices = [...suggested, ...searched.filter(found => !suggested.some(other => other.id === found.id))]
  const [only, another] = searched
  const usual = only && !another ? only.id : holderId
  return (
    <section className={`below-4 ${style.state}`} aria-labelledby="by-hand">
      <h2 id="by-hand">Match by hand</h2>
      <SearchForm label="A holder" action={action} values={{ q: search }}>
        <SearchField label="Find a holder" placeholder="Name or number" />
      </SearchForm>
      {search && searched.length === 0 && <p className={style.problem}>No holder is called “{search}”.</p>}
      {choices.length > 0 && (
        <CommandForm
          command={matchDocumentCommand}
          action={action}
          variant="primary"
          fields={{
            holder: (
              <fieldset key={`${search} ${usual}`} className={`stack ${style.choices}`}>
                <legend className="visually-hidden">{matchDocumentCommand.fields.holder.label}</legend>
                {choices.map(({ id, number, name, members }) => (
                  <label key={id}>
                    <input type="radio" name="holder" value={id} defaultChecked={id === usual} required />
                    <span>
                      {name}
                      <small>{[number, members].filter(Boolean).join(' · ')}</small>
                    </span>
                  </label>
                ))}
              </fieldset>
            ),
          }}
          onDone={onDone}
        />
      )}
      <p className="quiet column-44 breakable">Another person opens this document before they approve the release.</p>
    </section>
  )
}

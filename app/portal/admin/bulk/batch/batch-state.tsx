import { href } from 'react-router'
import {
  continueReleaseCommand,
  discardBatchCommand,
  excludeOpenDocumentsCommand,
  readBatchAgainCommand,
  recallBatchCommand,
  releaseBatchCommand,
} from '../../../../../rules/bulk-delivery/batch.commands.ts'
import { batchStates, figuresInWords, splitWords } from '../../../../../rules/bulk-delivery/words.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { withQuery } from '../../../../../rules/url.ts'
import { batchSteps, canTake } from '../../../../../rules/workflows.ts'
import type { BatchDetails } from '../../../../../server/bulk-delivery/batch.ts'
import { CommandFold } from '../../../../commands/command-fold.tsx'
import { CommandForm } from '../../../../commands/command-form.tsx'
import { Button } from '../../../../ui/button.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Fact, Facts } from '../../runs/facts.tsx'
import style from '../bulk.module.css'
import { SplitFields } from '../split-fields.tsx'

type Props = { batch: BatchDetails; onNotice: (notice: string) => void }

/** A batch's facts, state and next steps. */
export function BatchState({ batch, onNotice }: Props) {
  const { category, fundName, split, createdAt, createdBy, approvedBy, releasedAt, recalled, problem } = batch
  return (
    <section aria-label="State" className={`below-4 ${style.state}`}>
      <p role="status" className="measure leading-4 display size-lead">
        {wordsOf(batch)}
      </p>
      {problem && <p role="alert">{problem}</p>}
      <Facts>
        <Fact label="State">{batchStates[batch.state]}</Fact>
        <Fact label="Filed under">
          {category}, {fundName}
        </Fact>
        <Fact label="Split by">{split.mode === 'pages' ? everyPages(split.pages) : splitWords[split.mode]}</Fact>
        <Fact label="Uploaded">
          <FormattedDate date={createdAt} time /> by {createdBy}
        </Fact>
        {approvedBy && (
          <Fact label="Approved by">
            {approvedBy}
            {releasedAt && (
              <>
                , released <FormattedDate date={releasedAt} time />
              </>
            )}
          </Fact>
        )}
      </Facts>
      {recalled && (
        <p className={style.about}>
          Recalled <FormattedDate date={recalled.at} time /> by {recalled.by}: {recalled.reason}
        </p>
      )}
      <Requested batch={batch} />
      <Steps batch={batch} onNotice={onNotice} />
    </section>
  )
}

function wordsOf(batch: BatchDetails): string {
  const { state, pagesRead, documents, matched, byHand, open, excluded, filed, opened } = batch
  const figures = figuresInWords({ automatic: matched - byHand, byHand, excluded })
  switch (state) {
    case 'uploaded':
    case 'matching':
      return `The files are being read: ${countOf(pagesRead, 'page')} so far. You can leave this page.`
    case 'review':
      if (documents === 0) return 'Nothing in these files can be delivered.'
      return open > 0 ? `${countOf(open, 'unmatched document')}. ${figures}.` : `${figures}.`
    case 'approved':
      return `Being released: ${grouped(filed)} of ${countOf(matched, 'document')} so far.`
    case 'released':
      return `Released. ${grouped(opened)} of ${countOf(filed, 'document')} opened.`
    case 'recalled':
      if (opened === 0) return `Recalled. None of its ${countOf(filed, 'document')} had been opened.`
      return `Recalled. ${countOf(opened, 'document')} had been opened, ${grouped(filed - opened)} never.`
    case 'discarded':
      return 'Discarded. Nothing was sent.'
  }
}

/** The requested release, and the documents that the second person still has to open. */
function Requested({ batch: { id, requested, drawn, drawnOpened } }: Pick<Props, 'batch'>) {
  if (!requested) return null
  if (requested.isOwn)
    return (
      <p className={style.about}>
        You’ve submitted the release. Another person reviews {countOf(drawn, 'document')}, then{' '}
        <Link to={href('/profile/admin/approvals')}>approves it</Link>.
      </p>
    )
  return (
    <div className="cluster center gap-3">
      <Button variant="primary" to={href('/profile/admin/bulk/:id/look', { id })}>
        Review {countOf(drawn, 'document')}
      </Button>
      <p className={style.about}>
        {requested.by} submitted the release. You’ve opened {grouped(drawnOpened)} of {grouped(drawn)}.
      </p>
    </div>
  )
}

function Steps({ batch, onNotice }: Props) {
  const { id, state, open, matched, requested, problem, split } = batch
  const step = { action: href('/profile/admin/bulk/:id', { id }), onDone: onNotice }
  const folded = { ...step, className: style.fold }
  return (
    <>
      <div className="cluster center gap-3">
        {state === 'review' && !requested && open === 0 && matched > 0 && (
          <CommandForm {...step} command={releaseBatchCommand} variant="primary" />
        )}
        {state === 'review' && open > 0 && (
          <Button variant="primary" to={withQuery(href('/profile/admin/bulk/:id', { id }), { show: 'open' })}>
            Show {countOf(open, 'unmatched document')}
          </Button>
        )}
        {state === 'approved' && problem && (
          <CommandForm {...step} command={continueReleaseCommand} variant="primary" />
        )}
        {(state === 'released' || state === 'recalled') && (
          <Button href={withQuery('/profile/bulk.csv', { batch: id })}>Save who was served what</Button>
        )}
      </div>
      {state === 'review' && open > 0 && (
        <CommandFold
          {...folded}
          command={excludeOpenDocumentsCommand}
          title={`Leave out the ${countOf(open, 'document')} without a match`}
        />
      )}
      {canTake(batchSteps.read, state) && state === 'review' && (
        <CommandFold
          {...folded}
          command={readBatchAgainCommand}
          title="Split the files differently"
          fields={{ split: <SplitFields mode={split.mode} pages={split.pages} />, pages: null }}
        />
      )}
      {canTake(batchSteps.recall, state) && (
        <CommandFold {...folded} command={recallBatchCommand} title="Recall this batch" variant="danger" />
      )}
      {canTake(batchSteps.discard, state) && (
        <CommandFold {...folded} command={discardBatchCommand} title="Discard this batch" variant="danger">
          <p className={style.about}>The files are deleted, and nothing is sent.</p>
        </CommandFold>
      )}
    </>
  )
}

const everyPages = (pages: number) => (pages === 1 ? 'Each page' : `Every ${pages} pages`)

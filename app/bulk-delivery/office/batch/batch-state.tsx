import { href } from 'react-router'
import { countOf, grouped } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { batchSteps, canTake } from '../../../../rules/workflows.ts'
import { RunFold, RunState, recalledWords } from '../../../runs/office/run-state.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import {
  continueReleaseCommand,
  discardBatchCommand,
  excludeOpenDocumentsCommand,
  readBatchAgainCommand,
  recallBatchCommand,
  releaseBatchCommand,
} from '../../batch.commands.ts'
import type { BatchDetails } from '../../server/batch.ts'
import { batchStates, figuresInWords, splitWords } from '../../words.ts'
import { SplitFields } from '../split-fields.tsx'

type Props = { batch: BatchDetails; onNotice: (notice: string) => void }

/** A batch's facts, state and next steps. */
export function BatchState({ batch, onNotice }: Props) {
  const { id, state, category, fundName, split, createdAt, createdBy, approvedBy, releasedAt, requested } = batch
  return (
    <RunState
      lead={wordsOf(batch)}
      state={batchStates[state]}
      isWorking={state === 'matching' || state === 'approved'}
      problem={batch.problem}
      facts={{
        'Filed under': `${category}, ${fundName}`,
        'Split by': split.mode === 'pages' ? everyPages(split.pages) : splitWords[split.mode],
        Uploaded: (
          <>
            <FormattedDate date={createdAt} time /> by {createdBy}
          </>
        ),
        'Approved by': approvedBy,
        Released: releasedAt && <FormattedDate date={releasedAt} time />,
      }}
      recalled={batch.recalled}
      requested={requested && { ...requested, to: href('/profile/admin/bulk/:id/look', { id }), noun: 'document' }}
      steps={<Steps batch={batch} onNotice={onNotice} />}
      folds={<Folds batch={batch} onNotice={onNotice} />}
      recall={
        canTake(batchSteps.recall, state) && {
          command: recallBatchCommand,
          title: 'Recall this batch',
          action: href('/profile/admin/bulk/:id', { id }),
          onDone: onNotice,
        }
      }
    />
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
      return recalledWords(opened, filed)
    case 'discarded':
      return 'Discarded. Nothing was sent.'
  }
}

function Steps({ batch, onNotice }: Props) {
  const { id, state, open, matched, requested, problem } = batch
  const at = href('/profile/admin/bulk/:id', { id })
  const step = { action: at, onDone: onNotice, variant: 'primary' } as const
  return (
    <>
      {state === 'review' && !requested && open === 0 && matched > 0 && (
        <CommandForm {...step} command={releaseBatchCommand} />
      )}
      {state === 'review' && open > 0 && (
        <Button variant="primary" to={withQuery(at, { show: 'open' })}>
          Show {countOf(open, 'unmatched document')}
        </Button>
      )}
      {state === 'approved' && problem && <CommandForm {...step} command={continueReleaseCommand} />}
      {(state === 'released' || state === 'recalled') && (
        <Button href={withQuery('/profile/bulk.csv', { batch: id })}>Save who was served what</Button>
      )}
    </>
  )
}

function Folds({ batch: { id, state, open, split }, onNotice }: Props) {
  const step = { action: href('/profile/admin/bulk/:id', { id }), onDone: onNotice }
  return (
    <>
      {state === 'review' && open > 0 && (
        <RunFold
          {...step}
          command={excludeOpenDocumentsCommand}
          title={`Leave out the ${countOf(open, 'document')} without a match`}
        />
      )}
      {canTake(batchSteps.read, state) && state === 'review' && (
        <RunFold
          {...step}
          command={readBatchAgainCommand}
          title="Split the files differently"
          fields={{ split: <SplitFields mode={split.mode} pages={split.pages} />, pages: null }}
        />
      )}
      {canTake(batchSteps.discard, state) && (
        <RunFold {...step} command={discardBatchCommand} title="Discard this batch" variant="danger">
          <p className="quiet breakable">The files are deleted, and nothing is sent.</p>
        </RunFold>
      )}
    </>
  )
}

const everyPages = (pages: number) => (pages === 1 ? 'Each page' : `Every ${pages} pages`)

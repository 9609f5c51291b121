import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { href, useRevalidator } from 'react-router'
import type { Command } from '../../../rules/commands/command.ts'
import { countOf, grouped } from '../../../rules/number.ts'
import { CommandFold } from '../../shell/commands/command-fold.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import type { Recalled } from '../server/recalled.ts'
import style from './runs.module.css'

/** What the second person opens before they approve: how much there is, and the reader's part of it. */
export interface ToReview {
  to: string
  noun: string
  total: number
  opened: number
  requestedBy: string
  /** The reader requested the release. */
  isOwn: boolean
}

type Props = {
  /** What became of the run, in a sentence, where its state doesn't say it. */
  lead?: string
  /** In words. */
  state: string
  /** How many of its documents are prepared, and how many there will be, while a job prepares them. */
  prepared?: false | { done: number; of: number }
  /** A job works on it, so the page loads again by itself. */
  isWorking: boolean
  /** What is known of it besides its state, by name; what is empty isn't shown. */
  facts: Record<string, ReactNode>
  /** What stops it, and what has changed since it was prepared. */
  problem?: string | false | null
  stale?: string | false | null
  recalled?: Recalled | null
  requested?: ToReview | boolean | null
  /** What can be done now; what isn't everyday, folded. */
  steps?: ReactNode
  folds?: ReactNode
  /** Its recall, where it can be recalled. */
  recall?: false | Omit<FoldProps<Command>, 'variant'>
  /** Notes that only this kind has. */
  children?: ReactNode
}

/** Where a run of documents stands, and what can be done about it now. */
export function RunState({
  lead,
  isWorking,
  problem,
  stale,
  recalled,
  requested,
  steps,
  folds,
  recall,
  ...run
}: Props) {
  usePolling(isWorking)
  return (
    <section className="stack narrow gap-3 below-4" aria-label="State">
      {lead && (
        <p role="status" className="measure leading-4 display size-lead">
          {lead}
        </p>
      )}
      {problem && <p role="alert">{problem}</p>}
      <Facts {...run} />
      {run.children}
      {stale && <p role="alert">{stale}</p>}
      {recalled && (
        <p className="quiet column-44 breakable">
          Recalled <FormattedDate date={recalled.at} time /> by {recalled.by}: {recalled.reason}
        </p>
      )}
      {requested && <Requested review={requested === true ? undefined : requested} />}
      {steps && <div className="cluster center gap-3">{steps}</div>}
      {folds}
      {recall && <RunFold {...recall} variant="danger" />}
    </section>
  )
}

function Facts({ state, prepared, facts }: Pick<Props, 'state' | 'prepared' | 'facts'>) {
  const done = prepared && `${grouped(prepared.done)} of ${grouped(prepared.of)}`
  return (
    <dl className={`facts stack gap-3-5 double pad-3 ${style.facts}`}>
      {Object.entries({ State: state, Prepared: done, ...facts }).map(
        ([label, fact]) =>
          fact && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{fact}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Requested({ review }: { review: ToReview | undefined }) {
  if (!review || review.isOwn)
    return (
      <p className="quiet column-44 breakable">
        Release requested. A second person {review && `opens ${countOf(review.total, review.noun)} and `}approves it
        under <Link to={href('/profile/admin/approvals')}>Approvals</Link>.
      </p>
    )
  return (
    <div className="cluster center gap-3">
      <Button variant="primary" to={review.to}>
        Review {countOf(review.total, review.noun)}
      </Button>
      <p className="quiet column-44 breakable">
        {review.requestedBy} requested the release. You’ve opened {grouped(review.opened)} of {grouped(review.total)}.
      </p>
    </div>
  )
}

/** @returns how many documents of a recalled run had been opened */
export function recalledWords(opened: number, documents: number): string {
  if (opened === 0) return `Recalled. None of its ${countOf(documents, 'document')} had been opened.`
  return `Recalled. ${countOf(opened, 'document')} had been opened, ${grouped(documents - opened)} never.`
}

type FoldProps<C extends Command> = Omit<ComponentProps<typeof CommandFold<C>>, 'className'>

/** A step of a run that isn't everyday: the form of its command, folded. */
export function RunFold<C extends Command>(props: FoldProps<C>) {
  return <CommandFold {...(props as ComponentProps<typeof CommandFold<C>>)} className={style.fold} />
}

/** While a job works on a run, its page reloads this often (ms): an attempt that fails changes no document. */
const interval = 2000

/** Loads a page again and again while a job works on what it shows. */
function usePolling(isWorking: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(revalidate, interval)
    return () => clearInterval(timer)
  }, [isWorking, revalidate])
}

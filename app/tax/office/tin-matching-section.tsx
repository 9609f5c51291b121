import { href } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import type { CommandAnswer } from '../../shell/actions/answer.ts'
import { CommandFields, isAtField } from '../../shell/commands/command-fields.tsx'
import { useCommandForm } from '../../shell/commands/command-form.tsx'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import type { MatchingOutcome } from '../server/tin-matching.ts'
import { readTinResultsCommand as command } from '../tin-matching.commands.ts'
import style from './tax.module.css'

/** The answer to the IRS's results. */
interface ResultsAnswer extends CommandAnswer {
  outcome?: MatchingOutcome
}

/** The file for the IRS's bulk TIN Matching, and the one that it returns. */
export function TinMatchingSection({ toMatch }: { toMatch: number }) {
  const { Form, shown, busy } = useCommandForm<ResultsAnswer>(command)
  return (
    <section className={style.section} aria-labelledby="matching" data-print="no">
      <h2 id="matching">TIN Matching</h2>
      <p className="quiet measure">
        The IRS’s e-services tell payers whether names and numbers belong together. Download the file, upload it there,
        and load the answer here. The file has whole tax numbers: delete it once it is uploaded. Each number in it is
        written in the log.
      </p>
      <div className="cluster center gap-3">
        {toMatch > 0 && (
          <Button size="small" href={withQuery(href('/profile/tin-matching.txt'), { which: 'new' })}>
            Download {countOf(toMatch, 'new number')}
          </Button>
        )}
        <Button size="small" href={withQuery(href('/profile/tin-matching.txt'), { which: 'all' })}>
          Download all numbers
        </Button>
      </div>
      <Form method="post" encType="multipart/form-data" action={href('/profile/admin/tax')} className={style.form}>
        <ActionFields intent={command.name} />
        <CommandFields command={command} answer={shown} />
        <Banner of={shown}>{!busy && shown && !isAtField(shown) && shown.error?.message}</Banner>
        <Button type="submit" size="small" busy={busy} busyLabel={command.busy}>
          {command.button}
        </Button>
      </Form>
      <div role="status">{!busy && shown?.outcome && <Outcome outcome={shown.outcome} />}</div>
    </section>
  )
}

function Outcome({ outcome: { matched, mismatched, unanswered, unknown, unread } }: { outcome: MatchingOutcome }) {
  return (
    <ul className="stack gap-2 tabular breakable plain-list">
      <li>{countOf(matched, 'number')} matched.</li>
      <li>{countOf(mismatched, 'number')} didn’t match. Ask each of these holders for a new W-9.</li>
      {unanswered.length > 0 && <li>Not answered, invalid or sent twice: {unanswered.join(', ')}.</li>}
      {unknown.length > 0 && (
        <li>About numbers that were replaced since, or that aren’t on file: {unknown.join(', ')}.</li>
      )}
      {unread.length > 0 && <li>Lines that can’t be read, and changed nothing: {unread.join(', ')}.</li>}
    </ul>
  )
}

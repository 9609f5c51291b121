import { href } from 'react-router'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { MatchingOutcome } from '../../../../server/tax/tin-matching.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import type { ResultsAnswer } from './results-answer.ts'
import style from './tax.module.css'

type Props = { toMatch: number; answered: ResultsAnswer | undefined }

/** The file for the IRS's bulk TIN Matching, and the one that it returns. */
export function MatchingSection({ toMatch, answered }: Props) {
  const { Form, answer, busy } = useAction<ResultsAnswer>()
  const shown = answer ?? answered
  return (
    <section className={style.section} aria-labelledby="matching" data-print="no">
      <h2 id="matching">TIN Matching</h2>
      <p className={style.quiet}>
        The IRS’s e-services tell payers whether names and numbers belong together. Download the file, upload it there,
        and load the answer here. The file has whole tax numbers: delete it once it is uploaded. Each number in it is
        written in the log.
      </p>
      <div className={style.buttons}>
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
        <ActionFields intent="results" />
        <FileField label="The file that the IRS returned" name="file" accept=".txt,text/plain" required />
        <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
        <Button type="submit" size="small" busy={busy} busyLabel="Reading…">
          Read the results
        </Button>
      </Form>
      <div role="status">{!busy && shown?.outcome && <Outcome outcome={shown.outcome} />}</div>
    </section>
  )
}

function Outcome({ outcome: { matched, mismatched, unanswered, unknown, unread } }: { outcome: MatchingOutcome }) {
  return (
    <ul className={style.outcome}>
      <li>{countOf(matched, 'number')} matched.</li>
      <li>{countOf(mismatched, 'number')} didn’t match. Ask each of these holders for a new W-9.</li>
      {unanswered.length > 0 && <li>Not answered, invalid or sent twice: {unanswered.join(', ')}.</li>}
      {unknown.length > 0 && (
        <li>About numbers that were replaced since, or that nobody here has: {unknown.join(', ')}.</li>
      )}
      {unread.length > 0 && <li>Lines that can’t be read, and changed nothing: {unread.join(', ')}.</li>}
    </ul>
  )
}

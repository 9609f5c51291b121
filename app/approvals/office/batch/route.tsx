import { type FormEvent, useState } from 'react'
import { href, redirect } from 'react-router'
import { formatCents } from '../../../../rules/money.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { Figures } from '../../../register/office/figures.tsx'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { useFocusOnError } from '../../../shell/actions/use-focus-on-error.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { useCommandForm } from '../../../shell/commands/command-form.tsx'
import { useHydrated } from '../../../shell/hydrated.ts'
import { AdminList, Rows } from '../../../shell/office/admin-list.tsx'
import { noBreak } from '../../../shell/office/no-break.tsx'
import linkStyle from '../../../shell/office/person-link.module.css'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { Day } from '../../../shell/ui/day.tsx'
import { Field } from '../../../shell/ui/field.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { approveBatchCommand } from '../../approvals.commands.ts'
import { readControlTotal } from '../../control-total.ts'
import type { BatchRequest } from '../../server/approve-batch.ts'
import { requireApprover, useApproverUpdates } from '../approver-guard.ts'
import { requestAddress } from '../request-address.ts'
import style from './batch-approval.module.css'

/** Loads the pending requests of the query's `kind` that the reader may approve together. */
export const loader = loadList({
  guard: requireApprover,
  view: query => ({ kind: query.get('kind') ?? '' }),
  read: ({ actor, operations }, { kind }) => operations.getBatchApproval(actor, kind),
  none: { nouns: ['request', 'requests'] as const, requests: [], pages: [] },
  failed: 'LOAD_APPROVALS_FAILED',
})

/** POST: approves the selected requests, all or nothing; the receipt has its own address. */
export const action = commandActions([approveBatchCommand], {
  redirectTo: () => href('/profile/admin/approvals'),
  // The browser returns to the requests left out.
  saysOnErrorPage: true,
  after: {
    [approveBatchCommand.name]: ({ receipt }: { receipt: string }) =>
      redirect(href('/profile/admin/approvals/together/:id', { id: receipt })),
  },
})

export default showList<typeof loader>(BatchApprovalPage)

/**
 * Batch approval of one kind: the reader compares the requests with the bank's page, and types its total. No sum of the
 * requests is shown: a total that could be copied would verify nothing.
 */
function BatchApprovalPage({ kind, nouns: [one, several], requests, pages, loadError }: Shown<typeof loader>) {
  useApproverUpdates()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState('')
  const hydrated = useHydrated()
  const { Form, answer, busy } = useCommandForm(approveBatchCommand)
  const form = useFocusOnError(answer)
  const chosen = requests.filter(({ id }) => !leftOut.has(id))
  const what = countOf(chosen.length, one, several)
  const error = busy ? undefined : answer?.error
  const change = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const out = currentTarget.querySelectorAll<HTMLInputElement>('input[name="id"]:not(:checked)')
    setLeftOut(new Set([...out].map(({ value }) => value)))
    setTyped(String(new FormData(currentTarget).get('total') ?? ''))
  }
  return (
    <AdminList
      title={`Approve ${several} together`}
      count={countOf(requests.length, one, several)}
      at={href('/profile/admin/approvals/together')}
      loadError={loadError}
    >
      <p className="quiet measure">
        Compare the list with your bank’s page, line by line, then type the page’s total: what the bank has, not a sum
        of this list. All selected {several} are approved, or none. Anything you leave out stays pending.
      </p>
      {pages.length > 0 && (
        <p className="cluster gap-0-3 breakable">
          The bank {pages.length === 1 ? 'page' : 'pages'}:{' '}
          {pages.map(({ id, filename }) => (
            <a key={id} href={`/files/${id}`} target="_blank" rel="noopener">
              {filename}
            </a>
          ))}
        </p>
      )}
      {pages.map(
        ({ id, filename, decidedBefore }) =>
          decidedBefore > 0 && (
            <p key={id} className="quiet measure">
              {filename} was attached after {countOf(decidedBefore, one, several)} of its list had been decided.
            </p>
          ),
      )}
      <Form ref={form} method="post" className="stack gap-5" onChange={change}>
        <ActionFields intent={approveBatchCommand.name} />
        <input type="hidden" name="kind" value={kind} />
        <Rows
          className={style.list}
          columns={columns}
          rows={requests}
          empty={{
            title: 'Nothing left to approve together',
            text: 'Requests of your own, and those that concern you, need another approver.',
            action: (
              <Button size="small" to={href('/profile/admin/approvals')}>
                Approvals
              </Button>
            ),
          }}
        >
          <Figures
            figures={[
              ['Selected', `${grouped(chosen.length)} of ${grouped(requests.length)}`],
              [
                'Changed since last payment',
                grouped(chosen.filter(({ differences }) => differences.length > 0).length),
              ],
              ['Submitted by', [...new Set(requests.map(({ requestedBy }) => requestedBy))].join(', ')],
            ]}
          />
        </Rows>
        {requests.length > 0 && (
          <div className="stack start gap-4">
            <Banner of={answer}>{error?.code !== 'CONTROL_TOTAL' && error?.message}</Banner>
            <Field
              label={`Total of ${what}`}
              hint={hintOf(typed)}
              name="total"
              inputMode="decimal"
              autoComplete="off"
              required
              className={style.total}
              error={error?.code === 'CONTROL_TOTAL' && error.message}
            />
            <Button
              variant="primary"
              type="submit"
              busy={busy}
              busyLabel={approveBatchCommand.busy}
              disabled={hydrated && (chosen.length === 0 || readControlTotal(typed) === undefined)}
            >
              {approveBatchCommand.button} {what}
            </Button>
          </div>
        )}
      </Form>
    </AdminList>
  )
}

/** @returns the expected input; never the difference */
function hintOf(typed: string): string {
  return typed.trim() === '' || readControlTotal(typed) !== undefined
    ? 'From your bank’s page, in dollars and cents. It’s compared with the selected requests once you approve.'
    : 'Type dollars and cents, such as 71,833.20.'
}

/** What the request's own approval says; shown at once where it has more to review than an ordinary one. */
function Description({ id, note, lines, isUnusual }: BatchRequest) {
  return (
    <details className={style.description} open={isUnusual}>
      <summary>
        Details<span className="visually-hidden"> of {note}</span>
      </summary>
      <ul className="plain-list tabular breakable">
        {lines.map(line => (
          <li key={line}>{noBreak(line)}</li>
        ))}
      </ul>
      <Link to={requestAddress(id)} className={linkStyle.link}>
        Approve on its own
        <span className="visually-hidden">: {note}</span>
      </Link>
    </details>
  )
}

const columns: Column<BatchRequest>[] = [
  {
    header: 'Approve',
    role: 'choice',
    cell: ({ id, note }) => (
      <label className={`center touch ${style.choice}`}>
        <input
          type="checkbox"
          name="id"
          value={id}
          defaultChecked
          autoComplete="off"
          aria-label={`Approve the payment on ${note}`}
        />
      </label>
    ),
  },
  {
    header: 'Note and holder',
    role: 'title',
    cell: ({ note, holder }) => (
      <>
        {noBreak(note)}
        <span className="quiet regular block">{holder}</span>
      </>
    ),
  },
  {
    header: 'Changed since last payment',
    cell: ({ differences }) =>
      differences.length > 0 && (
        <ul className={`plain-list danger ${style.differences}`}>
          {differences.map(words => (
            <li key={words}>{noBreak(words)}</li>
          ))}
        </ul>
      ),
  },
  {
    header: 'Description',
    bare: true,
    cell: request => <Description {...request} />,
  },
  { header: 'Date', cell: ({ day }) => <Day date={day} /> },
  {
    header: 'Bank reference',
    cell: ({ reference }) => <span className={`breakable ${style.reference}`}>{reference}</span>,
  },
  {
    header: 'Amount',
    figures: true,
    cell: ({ cents }) => <span className={style.amount}>{formatCents(cents, true)}</span>,
  },
]

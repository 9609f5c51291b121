import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import type { BankProposal } from '../../../../../server/notes/match-bank-list.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import type { ActionAnswer } from '../../../../actions/define-actions.ts'
import { useAction } from '../../../../actions/use-action.ts'
import { useFocusOnError } from '../../../../actions/use-focus-on-error.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Day } from '../../../../ui/day.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Field, SelectField } from '../../../../ui/field.tsx'
import type { Column } from '../../../../ui/ledger.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Notice, useNotice } from '../../../../ui/notice.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import counted from '../../counted-page.module.css'
import { ListHead } from '../../list-head.tsx'
import linkStyle from '../../person-link.module.css'
import { Money } from '../money.tsx'
import style from '../register.module.css'
import { writePayment } from './confirmed-payment.ts'

/** What the page answers to a bank's list. */
export interface BankAnswer extends ActionAnswer {
  /** The bank's list; its content only for a browser without scripts, which sends it again. */
  list?: { filename: string; content?: string }
  proposals?: BankProposal[]
  /** Lines of the file that can't be read. */
  unread?: number[]
  /** What was confirmed, where it is shown again: values of `writePayment`. */
  chosen?: string[]
  /** Payments that a second person was asked for. */
  asked?: number
}

/** Payments from the bank's own list: matches are proposed, a person confirms each, and a second one approves it. */
export function BankPage({ answered }: { answered?: BankAnswer | undefined }) {
  const { say, ...notice } = useNotice()
  const { Form, answer, busy } = useAction<BankAnswer>(({ notice }) => notice && say(notice))
  const shown = answer ?? answered
  const form = useFocusOnError(answer)
  const isOfFile = shown?.error?.code.startsWith('BANK_LIST_')
  const isOfProposals = shown?.proposals !== undefined
  return (
    <div className={`${counted.page} ${style.page}`}>
      <ListHead title="Bank list" count={shown?.list?.filename} />
      <p className={style.about}>
        Choose the list of transactions that the bank saves as CSV, with a date, an amount and a description. Payments
        out of the account are compared with what is due, by amount and day. Nothing is recorded until you confirm it
        and a second person approves it.
      </p>
      {shown?.asked !== undefined && (
        <p role="status">
          {countOf(shown.asked, 'payment waits', 'payments wait')} for a second person under{' '}
          <Link to={href('/profile/admin/approvals')} className={linkStyle.link}>
            Approvals
          </Link>
          .
        </p>
      )}
      <Form
        ref={form}
        method="post"
        action={href('/profile/admin/register/bank')}
        encType="multipart/form-data"
        className={style.form}
      >
        <ActionFields intent="match" />
        <Field
          label="CSV file"
          type="file"
          name="file"
          accept=".csv,text/csv"
          error={isOfFile && shown?.error?.message}
          required
        />
        <Banner of={shown}>{!isOfFile && !isOfProposals && shown?.error?.message}</Banner>
        <div className={style.buttons}>
          <Button variant={shown?.proposals ? 'quiet' : 'primary'} type="submit" busy={busy} busyLabel="Comparing…">
            Compare with what is due
          </Button>
        </div>
      </Form>
      {shown?.proposals && <Proposals {...shown} proposals={shown.proposals} onDone={say} />}
      <Notice {...notice} />
    </div>
  )
}

type ProposalsProps = BankAnswer & { proposals: BankProposal[]; onDone: (notice: string) => void }

function Proposals({ proposals, unread = [], list, chosen, error, onDone }: ProposalsProps) {
  const { Form, answer, busy } = useAction<BankAnswer>(({ notice }) => notice && onDone(notice))
  const open = proposals.filter(({ isRecorded, matches }) => !isRecorded && matches.length > 0)
  if (answer?.asked !== undefined)
    return (
      <p role="status">
        {countOf(answer.asked, 'payment waits', 'payments wait')} for a second person under{' '}
        <Link to={href('/profile/admin/approvals')} className={linkStyle.link}>
          Approvals
        </Link>
        .
      </p>
    )
  return (
    <section className={style.section} aria-label="Proposals">
      <p role="status">
        {countOf(proposals.length, 'payment')} out of the account,{' '}
        {open.length === 0 ? 'none of them' : grouped(open.length)} like something that is due.
        {unread.length > 0 && ` These lines can’t be read: ${unread.slice(0, 20).join(', ')}.`}
      </p>
      {proposals.length > 0 ? (
        <Form method="post" action={href('/profile/admin/register/bank')} className={style.confirm}>
          <ActionFields intent="confirm" />
          {list?.content !== undefined && (
            <noscript>
              <input type="hidden" name="filename" value={list.filename} />
              <input type="hidden" name="list" value={list.content} />
            </noscript>
          )}
          <StackedLedger
            className={style.list}
            caption="Payments of the bank’s list"
            columns={columns(chosen)}
            rows={proposals}
            rowKey={({ line }) => String(line)}
          />
          <Banner of={answer}>{(answer?.error ?? error)?.message}</Banner>
          {open.length > 0 && (
            <div className={style.buttons}>
              <Button variant="primary" type="submit" busy={busy} busyLabel="Asking…">
                Confirm, and ask to record them
              </Button>
            </div>
          )}
        </Form>
      ) : (
        <EmptyState title="No payments" level={3}>
          The list has no payments out of the account.
        </EmptyState>
      )}
    </section>
  )
}

const columns = (chosen: string[] | undefined): Column<BankProposal>[] => [
  {
    key: 'description',
    header: 'Of the bank',
    role: 'title',
    cell: ({ description, reference }) => (
      <>
        {description || reference}
        {reference !== description && <span className={style.fact}>{reference}</span>}
      </>
    ),
  },
  { key: 'day', header: 'On', cell: ({ day }) => <Day date={day} /> },
  { key: 'amount', header: 'Amount', figures: true, cell: ({ cents }) => <Money cents={cents} /> },
  { key: 'match', header: 'Is the payment of', cell: proposal => <Match proposal={proposal} chosen={chosen} /> },
]

/** A choice between the notes that it may be for; chosen already where the bank's text names the only one. */
function Match({ proposal, chosen }: { proposal: BankProposal; chosen: string[] | undefined }) {
  const { matches, isNamed, isRecorded, line } = proposal
  if (isRecorded) return <Badge>Recorded already</Badge>
  const values = matches.map(match => writePayment(proposal, match))
  if (values.length === 0) return <span className={style.words}>Nothing that is due</span>
  return (
    <SelectField
      label={`Line ${line} is the payment of`}
      hideLabel
      name="payment"
      defaultValue={chosen ? values.find(value => chosen.includes(value)) : isNamed ? values[0] : ''}
    >
      <option value="">Leave it out</option>
      {matches.map((match, at) => (
        <option key={`${match.noteId} ${match.due}`} value={values[at]}>
          {match.number}, {match.holder}: {formatCents(match.cents)} due {formatDay(match.due)}
        </option>
      ))}
    </SelectField>
  )
}

import { useMemo } from 'react'
import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { countOf } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import { requestAddress } from '../../approvals/office/request-address.ts'
import { Money } from '../../register/office/money.tsx'
import style from '../../register/office/register.module.css'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import type { CommandAnswer } from '../../shell/actions/answer.ts'
import { useCommandForm, useLastAnswer } from '../../shell/commands/command-form.tsx'
import linkStyle from '../../shell/office/person-link.module.css'
import { Badge } from '../../shell/ui/badge.tsx'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { Day } from '../../shell/ui/day.tsx'
import { SelectField } from '../../shell/ui/field.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { StackedLedger } from '../../shell/ui/stacked-ledger.tsx'
import { confirmBankLinesCommand } from '../bank.commands.ts'
import { bankExplanations } from '../bank.ts'
import { bankChoiceOf } from '../bank-choice.ts'
import type { BankConfirmation } from '../server/confirm-bank-lines.ts'
import type { BankMatch } from '../server/match-payments.ts'
import type { OpenBankLine, Uncleared } from '../server/propose-matches.ts'

/** Lines shown at once; the next appear once these are explained. */
const linesShown = 500

/** The lines that nothing is known of yet, with what each may be. */
export function OpenLines({ lines }: { lines: readonly OpenBankLine[] }) {
  const { Form, answer, busy, shown: refused } = useCommandForm(confirmBankLinesCommand)
  const shown = useMemo(() => lines.slice(0, linesShown), [lines])
  const last = useLastAnswer()
  const confirmed = [answer, last].find(isConfirmation)
  if (lines.length === 0 && !confirmed) return null
  return (
    <section className={style.section} aria-labelledby="open">
      <h2 id="open">Open</h2>
      {confirmed && !busy && <Confirmed confirmed={confirmed} />}
      {shown.length > 0 && (
        <Form method="post" className={`stack gap-5 ${style.confirm}`}>
          <ActionFields intent={confirmBankLinesCommand.name} />
          <StackedLedger
            className={style.list}
            caption="Open bank lines"
            columns={columns}
            rows={shown}
            rowKey={({ id }) => id}
          />
          <Banner of={answer}>{!busy && refused?.error?.message}</Banner>
          <div className="cluster center gap-3-4">
            <Button variant="primary" type="submit" busy={busy} busyLabel={confirmBankLinesCommand.busy}>
              {confirmBankLinesCommand.button}
            </Button>
            {lines.length > linesShown && <span>{countOf(lines.length - linesShown, 'more line')} after these.</span>}
          </div>
        </Form>
      )}
    </section>
  )
}

function isConfirmation(answer: CommandAnswer | undefined): answer is BankConfirmation & CommandAnswer {
  return answer !== undefined && 'reconciled' in answer
}

function Confirmed({ confirmed: { requested, reconciled, refused } }: { confirmed: BankConfirmation }) {
  return (
    <div role="status">
      {requested > 0 && (
        <p>
          {countOf(requested, 'payment needs', 'payments need')} approval. See{' '}
          <Link to={href('/profile/admin/approvals')} className={linkStyle.link}>
            Approvals
          </Link>
          .
        </p>
      )}
      {reconciled > 0 && <p>{countOf(reconciled, 'line')} reconciled.</p>}
      {refused.length > 0 && (
        <>
          <p className={style.late}>{countOf(refused.length, 'line wasn’t submitted', 'lines weren’t submitted')}:</p>
          <ul className={style.refused}>
            {refused.map(({ line, why }) => (
              <li key={`${line} ${why}`}>
                {line}: {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const columns: Column<OpenBankLine>[] = [
  {
    header: 'Bank line',
    role: 'title',
    cell: ({ description, reference }) => (
      <>
        {description || reference}
        {reference !== description && <span className={style.fact}>{reference}</span>}
      </>
    ),
  },
  { header: 'Date', cell: ({ day }) => <Day date={day} /> },
  {
    header: 'Amount',
    figures: true,
    cell: ({ cents, whole }) => (
      <>
        <Money cents={cents} />
        {whole !== cents && <span className={style.fact}>of {formatCents(whole, true)}</span>}
      </>
    ),
  },
  { header: 'Match', cell: line => <Choice line={line} /> },
]

/** What the line may be, selected already where the bank's text says it. */
function Choice({ line }: { line: OpenBankLine }) {
  const { id, day, matches, recorded, payoff, description, reference } = line
  const pending = matches.filter(({ request }) => request)
  const ahead = matches.filter(({ isAhead, request }) => isAhead && !request)
  const payable = matches.filter(({ isAhead, request }) => !isAhead && !request)
  const pays = payable.map(match => [bankChoiceOf.pay(id, match), paymentInWords(match)] as const)
  const clears = recorded.map(entry => [bankChoiceOf.clear(id, entry), recordedInWords(entry)] as const)
  return (
    <>
      {matches[0]?.request && (
        <p className={style.fact}>
          <Badge tone="warning">Pending approval</Badge>{' '}
          <Link to={requestAddress(matches[0].request)} className={linkStyle.link}>
            {paymentInWords(matches[0])}
          </Link>
        </p>
      )}
      {payoff && (
        <p className={style.fact}>
          <Link to={payoffAddress(payoff.noteId, day, reference)} className={linkStyle.link}>
            Record it as the payoff of {payoff.number}
          </Link>
        </p>
      )}
      <SelectField
        label={`Match for ${description || reference}`}
        hideLabel
        name="choice"
        defaultValue={choiceFor(line)}
      >
        <option value="">Leave open</option>
        <Disabled label="Pending approval" matches={pending} />
        {pays.length > 0 && <optgroup label="To record">{pays.map(toOption)}</optgroup>}
        <Disabled label="Early principal: record a payoff on the note’s page" matches={ahead} />
        {clears.length > 0 && <optgroup label="Already recorded">{clears.map(toOption)}</optgroup>}
        <optgroup label="Not about a note">
          {Object.entries(bankExplanations).map(([is, words]) => toOption([bankChoiceOf.is(id, is), words]))}
        </optgroup>
      </SelectField>
    </>
  )
}

/** What a line may be, but can't be submitted as. */
function Disabled({ label, matches }: { label: string; matches: readonly BankMatch[] }) {
  if (matches.length === 0) return null
  return (
    <optgroup label={label}>
      {matches.map(match => (
        <option key={paymentInWords(match)} disabled>
          {paymentInWords(match)}
        </option>
      ))}
    </optgroup>
  )
}

function toOption([value, words]: readonly [value: string, words: string]) {
  return (
    <option key={value} value={value}>
      {words}
    </option>
  )
}

/** @returns the form of a note's payoff, filled in with what the bank says */
function payoffAddress(id: string, day: string, reference: string): string {
  return `${withQuery(href('/profile/admin/register/notes/:id', { id }), { payoff: day, reference })}#payoff`
}

function paymentInWords({ holder, parts }: BankMatch): string {
  const words = parts.map(
    ({ number, cents, withheld, due }) =>
      `${number} ${formatCents(cents)}${withheld > 0n ? ` with ${formatCents(withheld)} withheld` : ''} due ${formatDay(due)}`,
  )
  return `${words.join(' and ')}, ${holder}`
}

function recordedInWords({ number, holder, day, cents }: Uncleared): string {
  return `${number}, ${holder}: ${formatCents(cents)} on ${formatDay(day)}`
}

/**
 * @returns the preselected match of a line: the recorded one, where the bank's text names it; else the only payment
 *   that it names; else the likely kind. Empty where a person has to choose
 */
export function choiceFor({ id, likely, isNamed, matches, sounds }: OpenBankLine): string {
  const [match] = matches
  if (likely) return bankChoiceOf.clear(id, likely)
  if (isNamed && match) return bankChoiceOf.pay(id, match)
  return sounds ? bankChoiceOf.is(id, sounds) : ''
}

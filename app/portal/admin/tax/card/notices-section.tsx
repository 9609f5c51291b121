import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { noticeKinds } from '../../../../../rules/tax/b-notices.ts'
import type { TaxCard, TinNotice } from '../../../../../server/tax/tax-card.ts'
import { ActionButton } from '../../../../actions/action-button.tsx'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { useFocusOnError } from '../../../../actions/use-focus-on-error.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import review from '../../accreditation/review/review.module.css'
import style from '../tax.module.css'
import { answerTo, type CardAnswer, refusalAt } from './card-answer.ts'

type Props = { card: TaxCard; today: string; answered: CardAnswer | undefined; onNotice: (notice: string) => void }

/** B-notices: those recorded, and a form for one that arrived. */
export function NoticesSection({ card: { notices, tin }, today, answered, onNotice }: Props) {
  return (
    <section aria-labelledby="notices" className={review.section}>
      <h2 id="notices">B-notices</h2>
      {notices.length === 0 && <p className={style.quiet}>The IRS has sent no notice about this holder’s number.</p>}
      {notices.length > 0 && (
        <ul className={style.list}>
          {notices.map(notice => (
            <Entry key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      {tin && <RecordForm today={today} answered={answered} onNotice={onNotice} />}
    </section>
  )
}

function Entry({ notice }: { notice: TinNotice }) {
  const { id, kind, noticeDate, receivedOn, sendBy, withholdFrom, postedOn, withdrawnAt, isCurrent } = notice
  return (
    <li>
      <span>
        {noticeKinds[kind]} of {formatDay(noticeDate)}{' '}
        {withdrawnAt ? (
          <Badge>Withdrawn</Badge>
        ) : isCurrent ? (
          <Badge tone="warning">Not answered</Badge>
        ) : (
          <Badge>Answered</Badge>
        )}
      </span>
      <span className={style.quiet}>
        It arrived {formatDay(receivedOn)}.{' '}
        {postedOn ? `The letter was mailed ${formatDay(postedOn)}.` : `The letter is due by ${formatDay(sendBy)}.`}{' '}
        Payments from {formatDay(withholdFrom)} on are subject to backup withholding unless it is answered. The portal
        withholds nothing by itself: ask your tax adviser.
      </span>
      {!withdrawnAt && isCurrent && (
        <span className={style.buttons}>
          <Button size="small" href={href('/profile/tax/notice/:id', { id })}>
            Letter as PDF
          </Button>
          {!postedOn && (
            <ActionButton intent="notice-posted" fields={{ id }} busyLabel="Saving…">
              Mailed today
            </ActionButton>
          )}
          <ActionButton intent="notice-withdraw" fields={{ id }} variant="link" busyLabel="Withdrawing…">
            Recorded by mistake
          </ActionButton>
        </span>
      )}
    </li>
  )
}

function RecordForm({ today, answered, onNotice }: Omit<Props, 'card'>) {
  const { Form, answer, busy } = useAction<CardAnswer>(({ notice }) => notice && onNotice(notice))
  const before = answerTo('notice', answered)
  const shown = answer ?? before
  const ref = useFocusOnError(shown)
  const { errors, banner } = refusalAt(shown)
  return (
    <details className={review.reasoned} open={shown?.error ? true : undefined}>
      <summary>Record a notice CP2100 or CP2100A</summary>
      <Form ref={ref} method="post">
        <ActionFields intent="notice" />
        <Field
          type="date"
          label="Day on the notice"
          name="dated"
          defaultValue={before?.typed?.dated}
          max={today}
          error={errors.dated}
          required
        />
        <Field
          type="date"
          label="Day it arrived"
          name="received"
          defaultValue={before?.typed?.received}
          max={today}
          required
        />
        <Banner of={shown}>{!busy && banner}</Banner>
        <Button type="submit" busy={busy} busyLabel="Saving…">
          Record
        </Button>
      </Form>
    </details>
  )
}

import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import review from '../../../accreditation/office/review/review.module.css'
import { CommandButton } from '../../../shell/commands/command-button.tsx'
import { CommandFold } from '../../../shell/commands/command-fold.tsx'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { noticeKinds } from '../../b-notices.ts'
import { markNoticePostedCommand, recordNoticeCommand, withdrawNoticeCommand } from '../../card.commands.ts'
import type { TaxCard, TinNotice } from '../../server/tax-card.ts'
import style from '../tax.module.css'

type Props = { card: TaxCard; today: string; onNotice: (notice: string) => void }

/** B-notices: those recorded, and a form for one that arrived. */
export function BNoticesSection({ card: { notices, tin }, today, onNotice }: Props) {
  return (
    <section aria-labelledby="notices" className={review.section}>
      <h2 id="notices">B-notices</h2>
      {notices.length === 0 && <p className="quiet measure">The IRS has sent no notice about this holder’s number.</p>}
      {notices.length > 0 && (
        <ul className={`stack gap-2 tabular breakable plain-list ${style.list}`}>
          {notices.map(notice => (
            <Entry key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      {tin && <RecordForm today={today} onNotice={onNotice} />}
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
      <span className="quiet measure">
        It arrived {formatDay(receivedOn)}.{' '}
        {postedOn ? `The letter was mailed ${formatDay(postedOn)}.` : `The letter is due by ${formatDay(sendBy)}.`}{' '}
        Payments from {formatDay(withholdFrom)} on are subject to backup withholding unless it is answered. The portal
        withholds nothing by itself: ask your tax adviser.
      </span>
      {!withdrawnAt && isCurrent && (
        <span className="cluster center gap-3">
          <Button size="small" href={href('/profile/tax/notice/:id', { id })}>
            Letter as PDF
          </Button>
          {!postedOn && <CommandButton command={markNoticePostedCommand} fields={{ notice: id }} />}
          <CommandButton command={withdrawNoticeCommand} fields={{ notice: id }} variant="link" />
        </span>
      )}
    </li>
  )
}

function RecordForm({ today, onNotice }: Omit<Props, 'card'>) {
  return (
    <CommandFold
      title="Record a notice CP2100 or CP2100A"
      className={review.reasoned}
      command={recordNoticeCommand}
      fields={{ noticeDate: { max: today }, receivedOn: { max: today } }}
      onDone={onNotice}
    />
  )
}

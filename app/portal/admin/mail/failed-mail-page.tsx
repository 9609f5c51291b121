import { href } from 'react-router'
import { mailFailuresPerPage } from '../../../../rules/limits.ts'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { MailFailure } from '../../../../server/today/mail-failures.ts'
import { ActionButton } from '../../../actions/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { Notice, useNotice } from '../../../ui/notice.tsx'
import type { Refusal } from '../../refusal.ts'
import counted from '../counted-page.module.css'
import { ListBody } from '../list-body.tsx'
import { ListHead } from '../list-head.tsx'
import { PersonLink } from '../person-link.tsx'
import style from './failed-mail-page.module.css'

type Props = { page: number; failures: MailFailure[]; total: number; loadError?: Refusal }

/** E-mail that could not be delivered: to whom, why, and whether the portal still tries. */
export function FailedMailPage({ page, failures, total, loadError }: Props) {
  const { say, ...notice } = useNotice()
  return (
    <div className={counted.page}>
      <ListHead title="Failed e-mail" count={!loadError && countOf(total, 'message')}>
        {total > 1 && (
          <ActionButton intent="dismiss-all" onDone={say}>
            Clear the list
          </ActionButton>
        )}
      </ListHead>
      {total > 0 && (
        <p className={style.about}>
          What a mail server refused won’t arrive as it is: call the person, and send it again once their mailbox takes
          it. The rest is sent as soon as the mail server answers, and then disappears from here.
        </p>
      )}
      <ListBody
        className={style.failures}
        caption="Failed e-mail"
        columns={columnsFor(say)}
        rows={failures}
        loadError={loadError}
        empty={{ title: 'No failed e-mail', text: 'Every message has been delivered, or is on its way.' }}
        pages={{
          label: 'failed e-mail',
          page,
          total,
          size: mailFailuresPerPage,
          addressOf: to => withQuery(href('/profile/admin/mail'), to),
        }}
      />
      <Notice {...notice} />
    </div>
  )
}

function columnsFor(onDone: (notice: string) => void): Column<MailFailure>[] {
  return [
    {
      key: 'recipient',
      header: 'To',
      role: 'title',
      cell: ({ recipient, name, person_id }) => (
        <span className={style.recipient}>
          {person_id ? (
            <PersonLink id={person_id}>{name || <EmailText>{recipient}</EmailText>}</PersonLink>
          ) : (
            <EmailText>{recipient}</EmailText>
          )}
          {person_id && name && (
            <span className={style.fact}>
              <EmailText>{recipient}</EmailText>
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'reason',
      header: 'Why',
      cell: ({ reason, refused, isRetried }) => (
        <span className={style.reason}>
          {refused ? (
            <Badge tone="danger">Refused</Badge>
          ) : (
            <Badge tone="warning">{isRetried ? 'Still trying' : 'Gave up'}</Badge>
          )}
          <span className={style.fact}>{reason}</span>
        </span>
      ),
    },
    {
      key: 'when',
      header: 'Last attempt',
      cell: ({ last_failed_at, attempts }) => (
        <>
          <FormattedDate date={last_failed_at} time />
          <span className={style.fact}>{countOf(attempts, 'attempt')}</span>
        </>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      role: 'actions',
      cell: ({ id, recipient, canSendAgain, isSending }) => (
        <>
          {canSendAgain && (
            <ActionButton
              intent="send-again"
              fields={{ id }}
              variant="link"
              // Asked for already, and the outcome isn't known yet.
              disabled={isSending}
              aria-label={`Send the e-mail to ${recipient} again`}
              onDone={onDone}
            >
              {isSending ? 'Sending…' : 'Send again'}
            </ActionButton>
          )}
          <ActionButton
            intent="dismiss"
            fields={{ id }}
            variant="link"
            aria-label={`Dismiss the e-mail to ${recipient}`}
            onDone={onDone}
          >
            Dismiss
          </ActionButton>
        </>
      ),
    },
  ]
}

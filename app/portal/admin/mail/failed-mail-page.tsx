import { href } from 'react-router'
import { mailFailuresPerPage } from '../../../../rules/limits.ts'
import { grouped } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { MailFailure } from '../../../../server/today/mail-failures.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { Notice, useNotice } from '../../../ui/notice.tsx'
import { StackedLedger } from '../../../ui/stacked-ledger.tsx'
import { LoadError } from '../../load-error.tsx'
import type { Refusal } from '../../refusal.ts'
import counted from '../counted-page.module.css'
import { ListHead } from '../list-head.tsx'
import { Pagination } from '../pagination.tsx'
import { PersonLink } from '../person-link.tsx'
import style from './failed-mail-page.module.css'

type Props = { page: number; failures: MailFailure[]; total: number; loadError?: Refusal }

/** E-mail that could not be delivered: to whom, why, and whether the portal still tries. */
export function FailedMailPage({ page, failures, total, loadError }: Props) {
  const { say, ...notice } = useNotice()
  const addressOf = (to: number) => withQuery(href('/profile/admin/mail'), { page: to > 1 ? String(to) : undefined })
  return (
    <div className={counted.page}>
      <ListHead title="Failed e-mail" count={!loadError && (total === 1 ? '1 message' : `${grouped(total)} messages`)}>
        {total > 1 && <FailureForm intent="dismiss-all" label="Clear the list" onDone={say} />}
      </ListHead>
      {total > 0 && (
        <p className={style.about}>
          What a mail server refused won’t arrive as it is: call the person, and send it again once their mailbox takes
          it. The rest is sent as soon as the mail server answers, and then disappears from here.
        </p>
      )}
      <LoadError error={loadError} />
      {failures.length > 0 && (
        <StackedLedger
          className={style.failures}
          caption="Failed e-mail"
          columns={columnsFor(say)}
          rows={failures}
          rowKey={({ id }) => id}
        />
      )}
      {failures.length === 0 && !loadError && (
        <EmptyState
          title={total > 0 ? 'No more failed e-mail' : 'No failed e-mail'}
          level={3}
          action={
            total > 0 && (
              <Button size="small" to={addressOf(1)}>
                First page
              </Button>
            )
          }
        >
          {total > 0
            ? 'There’s nothing on this page of the list.'
            : 'Every message has been delivered, or is on its way.'}
        </EmptyState>
      )}
      <Pagination
        label="failed e-mail"
        page={page}
        total={total}
        size={mailFailuresPerPage}
        addressOf={to => addressOf(to.page)}
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
          <span className={style.fact}>{attempts === 1 ? '1 attempt' : `${grouped(attempts)} attempts`}</span>
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
            <FailureForm
              intent="send-again"
              id={id}
              label="Send again"
              name={`Send the e-mail to ${recipient} again`}
              isSending={isSending}
              onDone={onDone}
            />
          )}
          <FailureForm
            intent="dismiss"
            id={id}
            label="Dismiss"
            name={`Dismiss the e-mail to ${recipient}`}
            onDone={onDone}
          />
        </>
      ),
    },
  ]
}

type FailureFormProps = {
  intent: 'send-again' | 'dismiss' | 'dismiss-all'
  id?: string
  label: string
  /** The button's full name, where its label alone doesn't say which e-mail it is about. */
  name?: string
  /** It was asked for already, and the outcome isn't known yet. */
  isSending?: boolean
  onDone: (notice: string) => void
}

function FailureForm({ intent, id, label, name, isSending, onDone }: FailureFormProps) {
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  return (
    <Form method="post" action={href('/profile/admin/mail')}>
      <ActionFields intent={intent} />
      {id && <input type="hidden" name="id" value={id} />}
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <Button
        size="small"
        variant={id ? 'link' : 'quiet'}
        type="submit"
        disabled={isSending ?? false}
        busy={busy}
        aria-label={name}
      >
        {isSending ? 'Sending…' : label}
      </Button>
    </Form>
  )
}

import { href } from 'react-router'
import { mailFailuresPerPage } from '../../../../rules/limits.ts'
import { countOf } from '../../../../rules/number.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandButton } from '../../../shell/commands/command-button.tsx'
import { AdminList, Rows } from '../../../shell/office/admin-list.tsx'
import { PersonCell } from '../../../shell/office/person-link.tsx'
import rows from '../../../shell/office/rows.module.css'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { dismissAllMailCommand, dismissMailCommand, sendMailAgainCommand } from '../../failed-mail.commands.ts'
import type { MailFailure } from '../../server/failed-mail.ts'
import style from './failed-mail-page.module.css'

/** Loads one page of e-mail that could not be delivered; the query has `page`, from 1. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query) }),
  read: ({ actor, operations }, { page }) => operations.getMailFailures(actor, { page: page - 1 }),
  none: { failures: [], total: 0 },
  failed: 'LOAD_MAIL_FAILURES_FAILED',
})

/** POST: sends one failed e-mail again; takes one off the list, or all of them. */
export const action = commandActions([sendMailAgainCommand, dismissMailCommand, dismissAllMailCommand], {
  redirectTo: () => href('/profile/admin/mail'),
  saysOnErrorPage: true,
})

export default showList<typeof loader>(FailedMailPage)

/** E-mail that could not be delivered: the recipient, the reason, and whether the portal still tries. */
function FailedMailPage({ page, failures, total, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Failed e-mail"
      count={countOf(total, 'message')}
      at={href('/profile/admin/mail')}
      loadError={loadError}
      tools={total > 1 && <CommandButton command={dismissAllMailCommand} />}
    >
      {total > 0 && (
        <p className="quiet measure">
          What a mail server refused won’t arrive as it is: call the person, and send it again once their mailbox takes
          it. The rest is sent as soon as the mail server answers, and then disappears from here.
        </p>
      )}
      <Rows
        className={classes(style.failures, rows.rows)}
        columns={columns}
        rows={failures}
        empty={{ title: 'No failed e-mail', text: 'Every message has been delivered, or is on its way.' }}
        pages={{ label: 'failed e-mail', page, total, size: mailFailuresPerPage }}
      />
    </AdminList>
  )
}

const columns: Column<MailFailure>[] = [
  {
    header: 'To',
    role: 'title',
    className: rows.grows,
    cell: ({ recipient, name, personId }) => (
      <PersonCell className={style.recipient} id={personId} name={name} email={recipient} />
    ),
  },
  {
    header: 'Why',
    className: rows.grows,
    cell: ({ reason, refused, isRetried }) => (
      <span className={classes(`breakable ${style.reason}`, rows.group)}>
        {refused ? (
          <Badge tone="danger">Refused</Badge>
        ) : (
          <Badge tone="warning">{isRetried ? 'Still trying' : 'Gave up'}</Badge>
        )}
        <span className={rows.fact}>{reason}</span>
      </span>
    ),
  },
  {
    header: 'Last attempt',
    cell: ({ lastFailedAt, attempts }) => (
      <>
        <FormattedDate date={lastFailedAt} time />
        <span className={rows.fact}>{countOf(attempts, 'attempt')}</span>
      </>
    ),
  },
  {
    header: 'Actions',
    role: 'actions',
    cell: ({ id, recipient, canSendAgain, isSending }) => (
      <>
        {canSendAgain && (
          <CommandButton
            command={sendMailAgainCommand}
            button={isSending ? 'Sending…' : sendMailAgainCommand.button}
            fields={{ message: id }}
            variant="link"
            // Requested already; the outcome isn't known yet.
            disabled={isSending}
            aria-label={isSending ? `Sending… to ${recipient}` : `Send again to ${recipient}`}
          />
        )}
        <CommandButton
          command={dismissMailCommand}
          fields={{ message: id }}
          variant="link"
          aria-label={`Dismiss the e-mail to ${recipient}`}
        />
      </>
    ),
  },
]

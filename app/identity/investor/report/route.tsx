import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { fund } from '../../../../content/fund.ts'
import { isAboutCode } from '../../../../rules/browser-messages.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { CommandSubmit } from '../../../shell/actions/command-submit.tsx'
import { MailedCodeForm } from '../../../shell/actions/mailed-code-form.tsx'
import { useMailedSecret } from '../../../shell/actions/use-mailed-secret.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import page from '../../../site/contact/booking.module.css'
import { pageMeta } from '../../../site/meta.ts'
import { reportEmailChangeCommand, showEmailReportCommand } from '../../email-report.commands.ts'
import { AccountLocked } from './account-locked.tsx'
import style from './report.module.css'
import type { ReportAnswer } from './report-actions.ts'

export { action } from './report-actions.ts'

export const meta = () => [...pageMeta('Report an e-mail change'), { name: 'robots', content: 'noindex' }]

export const headers = () => ({ 'Cache-Control': 'no-store' })

/**
 * The page that our e-mail to a replaced address links to: "This was not me". The secret is in the address after `#`,
 * which browsers never send, and goes to the server in the body of a form, so that it never appears in a log.
 */
export default function Report() {
  const action = useMailedSecret<ReportAnswer>(showEmailReportCommand)
  const { Form, answer, busy } = action
  const state = answer?.report?.state
  const heading = useRef<HTMLHeadingElement>(null)
  const previousState = useRef(state)
  useEffect(() => {
    if (previousState.current && state && previousState.current !== state) heading.current?.focus()
    previousState.current = state
  }, [state])

  return (
    <div className={classes('wrap', 'columns', page.page)}>
      <header className={`first-4 sticky ${page.head}`}>
        <h1>Was this you?</h1>
        <p className={page.lead}>
          The e-mail address you sign in with was changed. If you didn’t do this, you can get your account back.
        </p>
        <p className={page.note}>
          Questions? Call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a>.
        </p>
      </header>
      <div className="stack gap-6 from-6 lining">
        <Banner>{!isAboutCode(answer?.error?.code) && answer?.error?.message}</Banner>
        {answer?.report && answer.token ? (
          <>
            <Facts report={answer.report} />
            {state === 'open' && (
              <Form method="post" className={style.step}>
                <h2>If this wasn’t you</h2>
                <p>
                  We’ll lock the account right away: everyone is signed out, and no one can sign in. We’ll also notify
                  the fund and send a code to your old address. Use it to get your account back.
                </p>
                <input type="hidden" name="token" value={answer.token} />
                <ActionFields />
                <div>
                  <CommandSubmit command={reportEmailChangeCommand} variant="danger" busy={busy} />
                </div>
                <p className={page.note}>If this was you, close this page. Nothing will change.</p>
              </Form>
            )}
            {state === 'locked' && (
              <AccountLocked
                heading={heading}
                action={action}
                answer={answer}
                token={answer.token}
                oldEmail={answer.report.oldEmail}
              />
            )}
            {state === 'restored' && (
              <div className={style.step}>
                <h2 ref={heading} tabIndex={-1}>
                  Your account is restored
                </h2>
                <p>Sign in with your old address. Everyone else has been signed out.</p>
                <div>
                  <Button to={href('/login')} variant="primary">
                    Sign in
                  </Button>
                </div>
              </div>
            )}
          </>
        ) : (
          <MailedCodeForm action={action} command={showEmailReportCommand} className={style.step} />
        )}
      </div>
    </div>
  )
}

function Facts({ report }: { report: NonNullable<ReportAnswer['report']> }) {
  return (
    <dl className={`double-above ${style.facts}`}>
      <div>
        <dt>Previous address</dt>
        <dd>{report.oldEmail}</dd>
      </div>
      <div>
        <dt>New address</dt>
        <dd>{report.newEmail}</dd>
      </div>
      <div>
        <dt>When</dt>
        <dd>
          <FormattedDate date={report.changedAt} time />
        </dd>
      </div>
      <div>
        <dt>From</dt>
        <dd>
          {report.device}
          {report.ip && `, IP address ${report.ip}`}
        </dd>
      </div>
    </dl>
  )
}

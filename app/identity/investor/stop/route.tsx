import { fund } from '../../../../content/fund.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { CommandSubmit } from '../../../shell/actions/command-submit.tsx'
import { MailedCodeForm } from '../../../shell/actions/mailed-code-form.tsx'
import { useMailedSecret } from '../../../shell/actions/use-mailed-secret.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import page from '../../../site/contact/booking.module.css'
import { pageMeta } from '../../../site/meta.ts'
import { showPasskeyRecoveryCommand, stopPasskeyRecoveryCommand } from '../../passkey-recovery.commands.ts'
import style from '../report/report.module.css'
import type { StopAnswer } from './stop-actions.ts'

export { action } from './stop-actions.ts'

export const meta = () => [...pageMeta('Stop a change of passkeys'), { name: 'robots', content: 'noindex' }]

export const headers = () => ({ 'Cache-Control': 'no-store' })

/**
 * The page that our e-mail about changing passkeys without one links to: "This wasn’t me". The secret is in the address
 * after `#`, as with a changed e-mail address (`../report/route.tsx`).
 */
export default function Stop() {
  const action = useMailedSecret<StopAnswer>(showPasskeyRecoveryCommand)
  const { Form, answer, busy } = action
  return (
    <div className={classes('wrap', 'columns', page.page)}>
      <header className={`first-4 sticky ${page.head}`}>
        <h1>Was this you?</h1>
        <p className={page.lead}>
          Someone who is signed in to your account asked to change its passkeys without using one. If it wasn’t you,
          stop it.
        </p>
        <p className={page.note}>
          Questions? Call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a>.
        </p>
      </header>
      <div className="stack gap-6 from-6 lining">
        <Banner>{answer?.error?.message}</Banner>
        {answer?.isStopped ? (
          <div className={style.step} role="status">
            <h2>Stopped</h2>
            <p>
              The passkeys stay as they are, and everyone has been signed out. The person who asked may be able to read
              your e-mail: change that mailbox’s password, then call us.
            </p>
          </div>
        ) : answer?.requested && answer.token ? (
          <>
            <dl className={`double-above ${style.facts}`}>
              <div>
                <dt>Asked</dt>
                <dd>
                  <FormattedDate date={answer.requested.requestedAt} time />
                </dd>
              </div>
              <div>
                <dt>From</dt>
                <dd>
                  {answer.requested.device}
                  {answer.requested.ip && `, IP address ${answer.requested.ip}`}
                </dd>
              </div>
              <div>
                <dt>Possible from</dt>
                <dd>
                  <FormattedDate date={answer.requested.startsAt} time />
                </dd>
              </div>
            </dl>
            <Form method="post" className={style.step}>
              <h2>If this wasn’t you</h2>
              <p>We’ll sign everyone out of the account, and its passkeys stay as they are.</p>
              <input type="hidden" name="token" value={answer.token} />
              <ActionFields />
              <div>
                <CommandSubmit command={stopPasskeyRecoveryCommand} variant="danger" busy={busy} />
              </div>
              <p className={page.note}>If this was you, close this page. Nothing will change.</p>
            </Form>
          </>
        ) : (
          <MailedCodeForm action={action} command={showPasskeyRecoveryCommand} className={style.step} />
        )}
      </div>
    </div>
  )
}

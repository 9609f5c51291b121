import { type Ref, useEffect, useState } from 'react'
import { isAboutCode } from '../../../../rules/browser-messages.ts'
import { codeLength } from '../../../../rules/limits.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import type { FormAction } from '../../../shell/actions/use-action.ts'
import { useHydrated } from '../../../shell/hydrated.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { CodeField } from '../../../shell/ui/code-field.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { sendRestoreCodeCommand as again, restoreEmailCommand as restore } from '../../email-report.commands.ts'
import style from './report.module.css'
import type { ReportAnswer } from './report-actions.ts'

type Props = {
  heading: Ref<HTMLHeadingElement>
  action: FormAction<ReportAnswer>
  answer: ReportAnswer
  token: string
  oldEmail: string
}

/** The account is locked; the code sent to the old address restores it to that address. */
export function AccountLocked({ heading, action: { Form, busy, sentIntent }, answer, token, oldEmail }: Props) {
  const hydrated = useHydrated()
  const [code, setCode] = useState('')
  const { say, ...notice } = useNotice()
  useEffect(() => {
    if (answer.notice) say(answer.notice)
  }, [answer, say])
  const isCodeError = isAboutCode(answer.error?.code)

  return (
    <div className={style.step}>
      <h2 ref={heading} tabIndex={-1}>
        Your account is locked
      </h2>
      <p>
        Everyone has been signed out, and the fund has been notified. To get your account back, enter the six-digit code
        we sent to {oldEmail}.
      </p>
      <Form
        method="post"
        className={`stack start gap-4 ${style.form}`}
        noValidate={hydrated}
        onSubmit={event => {
          if (code.length !== codeLength || busy) event.preventDefault()
        }}
      >
        <input type="hidden" name="token" value={token} />
        <ActionFields intent={restore.name} />
        <CodeField
          value={code}
          onChange={setCode}
          hydrated={hydrated}
          error={isCodeError ? answer.error?.message : undefined}
        />
        <Button
          type="submit"
          variant="primary"
          disabled={hydrated && code.length !== codeLength}
          busy={sentIntent === restore.name}
          busyLabel={restore.busy}
        >
          {restore.button}
        </Button>
      </Form>
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <ActionFields intent={again.name} />
        <Button type="submit" variant="link" busy={sentIntent === again.name} busyLabel={again.busy}>
          {again.button}
        </Button>
      </Form>
      <Notice {...notice} />
    </div>
  )
}

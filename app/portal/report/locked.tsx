import { type Ref, useEffect, useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { codeLength } from '../../../rules/limits.ts'
import { isAboutCode } from '../../../rules/messages.ts'
import { useHydrated } from '../../hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Notice, useNotice } from '../../ui/notice.tsx'
import type { ReportAnswer } from './answer.ts'
import style from './report.module.css'

type Props = {
  heading: Ref<HTMLHeadingElement>
  fetcher: FetcherWithComponents<ReportAnswer>
  answer: ReportAnswer
  token: string
  oldEmail: string
}

/** The account is locked: the code that was sent to the old address opens it again, for that address. */
export function Locked({ heading, fetcher, answer, token, oldEmail }: Props) {
  const hydrated = useHydrated()
  const [code, setCode] = useState('')
  const { say, ...notice } = useNotice()
  useEffect(() => {
    if (answer.notice) say(answer.notice)
  }, [answer, say])
  const intent = fetcher.state === 'idle' ? undefined : fetcher.formData?.get('intent')
  const ofCode = isAboutCode(answer.error?.code)

  return (
    <div className={style.step}>
      <h2 ref={heading} tabIndex={-1}>
        Your account is locked
      </h2>
      <p>
        Everyone has been signed out, and the fund has been notified. To get your account back, enter the six-digit code
        we sent to {oldEmail}.
      </p>
      <fetcher.Form
        method="post"
        className={style.form}
        noValidate={hydrated}
        onSubmit={event => {
          if (code.length !== codeLength || fetcher.state !== 'idle') event.preventDefault()
        }}
      >
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="intent" value="restore" />
        {hydrated && <input type="hidden" name="script" value="1" />}
        <CodeField
          value={code}
          onChange={setCode}
          hydrated={hydrated}
          error={ofCode ? answer.error?.message : undefined}
        />
        <Button
          type="submit"
          variant="primary"
          disabled={hydrated && code.length !== codeLength}
          busy={intent === 'restore'}
          busyLabel="Restoring…"
        >
          Restore my account
        </Button>
      </fetcher.Form>
      <fetcher.Form method="post">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="intent" value="again" />
        {hydrated && <input type="hidden" name="script" value="1" />}
        <Button type="submit" variant="link" busy={intent === 'again'} busyLabel="Sending…">
          Send a new code
        </Button>
      </fetcher.Form>
      <Notice {...notice} />
    </div>
  )
}

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { isAboutCode } from '../../../../rules/browser-messages.ts'
import { codeLength } from '../../../../rules/limits.ts'
import { useHydrated } from '../../../shell/hydrated.ts'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { CodeField, digitsOf } from '../../../shell/ui/code-field.tsx'
import { Field } from '../../../shell/ui/field.tsx'
import {
  proveByCodeCommand as byCode,
  proveByPasskeyCommand as byPasskey,
  proveByRecoveryCodeCommand as byRecoveryCode,
  sendProofCodeCommand as sendCode,
} from '../../proof.commands.ts'
import type { ProofWays } from '../../server/prove.ts'
import type { PasskeyFormAnswer, ProofCommandName } from '../passkeys/passkey-actions.ts'
import { canUsePasskeys, signWithPasskey } from '../passkeys/webauthn.ts'
import { heldField } from './held-form.ts'
import { post } from './post.ts'
import style from './proof-form.module.css'

type Props = {
  ways: ProofWays
  /** The page's answer to a form sent without scripts. */
  answered?: PasskeyFormAnswer | undefined
  /** A form pending proof, as text. */
  held?: string | undefined
  onProved: () => void
}

/** Asks a signed-in person to confirm that it's them: with a passkey, or with a code by e-mail. */
export function ProofForm({ ways, answered, held, onProved }: Props) {
  const [{ error, sent }, setAnswer] = useState<Partial<PasskeyFormAnswer>>(answered ?? {})
  const [busy, setBusy] = useState<ProofCommandName>()
  const submit = async (intent: ProofCommandName, fields: Record<string, string> = {}) => {
    setBusy(intent)
    const answer = await post<PasskeyFormAnswer>(href('/profile/passkeys'), { intent, ...fields })
    setBusy(undefined)
    if (answer.error || intent === 'proof.send_code') setAnswer(answer.error && sent ? { ...answer, sent } : answer)
    else onProved()
  }
  const usePasskey = async () => {
    setBusy('proof.by_passkey')
    const { ways: renewed, error } = await post<PasskeyFormAnswer>(href('/profile/passkeys'), {
      intent: 'proof.show_ways' satisfies ProofCommandName,
    })
    const { answer, refused } = renewed?.passkey ? await signWithPasskey(renewed.passkey) : { refused: error }
    if (answer) await submit('proof.by_passkey', { answer })
    else setAnswer({ error: refused })
    setBusy(undefined)
  }
  const shared = { held, submit, busy, error, setError: (error?: Refusal) => setAnswer({ error, sent }) }
  return ways.passkey ? (
    <PasskeyProof {...shared} onPasskey={usePasskey} />
  ) : (
    <CodeProof {...shared} email={ways.email} sent={sent ?? false} />
  )
}

type StepProps = {
  held: string | undefined
  submit: (intent: ProofCommandName, fields?: Record<string, string>) => void
  /** The command being submitted. */
  busy: ProofCommandName | undefined
  error: Refusal | undefined
  setError: (error?: Refusal) => void
}

function PasskeyProof({ held, submit, busy, error, setError, onPasskey }: StepProps & { onPasskey: () => void }) {
  const hydrated = useHydrated()
  const supported = hydrated && canUsePasskeys()
  const [recovering, setRecovering] = useState(!supported)
  const ofField = error?.code === 'RECOVERY_CODE_WRONG'
  return (
    <div className={`stack start gap-4 ${style.proof}`}>
      <Banner onDismiss={() => setError()}>{!ofField && error?.message}</Banner>
      {supported && (
        <Button
          variant="primary"
          onClick={onPasskey}
          busy={busy === byPasskey.name}
          busyLabel={byPasskey.busy}
          data-autofocus
        >
          {byPasskey.button}
        </Button>
      )}
      {recovering ? (
        <form
          method="post"
          className={`stack start gap-4 ${style.proof}`}
          onSubmit={submitted(fields => submit(byRecoveryCode.name, fields))}
        >
          <input type="hidden" name="intent" value={byRecoveryCode.name} />
          <Held form={held} />
          <Field
            label={byRecoveryCode.fields.recovery.label}
            hint={byRecoveryCode.fields.recovery.hint}
            name="recovery"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={ofField && error.message}
          />
          <Button type="submit" busy={busy === byRecoveryCode.name} busyLabel={byRecoveryCode.busy}>
            {byRecoveryCode.button}
          </Button>
        </form>
      ) : (
        <Button variant="link" onClick={() => setRecovering(true)}>
          Use a recovery code
        </Button>
      )}
      <p className="quiet">
        Neither at hand? Sign out, then sign in again with a code from our e-mail. To change your passkeys or your
        address without one, see Passkeys in your settings.
      </p>
    </div>
  )
}

function CodeProof({ held, submit, busy, error, setError, email, sent }: StepProps & { email: string; sent: boolean }) {
  const hydrated = useHydrated()
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (sent) input.current?.focus()
  }, [sent])
  const codeError = error && isAboutCode(error.code) ? error.message : undefined
  return (
    <div className={`stack start gap-4 ${style.proof}`}>
      <Banner onDismiss={() => setError()}>{!codeError && error?.message}</Banner>
      {sent ? (
        <>
          <p>
            We sent a six-digit code to <strong>{email}</strong>.
          </p>
          <form
            method="post"
            className={`stack start gap-4 ${style.proof}`}
            onSubmit={submitted(fields => submit(byCode.name, fields))}
          >
            <input type="hidden" name="intent" value={byCode.name} />
            <Held form={held} />
            <CodeField
              ref={input}
              value={code}
              onChange={typed => setCode(digitsOf(typed))}
              hydrated={hydrated}
              error={codeError}
            />
            <Button
              type="submit"
              variant="primary"
              disabled={hydrated && code.length !== codeLength}
              busy={busy === byCode.name}
              busyLabel={byCode.busy}
            >
              {byCode.button}
            </Button>
          </form>
        </>
      ) : (
        <p>
          We’ll e-mail a six-digit code to <strong>{email}</strong>.
        </p>
      )}
      <form method="post" onSubmit={submitted(() => submit(sendCode.name))}>
        <input type="hidden" name="intent" value={sendCode.name} />
        <Held form={held} />
        <Button
          type="submit"
          variant={sent ? 'link' : 'primary'}
          busy={busy === sendCode.name}
          busyLabel={sendCode.busy}
          data-autofocus={sent ? undefined : true}
        >
          {sent ? 'Send a new code' : sendCode.button}
        </Button>
      </form>
    </div>
  )
}

/** Carries the held form from step to step in this page's forms, without scripts. */
function Held({ form }: { form: string | undefined }) {
  return form === undefined ? null : <input type="hidden" name={heldField} value={form} />
}

/** @returns a submit handler that passes on the form's fields instead of leaving the page */
function submitted(send: (fields: Record<string, string>) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>)
  }
}

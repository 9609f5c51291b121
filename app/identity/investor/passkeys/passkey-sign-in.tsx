import { useCallback, useEffect, useState } from 'react'
import { href, useNavigate, useSearchParams } from 'react-router'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { useSession } from '../../../shell/session.tsx'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import type { signInWithPasskeyCommand, startPasskeySignInCommand } from '../../sign-in.commands.ts'
import { post } from '../proof/post.ts'
import style from './passkey-sign-in.module.css'
import type { PasskeySignInAnswer } from './sign-in-actions.ts'
import { canUsePasskeys, signWithPasskey } from './webauthn.ts'

const start: (typeof startPasskeySignInCommand)['name'] = 'sign_in.start_passkey'
const finish: (typeof signInWithPasskeyCommand)['name'] = 'sign_in.with_passkey'

/**
 * Signs in with a passkey: by a button, and where the browser offers passkeys as it fills in the e-mail field (an
 * element with `autocomplete="username webauthn"`). Nothing is shown where the browser doesn't know passkeys.
 */
export default function PasskeySignIn() {
  const [error, setError] = useState<Refusal>()
  const [busy, setBusy] = useState(false)
  // The browser takes one request at a time, so autofill pauses while the button's is open.
  const [autofill, setAutofill] = useState(true)
  const signedIn = useFinish()

  const signIn = useCallback(
    async (how: Pick<CredentialRequestOptions, 'mediation' | 'signal'>) => {
      const { options, error } = await post<PasskeySignInAnswer>(href('/login/passkey'), { intent: start })
      if (how.signal?.aborted) return
      // Where the browser only offers its passkeys, the reader has requested nothing that could fail.
      if (!options) return how.mediation ? undefined : error
      const { answer, refused } = await signWithPasskey(options, how)
      if (answer) setBusy(true)
      const failure = answer ? await signedIn(answer) : refused
      setBusy(false)
      return failure
    },
    [signedIn],
  )

  useEffect(() => {
    if (!autofill || !canUsePasskeys()) return
    const stop = new AbortController()
    const offer = async () => {
      const { isConditionalMediationAvailable } = PublicKeyCredential
      if (!(await isConditionalMediationAvailable?.call(PublicKeyCredential))) return
      const failure = await signIn({ mediation: 'conditional', signal: stop.signal })
      if (failure && failure.code !== 'PASSKEY_CANCELLED') setError(failure)
    }
    offer().catch(console.error)
    return () => stop.abort()
  }, [autofill, signIn])

  const press = async () => {
    setAutofill(false)
    setError(undefined)
    setBusy(true)
    setError(await signIn({}))
    setAutofill(true)
  }

  if (!canUsePasskeys()) return null
  return (
    <div className="stack gap-4 above-5">
      <p className={`quiet stack center gap-4 ${style.or}`}>or</p>
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
      <Button wide onClick={press} busy={busy} busyLabel="Waiting…">
        Sign in with a passkey
      </Button>
    </div>
  )
}

/** @returns what completes the sign-in with the browser's answer, or returns why the server refused it */
function useFinish() {
  const [query] = useSearchParams()
  const next = query.get('next') ?? ''
  const { refresh } = useSession()
  const navigate = useNavigate()
  return useCallback(
    async (answer: string): Promise<Refusal | undefined> => {
      const { to, error } = await post<PasskeySignInAnswer>(href('/login/passkey'), { intent: finish, answer, next })
      if (!to) return error
      await refresh('SIGNED_IN')
      navigate(to, { replace: true })
    },
    [next, refresh, navigate],
  )
}

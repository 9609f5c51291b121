import { useState } from 'react'
import { href } from 'react-router'
import type { ActionAnswer } from '../../../shell/actions/answer.ts'
import { useHydrated } from '../../../shell/hydrated.ts'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { post } from '../proof/post.ts'
import type { PasskeyFormAnswer, ProofCommandName } from './passkey-actions.ts'
import { canUsePasskeys, createPasskey } from './webauthn.ts'

type Props = {
  primary?: boolean
  /** Called with the notice once the passkey is added. */
  onAdded: (notice: string) => void
}

/** Adds a passkey for the reader. In a browser that can't, it says so. */
export function AddPasskeyButton({ primary = false, onAdded }: Props) {
  const hydrated = useHydrated()
  const [error, setError] = useState<Refusal>()
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setError(undefined)
    setBusy(true)
    const { notice, error } = await addPasskey()
    setBusy(false)
    setError(error)
    if (notice) onAdded(notice)
  }
  if (hydrated && !canUsePasskeys()) return <p>This browser doesn’t support passkeys. Use a newer one to add yours.</p>
  return (
    <>
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
      <div>
        <Button variant={primary ? 'primary' : 'quiet'} onClick={add} busy={busy} busyLabel="Waiting…">
          Add a passkey
        </Button>
      </div>
    </>
  )
}

async function addPasskey(): Promise<Partial<PasskeyFormAnswer>> {
  const { options, error } = await postWithProof<PasskeyFormAnswer>(href('/profile/passkeys'), {
    intent: 'passkey.start_adding' satisfies ProofCommandName,
  })
  if (!options) return { error }
  const { answer, refused } = await createPasskey(options)
  if (!answer) return { error: refused }
  return post<PasskeyFormAnswer>(href('/profile/passkeys'), {
    intent: 'passkey.add' satisfies ProofCommandName,
    answer,
  })
}

/** `post` for a form that may need fresh proof: asks for it, then submits the form again. */
async function postWithProof<Answer extends ActionAnswer>(
  address: string,
  fields: Record<string, string>,
): Promise<Partial<Answer>> {
  const answer = await post<Answer>(address, fields)
  if (answer.error?.code !== 'PROOF_NEEDED') return answer
  const { askForProof } = await import('../proof/ask-for-proof.tsx')
  return (await askForProof()) ? post(address, fields) : answer
}

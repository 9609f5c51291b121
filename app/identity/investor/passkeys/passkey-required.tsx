import { href, useRevalidator } from 'react-router'
import { SettingsSection } from '../../../settings/investor/settings-section.tsx'
import { useSession } from '../../../shell/session.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import type { ProofWays } from '../../server/prove.ts'
import { ProofForm } from '../proof/proof-form.tsx'
import { AddPasskeyButton } from './add-passkey-button.tsx'
import type { PasskeyFormAnswer } from './passkey-actions.ts'

type Props = {
  /** Whether they can add a passkey without showing another first. */
  mayAdd: boolean
  ways: ProofWays
  answered?: PasskeyFormAnswer
}

/** Leads an administrator or approver to a passkey, where they need one (`readPasskeyRule`). */
export function PasskeyRequired({ mayAdd, ways, answered }: Props) {
  const { revalidate } = useRevalidator()
  const { refresh } = useSession()
  // The loader leads on as soon as the session has shown a passkey.
  const goOn = async () => {
    await refresh('USER_UPDATED')
    revalidate()
  }
  if (mayAdd)
    return (
      <SettingsSection
        title="Add a passkey"
        note="Administrators and approvers of this portal sign in with a passkey: your fingerprint, your face or your device’s PIN."
      >
        <p>You can work for the fund as soon as it’s added. Until then you have your own documents only.</p>
        <AddPasskeyButton primary onAdded={goOn} />
        <OwnDocuments />
      </SettingsSection>
    )
  return (
    <SettingsSection
      title="Use your passkey"
      note="Administrators and approvers of this portal need their passkey. Until then you have your own documents only."
    >
      <ProofForm ways={ways} answered={answered} onProved={goOn} />
      <p>
        Lost it? An administrator can press “Let them add a new passkey” at your name under Admin, People. If there’s no
        one else, the operator of the server can reset it.
      </p>
      <OwnDocuments />
    </SettingsSection>
  )
}

/** Past the question, to what they may see without a passkey. */
function OwnDocuments() {
  return (
    <p>
      <Button to={`${href('/profile')}?later`} variant="link">
        Continue to your own documents
      </Button>
    </p>
  )
}

import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { signInAddress } from '../../shell/portal/next-page.ts'
import { useSession } from '../../shell/session.tsx'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { MessageCard } from './message-card.tsx'

type Props = {
  me: Pick<Actor, 'email'>
  /** The page without the viewer. */
  listAddress: string
}

/**
 * Shown for a document that isn't among the reader's own: deleted or someone else's, without revealing which. Offers to
 * sign in with another address, for readers with several, or who opened an e-mail while someone else is signed in.
 */
export function NotInPortal({ me, listAddress }: Props) {
  const { signOut, signOutLoading } = useSession()
  const navigate = useNavigate()
  const signInPage = signInAddress(useLocation())
  const [error, setError] = useState<string | null>(null)
  const switchUser = async () => {
    const result = await signOut('local')
    setError(result.error)
    if (!result.error) navigate(signInPage)
  }
  return (
    <MessageCard
      title="Not in your portal"
      actions={
        <>
          <Button variant="primary" to={listAddress} replace>
            Go to my documents
          </Button>
          <Button onClick={switchUser} busy={signOutLoading} busyLabel="Signing out…">
            Sign in with another address
          </Button>
        </>
      }
    >
      <p>
        You’re signed in as <strong>{me.email}</strong>, and this document isn’t in your portal. It may have been
        deleted.
      </p>
      <p>If we e-mailed you the link at another address, sign in with that one.</p>
      <Banner onDismiss={() => setError(null)}>{error}</Banner>
    </MessageCard>
  )
}

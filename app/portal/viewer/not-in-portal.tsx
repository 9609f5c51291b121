import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { useSession } from '../../session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { signInFirst } from '../next-page.ts'
import { Card } from './card.tsx'

type Props = {
  me: Pick<Actor, 'email'>
  /** The page without the viewer. */
  listAddress: string
}

/**
 * An address that names a document which is not among one's own: deleted, or somebody else's. Which of the two, it does
 * not tell. Whoever has several addresses, or reads mail on a device where another is signed in, gets the way on.
 */
export function NotInPortal({ me, listAddress }: Props) {
  const { signOut, signOutLoading } = useSession()
  const navigate = useNavigate()
  const again = signInFirst(useLocation())
  const [error, setError] = useState<string | null>(null)
  const change = async () => {
    const result = await signOut('local')
    setError(result.error)
    if (!result.error) navigate(again)
  }
  return (
    <Card
      title="Not in your portal"
      actions={
        <>
          <Button variant="primary" to={listAddress} replace>
            Go to my documents
          </Button>
          <Button onClick={change} busy={signOutLoading} busyLabel="Signing out…">
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
    </Card>
  )
}

import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { href } from 'react-router'
import { useHydrated } from '../../../shell/hydrated.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Dialog } from '../../../shell/ui/dialog.tsx'
import type { PasskeyFormAnswer, ProofCommandName } from '../passkeys/passkey-actions.ts'
import { post } from './post.ts'
import { ProofForm } from './proof-form.tsx'

/**
 * Asks the person in a separate dialog to confirm that it's them. Loaded on demand and rendered apart from the page, so
 * that every form can use it without containing it.
 * @returns whether they did
 */
export function askForProof(): Promise<boolean> {
  return new Promise(resolve => {
    // Within the page's own landmark: elsewhere the dialog's header would count as a second banner.
    const place = document.createElement('div')
    ;(document.querySelector('main') ?? document.body).append(place)
    const close = (proved: boolean) => {
      root.unmount()
      place.remove()
      resolve(proved)
    }
    // Not `createRoot`, which no page loads: an empty element matches a dialog that is empty at first.
    const root = hydrateRoot(place, <ProofDialog onClose={close} />, { identifierPrefix: 'proof' })
  })
}

function ProofDialog({ onClose }: { onClose: (proved: boolean) => void }) {
  const hydrated = useHydrated()
  const [{ ways, error }, setAnswer] = useState<Partial<PasskeyFormAnswer>>({})
  useEffect(() => {
    post<PasskeyFormAnswer>(href('/profile/passkeys'), { intent: 'proof.show_ways' satisfies ProofCommandName }).then(
      setAnswer,
    )
  }, [])
  if (!hydrated) return null
  return (
    <Dialog open onClose={() => onClose(false)} title="Confirm that it’s you">
      <p>This needs a moment’s confirmation. Nothing you’ve entered is lost.</p>
      <Banner>{error?.message}</Banner>
      {ways && <ProofForm ways={ways} onProved={() => onClose(true)} />}
    </Dialog>
  )
}

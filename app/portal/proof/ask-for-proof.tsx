import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { post } from './post.ts'
import type { ProofAnswer } from './proof-actions.ts'
import { ProofForm } from './proof-form.tsx'

/**
 * Asks the person in a dialog of its own to confirm that it's them. It is loaded when it is needed, and rendered apart
 * from the page, so that every form can use it and none has to carry it.
 * @returns whether they did
 */
export function askForProof(): Promise<boolean> {
  return new Promise(resolve => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place, { identifierPrefix: 'proof' })
    const close = (proved: boolean) => {
      root.unmount()
      place.remove()
      resolve(proved)
    }
    root.render(<ProofDialog onClose={close} />)
  })
}

function ProofDialog({ onClose }: { onClose: (proved: boolean) => void }) {
  const [{ ways, error }, setAnswer] = useState<Partial<ProofAnswer>>({})
  useEffect(() => {
    post<ProofAnswer>('/profile/prove', { intent: 'start' }).then(setAnswer)
  }, [])
  return (
    <Dialog open onClose={() => onClose(false)} title="Confirm that it’s you">
      <p>This needs a moment’s confirmation, because you signed in a while ago. Nothing you’ve entered is lost.</p>
      <Banner>{error?.message}</Banner>
      {ways && <ProofForm ways={ways} onProved={() => onClose(true)} />}
    </Dialog>
  )
}

import { useEffect, useState } from 'react'
import { href, useRouteLoaderData } from 'react-router'
import type { DocumentsData } from '../../../documents/investor/load-documents.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { post } from '../proof/post.ts'
import { AddPasskeyButton } from './add-passkey-button.tsx'
import type { PasskeyFormAnswer, ProofCommandName } from './passkey-actions.ts'
import style from './passkey-offer.module.css'
import { canUsePasskeys } from './webauthn.ts'

const offeredKey = 'promissory.passkeyOffered'

/**
 * Offers a passkey after signing in with a code: once in a browser, and only to someone who has none. Someone new is asked
 * who they are first.
 */
export default function PasskeyOffer() {
  const [shown, show] = useState(false)
  const { say, ...notice } = useNotice()
  const isRequestedPerson =
    useRouteLoaderData<Pick<DocumentsData, 'home'>>('documents/investor/route')?.home?.asksDetails ?? false
  useEffect(() => {
    if (isRequestedPerson || !canUsePasskeys() || wasOffered()) return
    post<PasskeyFormAnswer>(href('/profile/passkeys'), { intent: 'passkey.count' satisfies ProofCommandName }).then(
      ({ passkeys }) => {
        if (passkeys !== 0) return
        rememberOffer()
        show(true)
      },
    )
  }, [isRequestedPerson])
  return (
    <>
      {shown && (
        <aside className={`cluster center apart gap-2-5 double-above ${style.offer}`} aria-label="Passkeys">
          <p>Sign in faster next time: add a passkey.</p>
          <div className="cluster center gap-2-5">
            <AddPasskeyButton
              onAdded={text => {
                show(false)
                say(text)
              }}
            />
            <Button variant="link" onClick={() => show(false)}>
              Not now
            </Button>
          </div>
        </aside>
      )}
      <Notice {...notice} />
    </>
  )
}

function wasOffered(): boolean {
  try {
    return localStorage.getItem(offeredKey) !== null
  } catch {
    // A browser that stores nothing would be asked every time.
    return true
  }
}

function rememberOffer(): void {
  try {
    localStorage.setItem(offeredKey, '1')
  } catch {
    // Then it isn't shown again until the next sign-in.
  }
}

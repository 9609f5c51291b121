import { lazyWithFallback } from '../lazy-with-fallback.ts'

/* Parts that few visits need, loaded in two steps: the scripts of every visit contain only the name of this file, and
   not those of everything behind it. */

/** @returns whether the person confirmed that it's them; see `proof/ask-for-proof.tsx` */
export async function askForProof(): Promise<boolean> {
  const dialog = await import('../../identity/investor/proof/ask-for-proof.tsx')
  return dialog.askForProof()
}

const PasskeyOffer = lazyWithFallback(
  () => import('../../identity/investor/passkeys/passkey-offer.tsx'),
  () => null,
)

/** Offers a passkey; see `passkeys/passkey-offer.tsx`. Lazy, so it needs a `<Suspense>` around it. */
export default function PasskeyOfferOnDemand() {
  return <PasskeyOffer />
}

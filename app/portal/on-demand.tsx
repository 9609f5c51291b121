import { lazyWithFallback } from '../lazy-with-fallback.ts'

/*
 * What few visits need, loaded in two steps: the scripts of every visit carry only the name of this file, and not those
 * of everything behind it.
 */

/** @returns whether the person confirmed that it's them; see `proof/ask-for-proof.tsx` */
export async function askForProof(): Promise<boolean> {
  const dialog = await import('./proof/ask-for-proof.tsx')
  return dialog.askForProof()
}

/** @returns what waits for an investor; see `home/waiting-for-you.tsx` */
export const loadWaitingForYou = () => import('./home/waiting-for-you.tsx')

/** @returns the list of what is being uploaded, and what sends it */
export const importUploads = () => import('./uploads/upload-list.tsx')

/** @returns what there is to say of a file; see `documents/file-badge.tsx` */
export const loadFileBadge = () => import('./documents/file-badge.tsx')

/** @returns an administrator's list of documents; see `managing/managed-documents.tsx` */
export async function loadManagedDocuments() {
  const { ManagedDocuments } = await import('./managing/managed-documents.tsx')
  return { default: ManagedDocuments }
}

/** @returns the office's search; see `admin/find/find-opener.tsx` */
export async function loadFindOpener() {
  const { FindOpener } = await import('./admin/find/find-opener.tsx')
  return { default: FindOpener }
}

const PasskeyOffer = lazyWithFallback(
  () => import('./passkeys/passkey-offer.tsx'),
  () => null,
)

/** Offers a passkey; see `passkeys/passkey-offer.tsx`. Lazy, so it needs a `<Suspense>` around it. */
export default function PasskeyOfferOnDemand() {
  return <PasskeyOffer />
}

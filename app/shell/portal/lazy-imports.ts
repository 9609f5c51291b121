/* Parts that few visits to a page of documents need, in two steps like `on-demand.tsx`: the scripts of every visit
   contain only the name of this file. */

export const importUploads = () => import('../../uploads/investor/upload-list.tsx')

/** @returns a file's badge; see `app/documents/investor/file-badge.tsx` */
export const loadFileBadge = () => import('../../documents/investor/file-badge.tsx')

/** @returns the office's search; see `app/find/office/find-opener.tsx` */
export async function loadFindOpener() {
  const { FindOpener } = await import('../../find/office/find-opener.tsx')
  return { default: FindOpener }
}

/** @returns the account switcher, for people with several accounts; see `account-switcher.tsx` */
export const loadAccountSwitcher = () => import('./account-switcher.tsx')

/** @returns the portal's pages, for a phone's menu; see `portal-links.tsx` */
export const loadPortalLinks = () => import('./portal-links.tsx')

/* Parts that few visits to a page of documents need, in two steps like `on-demand.tsx`: the scripts of every visit
   contain only the name of this file. */

export const importUploads = () => import('./uploads/upload-list.tsx')

/** @returns a file's badge; see `documents/file-badge.tsx` */
export const loadFileBadge = () => import('./documents/file-badge.tsx')

/** @returns the office's search; see `admin/find/find-opener.tsx` */
export async function loadFindOpener() {
  const { FindOpener } = await import('./admin/find/find-opener.tsx')
  return { default: FindOpener }
}

/** @returns the account switcher, for people with several accounts; see `account-switcher.tsx` */
export const loadAccountSwitcher = () => import('./account-switcher.tsx')

/** @returns the portal's pages, for a phone's menu; see `portal-links.tsx` */
export const loadPortalLinks = () => import('./portal-links.tsx')

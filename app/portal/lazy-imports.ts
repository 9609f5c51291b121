/*
 * What few visits to a page of documents need, in two steps like `on-demand.tsx`: the scripts of every visit carry only the
 * name of this file.
 */

/** @returns the list of what is being uploaded, and what sends it */
export const importUploads = () => import('./uploads/upload-list.tsx')

/** @returns what there is to say of a file; see `documents/file-badge.tsx` */
export const loadFileBadge = () => import('./documents/file-badge.tsx')

/** @returns the office's search; see `admin/find/find-opener.tsx` */
export async function loadFindOpener() {
  const { FindOpener } = await import('./admin/find/find-opener.tsx')
  return { default: FindOpener }
}

/** @returns the choice of an account, for people with several; see `account-switcher.tsx` */
export const loadAccountSwitcher = () => import('./account-switcher.tsx')

/** @returns the portal's pages, for the menu of a phone; see `portal-links.tsx` */
export const loadPortalLinks = () => import('./portal-links.tsx')

import { href } from 'react-router'

/** @returns the name of a request's place on the page of all that waits */
export const requestAnchor = (id: string) => `request-${id}`

/** @returns where a request that waits is told, in words */
export const requestAddress = (id: string) => `${href('/profile/admin/approvals')}#${requestAnchor(id)}`

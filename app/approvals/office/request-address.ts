import { href } from 'react-router'

export const requestAnchor = (id: string) => `request-${id}`

/** @returns the address of a pending request's description */
export const requestAddress = (id: string) => `${href('/profile/admin/approvals')}#${requestAnchor(id)}`

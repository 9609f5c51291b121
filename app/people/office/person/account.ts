import { createContext, use } from 'react'
import type { ListedUser } from '../../server/people-list.ts'

export const AccountContext = createContext<ListedUser | undefined>(undefined)

export function useAccount(): ListedUser {
  const account = use(AccountContext)
  if (!account) throw new Error('useAccount needs the layout of a person’s page above it')
  return account
}

/** @returns a person's name, or the e-mail address if there is none */
export function accountName({ fullName, email }: Pick<ListedUser, 'fullName' | 'email'>): string {
  return fullName || email
}

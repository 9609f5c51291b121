import type { Actor } from '../../../server/access/actor.ts'
import { missingLetters } from '../../../server/pdf/glyph-runs.ts'
import { memberRights } from '../../holders/holders.ts'
import type { HolderFacts } from '../../holders/server/holder-facts.ts'

/** @returns the account that signs, as a certificate names it; without a name that documents can't print */
export function accountOf({ fullName, email }: Pick<Actor, 'fullName' | 'email'>): string {
  return fullName && missingLetters(fullName).length === 0 ? `${fullName} (${email})` : email
}

/** Those who own it sign in their own name. */
const own: readonly HolderFacts['kind'][] = ['individual', 'joint_jtwros', 'joint_tic', 'joint_community']

/** @returns the capacity block of a signature, such as 'Doe Family LLC, by Jane Doe, Manager' */
export function capacityOf(
  { kind, legalName, members }: Pick<HolderFacts, 'kind' | 'legalName' | 'members'>,
  userId: string,
  typedName: string,
): string {
  const { right = 'authorized_signer' } = members.find(member => member.userId === userId) ?? {}
  if (own.includes(kind) && right === 'owner') return `${typedName}, in their own name`
  return `${legalName}, by ${typedName}, ${memberRights[right]}`
}

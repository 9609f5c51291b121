/** The accounts of an investor: the holders that they act for, and all of them together. */

/** In the place of a holder's id: every account at once. */
export const allAccounts = 'all'

/** @returns those of a person's holders that an account names: all of them where it names none of theirs */
export function holdersIn<Held extends { id: string }>(holders: readonly Held[], account: string | undefined): Held[] {
  const named = holders.filter(({ id }) => id === account)
  return named.length > 0 ? named : [...holders]
}

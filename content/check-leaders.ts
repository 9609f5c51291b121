import { filled, listed, repeated, unless } from './check-helpers.ts'
import type { Fund, Leader } from './types.ts'

/** The sample fund's name. */
export const sampleFund = 'Larkstone Private Lending'
/** The short name beside its mark. */
export const sampleShortName = 'Larkstone'

/** The names of its fictional partners. */
const invented = ['Daniel Whitfield', 'Nora Whitfield']

/**
 * @param sizeOf bytes of a file below public/, undefined without one
 * @returns faults of the leaders; also that they are the sample's, once the fund isn't
 */
export function inLeaders(
  leaders: readonly Leader[],
  fund: Pick<Fund, 'name'>,
  sizeOf: (path: string) => number | undefined,
): string[] {
  const twice = repeated(leaders.map(({ name }) => name))
  return [
    ...unless(leaders.length > 0, 'content/leaders.ts: leaders', 'has no entry, but investors ask who decides.'),
    ...unless(twice.length === 0, 'content/leaders.ts: name', `is used twice: ${listed(twice)}.`),
    ...leaders.flatMap(({ name, role, initials, signature, bio, inShort }, i) => {
      const at = (field: string) => `content/leaders.ts: ${name || `leader ${i + 1}`}, ${field}`
      return [
        ...unless(filled(name), at('name'), 'is empty. Say who it is, not only what they do.'),
        ...unless(
          fund.name === sampleFund || !invented.includes(name),
          at('name'),
          `is invented for the sample fund, but this is ${fund.name}. Name your own people.`,
        ),
        ...unless(filled(role), at('role'), 'is empty.'),
        ...unless(/^\p{L}{1,3}$/u.test(initials), at('initials'), `'${initials}' must be one to three letters.`),
        ...unless(bio.length > 0 && bio.every(filled), at('bio'), 'is empty, or has an empty paragraph.'),
        ...unless(filled(inShort), at('inShort'), 'is empty.'),
        ...unless(
          !signature || Boolean(sizeOf(signature.path)),
          at('signature'),
          `is missing at public${signature?.path}. Put it there, or leave signature out.`,
        ),
      ]
    }),
  ]
}

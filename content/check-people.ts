import { filled, isPlace, listed, repeated, unless, whole } from './check-helpers.ts'
import type { Quota, RetentionReason } from './types.ts'

/** The fund's policies on people: storage quotas, and retention. */
export type PeopleRules = { quota: Quota; retention: readonly RetentionReason[]; openNoteReason: string }

export function inPeopleRules({ quota, retention, openNoteReason }: PeopleRules): string[] {
  const twice = repeated([...retention.map(({ id }) => id), ...retention.map(({ documents }) => documents)])
  return [
    ...Object.entries(quota).flatMap(([name, size]) =>
      unless(
        isSize(size),
        `content/quota.ts: ${name}`,
        `${size} is not a number of gigabytes above 0 and up to 10,000.`,
      ),
    ),
    ...unless(twice.length === 0, 'content/retention.ts: id or documents', `is used twice: ${listed(twice)}.`),
    ...unless(filled(openNoteReason), 'content/retention.ts: openNoteReason', 'is empty.'),
    ...retention.flatMap(({ id, years, name, law }) => {
      const at = (field: string) => `content/retention.ts: ${id}, ${field}`
      return [
        ...unless(
          isPlace(id),
          'content/retention.ts: id',
          `'${id}' is not made of lowercase letters, digits and hyphens.`,
        ),
        ...unless(whole(years) && years <= 50, at('years'), `${years} is not a whole number from 1 to 50.`),
        ...unless(filled(name), at('name'), 'is empty.'),
        ...unless(filled(law), at('law'), 'is empty.'),
      ]
    }),
  ]
}

const isSize = (gigabytes: number) => gigabytes > 0 && gigabytes <= 10_000

import { unless, whole } from './check-helpers.ts'
import type { SanctionsSettings } from './sanctions.ts'

/** @returns faults of how names are compared with the sanctions lists */
export function inSanctions({ longestAge, remindBefore, closeFrom, leastShare }: SanctionsSettings): string[] {
  const at = (field: string) => `content/sanctions.ts: ${field}`
  return [
    ...unless(
      longestAge === null || (whole(longestAge) && longestAge <= 365),
      at('longestAge'),
      'is not from 1 to 365 days.',
    ),
    ...unless(
      whole(remindBefore) && remindBefore < (longestAge ?? 365),
      at('remindBefore'),
      'is not a number of days within longestAge.',
    ),
    ...unless(whole(closeFrom) && closeFrom <= 100, at('closeFrom'), 'is not a score from 1 to 100.'),
    ...unless(leastShare > 0 && leastShare <= 1, at('leastShare'), 'is not a share such as 0.9.'),
  ]
}

import { pick, unchecked } from '../../rules/commands/fields.ts'
import { nameLength } from '../../rules/limits.ts'

/** How documents for several people are filed. Their names are made of it. */
export const filingFields = {
  category: pick('Category'),
  period: pick('Period'),
  word: unchecked('Called', { maxLength: nameLength, autoComplete: 'off' }),
  fund: pick('Fund'),
} as const

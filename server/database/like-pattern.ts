import { folded } from '../../rules/folded.ts'
import { oneLine } from '../../rules/text.ts'

/**
 * @returns a `like` pattern that finds a text anywhere in a value of `app.folded`; without control characters, like
 * stored text
 */
export function containing(text: string): string {
  return `%${folded(oneLine(text)).replaceAll(/[\\%_]/g, '\\$&')}%`
}

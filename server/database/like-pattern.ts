import { folded } from '../../rules/folded.ts'
import { oneLine } from '../../rules/text.ts'

/** @returns the pattern with which `like` finds a text anywhere in what `app.folded` makes of another; without control characters, as in what is stored */
export function containing(text: string): string {
  return `%${folded(oneLine(text)).replaceAll(/[\\%_]/g, '\\$&')}%`
}

import type { NoteTerms } from '../../../../../rules/notes/schedule.ts'
import { toTerms } from '../../../../../rules/notes/terms-row.ts'
import type { NoteStory } from '../../../../../server/register/note-story.ts'

/**
 * @param today what a draft without a planned day is counted from
 * @returns a note's terms for the arithmetic
 */
export function termsOfStory({ terms }: NoteStory, today: string): NoteTerms {
  return toTerms(terms, today)
}

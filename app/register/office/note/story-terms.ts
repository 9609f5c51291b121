import type { NoteTerms } from '../../../notes/schedule.ts'
import { toTerms } from '../../../notes/terms-row.ts'
import type { NoteStory } from '../../server/note-story.ts'

/**
 * @param today what a draft without a planned day is counted from
 * @returns a note's terms for the arithmetic
 */
export function termsOfStory({ terms }: NoteStory, today: string): NoteTerms {
  return toTerms(terms, today)
}

import type { NoteStory } from '../../../register/server/note-story.ts'
import type { NoteTerms } from '../../schedule.ts'
import { toTerms } from '../../terms-row.ts'

/**
 * @param today what a draft without a planned day is counted from
 * @returns a note's terms for the arithmetic
 */
export function termsOfStory({ terms }: NoteStory, today: string): NoteTerms {
  return toTerms(terms, today)
}
